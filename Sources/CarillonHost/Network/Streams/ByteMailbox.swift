import CarillonPluginKit
import NIOCore
import Synchronization

/// Bytes between the event loop, which delivers them, and the one task that reads.
final class ByteMailbox: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var end: Result<[UInt8], EgressFailure>?
        var waiter: CheckedContinuation<Result<[UInt8], EgressFailure>, Never>?
    }

    private let state = Mutex(State())

    func put(_ bytes: [UInt8]) {
        let waiter = state.withLock { state in
            guard let waiter = state.waiter else {
                state.bytes += bytes
                return nil as CheckedContinuation<Result<[UInt8], EgressFailure>, Never>?
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: .success(bytes))
    }

    /// Whether nothing came that wasn't read.
    var isEmpty: Bool { state.withLock { $0.bytes.isEmpty } }

    /// Nothing comes after this; what had come before can still be read.
    func end(_ result: Result<[UInt8], EgressFailure>) {
        let waiter = state.withLock { state in
            if state.end == nil { state.end = result }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: result)
    }

    func next() async -> Result<[UInt8], EgressFailure> {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> Result<[UInt8], EgressFailure>? in
                if !state.bytes.isEmpty {
                    defer { state.bytes = [] }
                    return .success(state.bytes)
                }
                if let end = state.end { return end }
                state.waiter = continuation
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}

final class MailboxHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let mailbox: ByteMailbox

    init(mailbox: ByteMailbox) {
        self.mailbox = mailbox
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        mailbox.put(Array(buffer: unwrapInboundIn(data)))
    }

    func channelInactive(context: ChannelHandlerContext) {
        mailbox.end(.success([]))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        mailbox.end(.failure(.noAnswer(ConnectionFault.message(for: error))))
        context.close(promise: nil)
    }
}
