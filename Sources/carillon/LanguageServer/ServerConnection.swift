import CarillonModel
import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The language server on standard input and output: one thread reads, and this one answers.
///
/// Reading never waits for an answer to be found, so that what is cancelled or out of date is known in time. Tenants are checked
/// on threads of their own, begun when nothing is left to be answered.
struct ServerConnection {
    private var server: LanguageServer
    private let log: ServerLog
    private let inbox = Inbox()
    private let checks = TenantChecks()

    init(channels: String?, log: ServerLog) {
        server = LanguageServer(channels: channels)
        self.log = log
    }

    /// Serves until the client says `exit`, its end of the stream closes, or its process ends.
    ///
    /// - Parameter parent: the client's process, where it is known before `initialize`.
    /// - Returns: the exit status: 0 after `shutdown`, else 1.
    mutating func serve(parent: Int?) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        let (inbox, log) = (inbox, log)
        let reader = DispatchQueue(label: "reader")
        reader.async { Self.read(into: inbox, log) }
        if let parent { watch(parent) }
        var isWatching = parent != nil
        while true {
            guard let (message, waiting) = inbox.next(waits: !server.isUnsettled) else {
                for (folder, snapshot) in server.settle() {
                    checks.begin(snapshot, of: folder) { inbox.put(.checked) }
                }
                guard flush() else { return 1 }
                continue
            }
            switch message {
            case .end: return status(1)
            case .fault(let wording):
                log.line("the stream can't be read: \(wording)")
                return 1
            case .garbage:
                server.outgoing.append(
                    .failure(.null, ResponseError(code: ResponseError.parseError, message: "the message is no JSON"))
                )
            case .checked: server.isUnsettled = true
            case .message(let value):
                log.note(value["method"]?.string)
                server.take(value, waiting)
            }
            guard flush() else { return 1 }
            if !isWatching, let parent = server.parent {
                isWatching = true
                watch(parent)
            }
            if case .ended(let status) = server.phase { return status }
        }
    }

    /// 0 where the client has said that it ends.
    private func status(_ otherwise: Int32) -> Int32 {
        if case .closing = server.phase { 0 } else { otherwise }
    }

    /// Ends the program with the process that started it.
    private func watch(_ parent: Int) {
        guard let id = pid_t(exactly: parent), id > 0 else { return }
        let inbox = inbox
        DispatchQueue(label: "parent").async {
            while kill(id, 0) == 0 || errno == EPERM { usleep(1_000_000) }
            inbox.put(.end)
        }
    }

    /// - Returns: whether the client still reads.
    private mutating func flush() -> Bool {
        let messages = server.outgoing
        server.outgoing = []
        for message in messages where !DescriptorOutput.write(MessageFraming.framed(message), to: STDOUT_FILENO) {
            return false
        }
        return true
    }

    // MARK: reading

    private static func read(into inbox: Inbox, _ log: ServerLog) {
        var framing = MessageFraming()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = systemRead(&buffer)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                inbox.put(framing.rest.map { .fault("\($0)") } ?? .end)
                return
            }
            framing.append(buffer[..<count])
            do {
                while let content = try framing.next() { inbox.put(message(content)) }
            } catch {
                inbox.put(.fault("\(error)"))
                return
            }
        }
    }

    private static func systemRead(_ buffer: inout [UInt8]) -> Int {
        #if canImport(Glibc)
        Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        #elseif canImport(Musl)
        Musl.read(STDIN_FILENO, &buffer, buffer.count)
        #else
        Darwin.read(STDIN_FILENO, &buffer, buffer.count)
        #endif
    }

    /// Half of a surrogate pair, which an editor may send while one types, becomes U+FFFD.
    private static func message(_ content: [UInt8]) -> Incoming {
        if let value = try? JSONValue(parsing: content) { return .message(value) }
        let repaired = LoneSurrogates.replaced(in: String(decoding: content, as: UTF8.self), by: "fffd")
        guard let value = try? JSONValue(parsing: repaired.utf8) else { return .garbage }
        return .message(value)
    }

    enum Incoming: Sendable {
        case message(JSONValue)
        case garbage
        case fault(String)
        /// A tenant, of which more is known than before.
        case checked
        case end
    }

    /// What was read and not answered yet.
    private final class Inbox: Sendable {
        private let state = Mutex(State())
        private let signal = DispatchSemaphore(value: 0)

        private struct State {
            var messages: [Incoming] = []
            var next = 0
            var cancelled: Set<JSONValue> = []

            func isWaiting(_ id: JSONValue) -> Bool {
                messages[next...].contains { if case .message(let value) = $0 { value["id"] == id } else { false } }
            }

            mutating func take() -> (message: ServerConnection.Incoming, waiting: LanguageServer.Waiting)? {
                guard next < messages.count else {
                    messages.removeAll(keepingCapacity: true)
                    next = 0
                    return nil
                }
                let message = messages[next]
                next += 1
                var waiting = LanguageServer.Waiting()
                waiting.cancelled = cancelled
                for case .message(let later) in messages[next...]
                where later["method"]?.string == "textDocument/didChange" {
                    later.at("params", "textDocument", "uri")?.string.map { _ = waiting.changed.insert($0) }
                }
                if case .message(let value) = message, let id = value["id"] { cancelled.remove(id) }
                return (message, waiting)
            }
        }

        func put(_ message: Incoming) {
            state.withLock { state in
                if case .message(let value) = message, value["method"]?.string == "$/cancelRequest" {
                    // Known at once: the request may still wait.
                    if let id = value.at("params", "id"), state.isWaiting(id) { state.cancelled.insert(id) }
                    return
                }
                state.messages.append(message)
            }
            signal.signal()
        }

        /// - Parameter waits: whether to wait for the next where there is none.
        func next(waits: Bool) -> (message: Incoming, waiting: LanguageServer.Waiting)? {
            while true {
                let found = state.withLock { $0.take() }
                if found != nil || !waits { return found }
                signal.wait()
            }
        }
    }
}
