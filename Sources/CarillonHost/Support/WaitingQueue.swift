/// Those who wait, in the order they came; who leaves early is found without a search.
struct WaitingQueue<Waiter> {
    typealias Ticket = UInt64

    private var waiters: [Ticket: Waiter] = [:]
    /// Those before `front` are through; behind it are also some who left early.
    private var order: [Ticket] = []
    private var front = 0

    var isEmpty: Bool { waiters.isEmpty }

    /// Whose turn is next.
    var first: Ticket? { front < order.count ? order[front] : nil }

    /// In no order.
    var all: some Sequence<Waiter> { waiters.values }

    /// The tickets of those for whom `condition` holds, in the order they came.
    func tickets(where condition: (Waiter) -> Bool) -> [Ticket] {
        waiters.filter { condition($0.value) }.keys.sorted()
    }

    mutating func append(_ waiter: Waiter, ticket: Ticket) {
        waiters[ticket] = waiter
        order.append(ticket)
    }

    mutating func removeFirst() -> Waiter? { first.flatMap { remove($0) } }

    /// - Returns: nil where nobody waits with this ticket any more.
    mutating func remove(_ ticket: Ticket) -> Waiter? {
        guard let waiter = waiters.removeValue(forKey: ticket) else { return nil }
        while let first, waiters[first] == nil { front += 1 }
        // At least half of the entries visited here have left since the last time: that is one visit for each of them.
        if order.count > 2 * waiters.count + 8 {
            order = order[front...].filter { waiters[$0] != nil }
            front = 0
        }
        return waiter
    }
}
