import DocumentationTesting
import Foundation
import Synchronization

/// `carillond` as a process of its own, told apart from the others by its ports.
///
/// Started with `posix_spawn` and read by a thread of its own: Foundation's `readabilityHandler` on Linux misses the end
/// of a pipe now and then, and a test that waits for it waits for ever.
final class Carillond: Sendable {
    private let processIdentifier: pid_t
    private let output = Output()

    /// Starts the program that was built with these tests.
    ///
    /// - Parameter name: `carillon` for the authoring tool.
    init(_ arguments: [String], program name: String = "carillond", environment: [String: String] = [:]) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SpawnedProcess.Failure(number: errno) }
        let (reading, writing) = (ends[0], ends[1])
        // Not for the program, nor for others that are started beside it.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(writing) }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { _, own in own }
        let identifier: pid_t
        do {
            let program = Self.program(name).path
            identifier = try SpawnedProcess(
                program,
                arguments,
                environment: variables,
                output: writing,
                errors: writing
            ).identifier
        } catch {
            close(reading)
            throw error
        }
        processIdentifier = identifier
        let reader = Thread { [output, identifier] in output.follow(reading, of: identifier) }
        reader.start()
    }

    /// Beside the test bundle.
    static func program(_ name: String) -> URL {
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
            .appending(path: name)
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
    }

    /// Waits for a line that holds `text`.
    ///
    /// - Returns: the line; nil when the program ends without having written one.
    func line(with text: String) async -> String? {
        await output.line { $0.contains(text) }
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
        Foundation.kill(processIdentifier, signal)
    }

    /// Ends it at once, where it hasn't ended by itself.
    func end() {
        if output.isRunning { kill(SIGKILL) }
    }

    /// Waits for the end.
    ///
    /// - Returns: its exit status; 128 and more for the signal that ended it.
    func status() async -> Int32 {
        _ = await output.line { _ in false }
        return output.status
    }
}

/// Collects what a process writes, and lets a test wait for a line.
///
/// A lock, because a thread of its own reads.
private final class Output: Sendable {
    private struct State {
        var text = ""
        /// The exit status, once everything was read.
        var status: Int32?
        var waiting: [(isWanted: @Sendable (Substring) -> Bool, continuation: CheckedContinuation<String?, Never>)] = []

        /// Whole lines only: a port that is half written would be another port.
        func line(_ isWanted: (Substring) -> Bool) -> String? {
            text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first(where: isWanted)
                .map(String.init)
        }
    }

    private let state = Mutex(State())

    var text: String { state.withLock { $0.text } }

    var status: Int32 { state.withLock { $0.status ?? -1 } }

    var isRunning: Bool { state.withLock { $0.status == nil } }

    /// - Returns: the first line that is wanted; nil at the end.
    func line(_ isWanted: @escaping @Sendable (Substring) -> Bool) async -> String? {
        await withCheckedContinuation { continuation in
            let answer: String?? = state.withLock { state in
                if let line = state.line(isWanted) { return .some(line) }
                if state.status != nil { return .some(nil) }
                state.waiting.append((isWanted, continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Reads until the process has ended; for a thread of its own.
    func follow(_ descriptor: Int32, of process: pid_t) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            change { $0.text += String(decoding: buffer[..<count], as: UTF8.self) }
        }
        close(descriptor)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7f
        change { $0.status = signal == 0 ? status >> 8 & 0xff : 128 + signal }
    }

    private func change(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            let found = state.waiting.map { (waiter: $0, line: state.line($0.isWanted)) }
            let isOver = state.status != nil
            state.waiting = found.filter { $0.line == nil && !isOver }.map(\.waiter)
            let ready = found.filter { $0.line != nil || isOver }
            return ready
        }
        for (waiter, line) in ready { waiter.continuation.resume(returning: line) }
    }
}
