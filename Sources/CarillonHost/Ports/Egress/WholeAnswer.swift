import AsyncHTTPClient
import CarillonPluginKit
import NIOCore
import NIOHTTP1
import Synchronization

/// Gathers one answer where it comes in, on the connection's event loop: who waits for it is woken once, with all of it.
///
/// A lock, because the client's delegates may be called from any thread; in fact they come one after the other.
final class WholeAnswer: HTTPClientResponseDelegate {
    private struct State {
        var head: HTTPResponseHead?
        var body = ByteBuffer()
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: bytes of body after which the answer counts as none.
    init(limit: Int) {
        self.limit = limit
    }

    func didReceiveHead(task: HTTPClient.Task<EgressResponse>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        state.withLock { $0.head = head }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<EgressResponse>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        let fits = state.withLock { state in
            guard state.body.readableBytes + part.readableBytes <= limit else { return false }
            state.body.writeImmutableBuffer(part)
            return true
        }
        guard fits else { return task.eventLoop.makeFailedFuture(NIOTooManyBytesError(maxBytes: limit)) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<EgressResponse>) throws -> EgressResponse {
        let (head, body) = state.withLock { ($0.head, $0.body) }
        guard let head else { throw HTTPClientError.remoteConnectionClosed }
        return EgressResponse(
            status: Int(head.status.code),
            headers: head.headers.map { .init($0.name, $0.value) },
            body: Array(buffer: body)
        )
    }
}
