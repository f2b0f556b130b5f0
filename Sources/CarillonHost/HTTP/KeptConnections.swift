import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// Accepts connections for another, and ends those that nobody serves.
///
/// A connection that is accepted while the server ends is dropped before anybody takes it. NIO ends the process when what
/// it made for a connection goes unserved (apple/swift-nio issue 3481), so here it is closed, and served then.
struct KeptConnections<Base: ServerChildChannel>: ServerChildChannel {
    private let base: Base

    init(_ base: Base) {
        self.base = base
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Kept> {
        base.setup(channel: channel, logger: logger).map { Kept($0, of: base, logger) }
    }

    func handle(value: Kept, logger: Logger) async {
        guard let connection = value.take() else { return }
        await base.handle(value: connection, logger: logger)
    }

    /// A connection until it is served.
    final class Kept: ServerChildChannelValue {
        let channel: any Channel
        private let connection: Mutex<Base.Value?>
        private let base: Base
        private let logger: Logger

        init(_ connection: Base.Value, of base: Base, _ logger: Logger) {
            channel = connection.channel
            self.connection = Mutex(connection)
            self.base = base
            self.logger = logger
        }

        func take() -> Base.Value? {
            connection.withLock { connection in
                defer { connection = nil }
                return connection
            }
        }

        deinit {
            guard let connection = take() else { return }
            // Closed, it has no requests; to serve it gives back what was made for it.
            channel.close(promise: nil)
            Task { [base, logger] in await base.handle(value: connection, logger: logger) }
        }
    }
}
