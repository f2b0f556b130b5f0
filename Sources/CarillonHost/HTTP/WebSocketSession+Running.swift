import HTTPTypes
import NIOCore

extension WebSocketSession {
    /// Makes the connection a WebSocket, and runs the session on it until both have ended.
    ///
    /// - Parameter headers: of the answer that opens it.
    func run(on channel: any Channel, _ headers: [(name: String, value: String)]) async throws {
        let promise = channel.eventLoop.makePromise(of: WebSocketConnection.self)
        channel.triggerUserOutboundEvent(WebSocketUpgrade(headers: HTTPFields(headers), promise: promise)).whenFailure {
            promise.fail($0)
        }
        let socket = try await promise.futureResult.get()
        await run(on: socket)
        socket.close(.restart("nothing more is said here"))
        await socket.closed()
    }
}
