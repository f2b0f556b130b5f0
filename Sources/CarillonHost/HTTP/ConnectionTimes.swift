import NIOCore

/// How long a connection may keep the server waiting.
struct ConnectionTimes: Sendable {
    /// From the first byte of a request to the end of its head.
    var head = TimeAmount.seconds(10)
    /// Of a reserve connection, from its beginning to the end of the request: others need it for health.
    var reserve = TimeAmount.seconds(2)
    /// Without enough of the body having come; see ``bodyProgress``.
    var body = TimeAmount.seconds(20)
    /// How many bytes have to arrive within that time for the time to begin again.
    var bodyProgress = 64 << 10
    /// Without the client having taken enough of an answer; see ``writeProgress``.
    var write = TimeAmount.seconds(30)
    /// How many bytes the client has to take within that time for the time to begin again, unless it takes all there are.
    var writeProgress = 16 << 10
    /// Between requests.
    var idle = TimeAmount.seconds(75)
    /// For the client to read the last answer before the connection is closed.
    var lingering = TimeAmount.seconds(2)
}
