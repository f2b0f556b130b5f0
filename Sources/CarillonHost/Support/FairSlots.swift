/// A number of places that tenants, or clients, share: each request takes one for as long as it is under way.
///
/// A holder is given another place only while it has fewer than are free. One alone is given half of them, a second one
/// half of what is left, and so on: those who keep what they have leave something for who comes next. None is given
/// more than `most`. A place that comes free goes to the waiting holder that has fewest; among a holder's own requests,
/// the first to come goes first.
struct FairSlots<Holder: Hashable, Waiter> {
    typealias Ticket = WaitingQueue<Waiter>.Ticket

    private(set) var free: Int
    private let most: Int
    /// Only tenants that have slots.
    private var held: [Holder: Int] = [:]
    /// Only holders with waiting requests.
    ///
    /// Each such holder has at least as many places as are free, or as many as it may have.
    private var lines: [Holder: WaitingQueue<Waiter>] = [:]

    init(_ count: Int, most: Int = .max) {
        free = count
        self.most = most
    }

    /// Takes a place, where the holder may have one now.
    mutating func take(_ holder: Holder) -> Bool {
        let own = held[holder, default: 0]
        guard own < min(free, most) else { return false }
        held[holder] = own + 1
        free -= 1
        return true
    }

    /// Waits for a place.
    ///
    /// - Parameter ticket: larger than all before it.
    /// - Precondition: ``take(_:)`` has just refused one.
    mutating func wait(_ holder: Holder, _ waiter: Waiter, ticket: Ticket) {
        lines[holder, default: WaitingQueue()].append(waiter, ticket: ticket)
    }

    /// Gives a place back.
    ///
    /// - Returns: who has it now. There can't be two: before, none of those who wait could have had one more.
    mutating func leave(_ holder: Holder) -> (holder: Holder, waiter: Waiter)? {
        guard let own = held[holder] else { return nil }
        held[holder] = own > 1 ? own - 1 : nil
        free += 1
        return admit()
    }

    /// Changes how many places there are; where fewer are left than are taken, none is given before enough came back.
    ///
    /// - Returns: those who waited and have one now.
    mutating func add(_ count: Int) -> [Waiter] {
        var admitted: [Waiter] = []
        free += min(count, 0)
        for _ in 0..<max(count, 0) {
            free += 1
            if let waiter = admit()?.waiter { admitted.append(waiter) }
        }
        return admitted
    }

    /// Gives a place that came free to one who waits.
    private mutating func admit() -> (holder: Holder, waiter: Waiter)? {
        // Iterates over the holders that wait, never over their requests, of which there may be thousands.
        guard let next = lines.min(by: { turn($0) < turn($1) })?.key, take(next) else { return nil }
        return change(next) { $0.removeFirst() }.map { (next, $0) }
    }

    /// Leaves the line.
    ///
    /// - Returns: nil where it no longer waits.
    mutating func giveUp(_ holder: Holder, ticket: Ticket) -> Waiter? {
        change(holder) { $0.remove(ticket) }
    }

    /// All who wait, in no order.
    var waiters: some Sequence<Waiter> { lines.values.lazy.flatMap(\.all) }

    /// Those for whom `isOver` holds leave the line.
    ///
    /// - Returns: who left.
    mutating func giveUp(where isOver: (Waiter) -> Bool) -> [Waiter] {
        Array(lines.keys).flatMap { holder in
            let tickets = lines[holder]?.tickets(where: isOver) ?? []
            return tickets.compactMap { giveUp(holder, ticket: $0) }
        }
    }

    private func turn(_ line: (key: Holder, value: WaitingQueue<Waiter>)) -> (Int, Ticket) {
        (held[line.key, default: 0], line.value.first ?? .max)
    }

    private mutating func change(_ holder: Holder, _ body: (inout WaitingQueue<Waiter>) -> Waiter?) -> Waiter? {
        // Taken out first, so that it isn't copied.
        guard var line = lines.removeValue(forKey: holder) else { return nil }
        defer { if !line.isEmpty { lines[holder] = line } }
        return body(&line)
    }
}
