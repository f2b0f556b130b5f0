import NIOCore
import NIOWebSocket
import Synchronization

/// A WebSocket: messages come one at a time, and what is sent is written in the order it was sent.
///
/// A class with a lock, because messages come on the connection's event loop, and its session runs elsewhere.
public final class WebSocketConnection: Sendable {
    public enum Message: Sendable, Hashable {
        case text([UInt8])
        case binary([UInt8])
    }

    /// Messages that are kept for a session that is busy; then nothing more is read.
    static let room = 16
    /// Seconds that the client may take for what was sent before the connection is closed.
    static let timeLimit = 30

    private let channel: any Channel
    private let handler: NIOLoopBound<WebSocketHandler>
    private let state = Mutex(State())

    fileprivate struct State {
        var messages: [Message] = []
        var waiter: CheckedContinuation<Message?, Never>?
        var listener: Listener?
        /// A task hands messages to the listener.
        var isHandingOver = false
        var isOver = false
        /// Writes that the client hasn't taken, and for how many seconds it has taken none.
        var writes = 0
        var busySeconds = 0
        var quietSeconds = 0
    }

    init(_ channel: any Channel, _ handler: NIOLoopBound<WebSocketHandler>) {
        self.channel = channel
        self.handler = handler
    }

    /// The client's next message; nil where there will be none.
    public func next() async -> Message? {
        let message = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> Message?? in
                    if !state.messages.isEmpty { return .some(state.messages.removeFirst()) }
                    if state.isOver || Task.isCancelled { return .some(nil) }
                    state.waiter = continuation
                    return nil
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            end()
        }
        if message != nil { onLoop { $0.readOn() } }
        return message
    }

    /// Has each message taken as it comes, one after the other, instead of being asked for.
    ///
    /// A task is there only while messages are: to listen to a client that says nothing costs nothing.
    ///
    /// - Parameter end: called once, when there will be no more; perhaps while the last is being taken.
    func listen(_ take: @escaping @Sendable (Message) async -> Void, end: @escaping @Sendable () -> Void) {
        let (isOver, begins) = state.withLock { state in
            if !state.isOver { state.listener = Listener(take: take, end: end) }
            return (state.isOver, state.beginsHandingOver())
        }
        if begins { handOver() }
        if isOver { end() }
    }

    private func handOver() {
        Task {
            while let (listener, message) = state.withLock({ $0.nextToHandOver() }) {
                onLoop { $0.readOn() }
                await listener.take(message)
            }
        }
    }

    /// Sends a text, and returns when the system has taken it: so a slow client slows its sender down, and nothing piles up.
    ///
    /// - Throws: where the connection is closed.
    public func send(_ text: [UInt8]) async throws {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        state.withLock { $0.writes += 1 }
        onLoop { $0.send(text, promise) }
        defer {
            state.withLock { state in
                state.writes -= 1
                state.busySeconds = 0
            }
        }
        try await promise.futureResult.get()
    }

    /// Shows the client, and whatever lies between, that this end is there.
    func ping() { onLoop { $0.ping() } }

    /// Says why, and closes once the client has answered, or some seconds later.
    public func close(_ closure: WebSocketClosure) { onLoop { $0.close(closure) } }

    /// A second has passed: a client that takes nothing is cut.
    ///
    /// - Returns: for how many seconds nothing has come from the client.
    func tick() -> Int {
        let (busy, quiet) = state.withLock { state in
            if state.writes > 0 { state.busySeconds += 1 }
            state.quietSeconds += 1
            return (state.busySeconds, state.quietSeconds)
        }
        if busy >= Self.timeLimit { cut() }
        return quiet
    }

    /// Ends the connection at once.
    func cut() { channel.close(promise: nil) }

    /// Returns when the connection is closed.
    func closed() async { try? await channel.closeFuture.get() }

    private func onLoop(_ action: @escaping @Sendable (WebSocketHandler) -> Void) {
        channel.eventLoop.execute { [handler] in action(handler.value) }
    }

    // MARK: the handler

    /// Has the system read from the client.
    func readOn() { channel.read() }

    /// - Returns: whether there is room for more.
    func took(_ message: Message) -> Bool {
        let (waiter, begins, hasRoom) = state.withLock { state -> (CheckedContinuation<Message?, Never>?, Bool, Bool) in
            if let waiter = state.waiter.take() { return (waiter, false, true) }
            state.messages.append(message)
            return (nil, state.beginsHandingOver(), state.messages.count < Self.room)
        }
        waiter?.resume(returning: message)
        if begins { handOver() }
        return hasRoom
    }

    /// Anything came, if only to show that the client is there.
    func heard() { state.withLock { $0.quietSeconds = 0 } }

    var hasRoom: Bool { state.withLock { $0.messages.count < Self.room } }

    /// No more messages arrive; those that have arrived can still be read.
    func end() {
        let (waiter, listener) = state.withLock { state in
            state.isOver = true
            return (state.waiter.take(), state.listener.take())
        }
        waiter?.resume(returning: nil)
        listener?.end()
    }
}

extension WebSocketConnection {
    fileprivate struct Listener {
        let take: @Sendable (Message) async -> Void
        let end: @Sendable () -> Void
    }
}

extension WebSocketConnection.State {
    /// Whether a task is to be made for the messages that are here.
    fileprivate mutating func beginsHandingOver() -> Bool {
        guard listener != nil, !isHandingOver, !messages.isEmpty else { return false }
        isHandingOver = true
        return true
    }

    fileprivate mutating func nextToHandOver() -> (WebSocketConnection.Listener, WebSocketConnection.Message)? {
        guard let listener, !messages.isEmpty else {
            isHandingOver = false
            return nil
        }
        return (listener, messages.removeFirst())
    }
}
