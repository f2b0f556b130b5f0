import Foundation
import Testing

/// The program `carillon`, started with arguments, with both ends of its pipes in hand.
final class CarillonProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(_ arguments: [String]) throws {
        guard let program = Self.program else { throw NotBuilt() }
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    struct NotBuilt: Error {}

    /// Beside the test bundle.
    private static var program: URL? {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let beside = bundle ?? URL(filePath: CommandLine.arguments[0])
        let program = beside.deletingLastPathComponent().appending(path: "carillon")
        return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
    }

    func write(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// The next line it writes, which is waited for.
    func line() throws -> String {
        var bytes: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Closes its input and waits for its end.
    ///
    /// - Returns: what it wrote that isn't read yet.
    func end() throws -> String {
        try input.fileHandleForWriting.close()
        let rest = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: rest, as: UTF8.self)
    }

    /// The exit status, after ``end()``.
    var status: Int32 { process.terminationStatus }
}
