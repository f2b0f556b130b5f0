import Synchronization

/// Whose request is next among those that lie here already, behind others on their connections.
///
/// An event loop polls its sockets only when none of its tasks is left (`SelectableEventLoop.runOneLoopTick` of
/// swift-nio). Hundreds of connections with dozens of requests each leave it tasks without end, and any other request
/// waits until all are answered. So only some of these requests are under way at a time, shared out among clients
/// (``FairSlots``). What comes as a connection's first, or after the answer before it, needs no turn.
///
/// A lock, because connections live on many threads.
final class PipelineLimiter: Sendable {
    /// Given back by holding it no longer, however the request ends.
    final class Turn: Sendable {
        private let network: [UInt8]
        private let turns: PipelineLimiter

        fileprivate init(_ network: [UInt8], of turns: PipelineLimiter) {
            self.network = network
            self.turns = turns
        }

        deinit { turns.release(network) }
    }

    private typealias Begin = @Sendable (Turn) -> Void

    private struct State {
        var places: FairSlots<[UInt8], Begin>
        var lastTicket: FairSlots<[UInt8], Begin>.Ticket = 0
    }

    private let state: Mutex<State>

    /// - Parameter count: how many of these requests are under way at a time, half of them of one client alone.
    init(_ count: Int = 32) {
        state = Mutex(State(places: FairSlots(count)))
    }

    /// Calls `begin` when it is the client's turn: at once, or later on any thread.
    ///
    /// - Parameter network: the client's; empty where it has no address.
    func wait(_ network: [UInt8], _ begin: @escaping @Sendable (Turn) -> Void) {
        let isTaken = state.withLock { state in
            if state.places.take(network) { return true }
            state.lastTicket += 1
            state.places.wait(network, begin, ticket: state.lastTicket)
            return false
        }
        if isTaken { begin(Turn(network, of: self)) }
    }

    private func release(_ network: [UInt8]) {
        guard let (next, begin) = state.withLock({ $0.places.leave(network) }) else { return }
        begin(Turn(next, of: self))
    }
}
