package import Foundation
import Testing

/// The programs that were built with these tests, as somebody at a shell meets them.
package enum BuiltTool {
    package struct Result: Sendable {
        package let output: String
        package let errors: String
        package let status: Int32
    }

    /// Seconds that lines may take.
    private static let timeLimit = 300.0

    /// Runs lines of shell in a folder, with the programs on the path.
    package static func shell(_ lines: String, in folder: URL, environment: [String: String] = [:]) throws -> Result {
        var variables = ProcessInfo.processInfo.environment.merging(environment) { _, own in own }
        variables["PATH"] = "\(folderOfPrograms.path(percentEncoded: false)):\(variables["PATH"] ?? "/usr/bin:/bin")"
        // Git commits of tests are the same on every machine.
        for role in ["AUTHOR", "COMMITTER"] {
            variables["GIT_\(role)_NAME"] = "Test"
            variables["GIT_\(role)_EMAIL"] = "test@carillon.example"
        }
        // Files rather than pipes: a pipe that nobody reads stops a program that has much to say.
        let (output, errors) = (try Capture(), try Capture())
        let process = try SpawnedProcess(
            "/bin/sh",
            ["-c", "cd \"$0\" || exit\n" + lines, folder.path(percentEncoded: false)],
            environment: variables,
            output: output.handle.fileDescriptor,
            errors: errors.handle.fileDescriptor
        )
        // A page may tell to wait for something that never comes when the program is broken.
        let status = process.status(within: timeLimit)
        return Result(output: try output.text(), errors: try errors.text(), status: status)
    }

    /// Runs lines of shell that have to succeed, each of them.
    package static func run(_ lines: String, in folder: URL) throws {
        let result = try shell("set -e\n" + lines, in: folder)
        try #require(result.status == 0, "\(result.output)\(result.errors)")
    }

    /// Runs `body` with an empty folder that is deleted afterwards.
    package static func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Beside the test bundle.
    private static var folderOfPrograms: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        return (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
    }

    private struct Capture {
        let file: URL
        let handle: FileHandle

        init() throws {
            file = FileManager.default.temporaryDirectory.appending(path: "carillon-output-\(UUID().uuidString)")
            try Data().write(to: file)
            handle = try FileHandle(forWritingTo: file)
        }

        func text() throws -> String {
            try handle.close()
            defer { try? FileManager.default.removeItem(at: file) }
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
        }
    }
}

/// This repository.
package let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
