import Foundation
import Synchronization

/// `carillond` as a process of its own, told apart from the others by its ports.
final class Carillond: Sendable {
    let process: Process
    private let output: OutputReader
    private let exit: AsyncStream<Int32>

    /// Starts the program that was built with these tests.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        process = Process()
        process.executableURL = Self.program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, own in own }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        output = OutputReader(pipe.fileHandleForReading)
        let (exit, ended) = AsyncStream<Int32>.makeStream()
        self.exit = exit
        process.terminationHandler = { process in
            ended.yield(process.terminationStatus)
            ended.finish()
        }
        try process.run()
    }

    /// Beside the test bundle.
    private static var program: URL {
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
            .appending(path: "carillond")
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "carillond")
    }

    /// Waits for a line that holds `text`.
    ///
    /// - Returns: the line; nil when the program ends without having written one.
    func line(with text: String) async -> String? {
        await output.line(with: text)
    }

    /// The port in a line such as “… http://127.0.0.1:41233 …”.
    func port(inLineWith text: String) async -> Int? {
        guard let line = await line(with: text), let start = line.range(of: "http://127.0.0.1:")?.upperBound else {
            return nil
        }
        return Int(line[start...].prefix { $0.isNumber })
    }

    /// Everything it has written.
    var text: String { output.text }

    func kill(_ signal: Int32) {
        Foundation.kill(process.processIdentifier, signal)
    }

    /// Waits for the end; `waitUntilExit` would want the thread that started the program.
    func status() async -> Int32 {
        for await status in exit { return status }
        return process.terminationStatus
    }
}

/// Collects what a process writes, and lets a test wait for a line.
///
/// A lock, because the pipe is read on a queue of Foundation's.
private final class OutputReader: Sendable {
    private struct State {
        var text = ""
        var isAtEnd = false
        var waiting: [(text: String, continuation: CheckedContinuation<String?, Never>)] = []
    }

    private let state = Mutex(State())

    init(_ handle: FileHandle) {
        handle.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.add(data)
        }
    }

    var text: String { state.withLock { $0.text } }

    func line(with text: String) async -> String? {
        await withCheckedContinuation { continuation in
            let answer: String?? = state.withLock { state in
                if let line = Self.line(with: text, in: state.text) { return .some(line) }
                if state.isAtEnd { return .some(nil) }
                state.waiting.append((text, continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    private func add(_ data: Data) {
        let ready = state.withLock { state in
            state.text += String(decoding: data, as: UTF8.self)
            state.isAtEnd = data.isEmpty
            var ready: [(CheckedContinuation<String?, Never>, String?)] = []
            state.waiting.removeAll { waiter in
                let line = Self.line(with: waiter.text, in: state.text)
                guard line != nil || state.isAtEnd else { return false }
                ready.append((waiter.continuation, line))
                return true
            }
            return ready
        }
        for (continuation, line) in ready { continuation.resume(returning: line) }
    }

    /// Whole lines only: a port that is half written would be another port.
    private static func line(with text: String, in all: String) -> String? {
        all.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first { $0.contains(text) }.map(
            String.init
        )
    }
}
