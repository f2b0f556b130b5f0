import CarillonModel

/// A number of places that tenants share: each request takes one for as long as it is under way.
///
/// A tenant is given another place only while it has fewer than are free. One alone gets half of them, a second one half of
/// what is left, and so on: those who keep what they have leave something for who comes next. None gets more than `most`. A
/// place that comes free goes to the waiting tenant that has fewest; among a tenant's own requests, the first to come goes
/// first.
struct FairPlaces<Waiter> {
    typealias Ticket = WaitingLine<Waiter>.Ticket

    private(set) var free: Int
    private let most: Int
    /// Only those who have any.
    private var held: [TenantID: Int] = [:]
    /// Only those in which somebody waits.
    ///
    /// Each such tenant has at least as many places as are free, or as many as it may have.
    private var lines: [TenantID: WaitingLine<Waiter>] = [:]

    init(_ count: Int, most: Int = .max) {
        free = count
        self.most = most
    }

    /// Takes a place, where the tenant may have one now.
    mutating func take(_ tenant: TenantID) -> Bool {
        let own = held[tenant, default: 0]
        guard own < min(free, most) else { return false }
        held[tenant] = own + 1
        free -= 1
        return true
    }

    /// Waits for a place.
    ///
    /// - Parameter ticket: larger than all before it.
    /// - Precondition: ``take(_:)`` has just refused one.
    mutating func wait(_ tenant: TenantID, _ waiter: Waiter, ticket: Ticket) {
        lines[tenant, default: WaitingLine()].append(waiter, ticket: ticket)
    }

    /// Gives a place back.
    ///
    /// - Returns: who has it now. There can't be two: before, none of those who wait could have had one more.
    mutating func leave(_ tenant: TenantID) -> Waiter? {
        guard let own = held[tenant] else { return nil }
        held[tenant] = own > 1 ? own - 1 : nil
        free += 1
        // Looks at every tenant that waits, never at their requests, of which there may be thousands.
        guard let next = lines.min(by: { turn($0) < turn($1) })?.key, take(next) else { return nil }
        return change(next) { $0.removeFirst() }
    }

    /// Leaves the line.
    ///
    /// - Returns: nil where it has left the line already.
    mutating func giveUp(_ tenant: TenantID, ticket: Ticket) -> Waiter? {
        change(tenant) { $0.remove(ticket) }
    }

    /// All who wait, in no order.
    var waiters: some Sequence<Waiter> { lines.values.lazy.flatMap(\.all) }

    /// Those for whom `isOver` holds leave the line.
    ///
    /// - Returns: who left.
    mutating func giveUp(where isOver: (Waiter) -> Bool) -> [Waiter] {
        Array(lines.keys).flatMap { tenant in
            let tickets = lines[tenant]?.tickets(where: isOver) ?? []
            return tickets.compactMap { giveUp(tenant, ticket: $0) }
        }
    }

    private func turn(_ line: (key: TenantID, value: WaitingLine<Waiter>)) -> (Int, Ticket) {
        (held[line.key, default: 0], line.value.first ?? .max)
    }

    private mutating func change(_ tenant: TenantID, _ body: (inout WaitingLine<Waiter>) -> Waiter?) -> Waiter? {
        // Taken out first, so that it isn't copied.
        guard var line = lines.removeValue(forKey: tenant) else { return nil }
        defer { if !line.isEmpty { lines[tenant] = line } }
        return body(&line)
    }
}
