import HummingbirdCore
import Logging
public import NIOCore
import Synchronization

/// The state of a connection until it is served; closed where it never is.
///
/// A connection that is accepted while its server ends is dropped before anybody takes it. NIO ends the process when what it
/// made for a connection goes unserved (apple/swift-nio issue 3481), so here it is closed, and served then.
///
/// A class, because only its end shows that no connection comes any more; a lock, because that may be at any time.
public final class KeptConnection<Value: Sendable>: Sendable {
    public let channel: any Channel
    private let value: Mutex<Value?>
    private let end: @Sendable (Value) async -> Void

    /// - Parameter end: serves a connection that is closed already: it gives back what was made for it.
    public init(_ value: Value, on channel: any Channel, end: @escaping @Sendable (Value) async -> Void) {
        self.channel = channel
        self.value = Mutex(value)
        self.end = end
    }

    /// Returns the state once; nil from then on.
    public func take() -> Value? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }

    deinit {
        guard let value = take() else { return }
        channel.close(promise: nil)
        Task { [end] in await end(value) }
    }
}

extension KeptConnection {
    /// Keeps what NIO makes for connections that are read and written as streams.
    public convenience init<Inbound, Outbound>(_ connection: Value)
    where Value == NIOAsyncChannel<Inbound, Outbound> {
        self.init(connection, on: connection.channel) { try? await $0.executeThenClose { _, _ in } }
    }
}

/// Accepts connections for another, and ends those that nobody serves.
struct KeptConnections<Base: ServerChildChannel>: ServerChildChannel {
    private let base: Base

    struct Accepted: ServerChildChannelValue {
        let kept: KeptConnection<Base.Value>
        var channel: any Channel { kept.channel }
    }

    init(_ base: Base) {
        self.base = base
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Accepted> {
        base.setup(channel: channel, logger: logger).map { [base] connection in
            Accepted(
                kept: KeptConnection(connection, on: connection.channel) {
                    await base.handle(value: $0, logger: logger)
                }
            )
        }
    }

    func handle(value: Accepted, logger: Logger) async {
        guard let connection = value.kept.take() else { return }
        await base.handle(value: connection, logger: logger)
    }
}
