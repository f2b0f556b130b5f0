public import CarillonPluginKit
import Synchronization

/// An inbox that keeps what it is given.
///
/// A class with a lock, because plugins and tests both hold it.
public final class RecordingInbox: Inbox {
    private let kept = Mutex<[OutgoingMessage]>([])
    private let outcome: @Sendable (OutgoingMessage) -> DeliveryOutcome

    public init(_ outcome: @escaping @Sendable (OutgoingMessage) -> DeliveryOutcome = { _ in .accepted(nil) }) {
        self.outcome = outcome
    }

    public var messages: [OutgoingMessage] { kept.withLock { $0 } }

    public func put(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        kept.withLock { $0 += messages }
        return messages.map(outcome)
    }
}

/// A journal that keeps its lines.
///
/// A class with a lock, because plugins and tests both hold it.
public final class RecordingJournal: Journal {
    private let kept = Mutex<[String]>([])

    public init() {}

    public var lines: [String] { kept.withLock { $0 } }

    public func write(_ line: String) { kept.withLock { $0.append(line) } }
}

/// No stream opens here: for channels that use HTTP.
public struct NoStreams: ByteStreams {
    public init() {}

    public func open(host: String, port: Int, security: StreamSecurity) async throws(EgressFailure) -> any ByteStream {
        throw .notSent("this test has no streams")
    }
}
