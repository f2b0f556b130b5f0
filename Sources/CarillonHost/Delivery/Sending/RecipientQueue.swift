import CarillonModel
import CarillonPipeline

/// Deliveries that wait, given out by turns of their recipients: behind one who has hundreds, another waits for one of them.
///
/// Each recipient's own stay in the order they came.
struct RecipientQueue: Sendable {
    private var lines: [UserID: ArraySlice<LeasedDelivery>] = [:]
    /// Recipients with waiting deliveries, the next first.
    private var turns: [UserID] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The waiting deliveries, with all that they represent.
    var rows: [Int64] { lines.values.flatMap { $0.flatMap(\.rows) } }

    func count(of recipient: UserID) -> Int { lines[recipient]?.count ?? 0 }

    mutating func append(_ deliveries: some Sequence<LeasedDelivery>) {
        for delivery in deliveries {
            let recipient = delivery.notification.recipient
            if lines[recipient] == nil { turns.append(recipient) }
            lines[recipient, default: []].append(delivery)
            count += 1
        }
    }

    /// Puts back what was taken: its recipients are the next.
    mutating func prepend(_ deliveries: [LeasedDelivery]) {
        var returned = RecipientQueue()
        returned.append(deliveries)
        returned.turns += turns.filter { returned.lines[$0] == nil }
        returned.lines.merge(lines) { returned, waiting in returned + waiting }
        returned.count += count
        self = returned
    }

    mutating func take(_ limit: Int) -> [LeasedDelivery] {
        var taken: [LeasedDelivery] = []
        while taken.count < limit, !turns.isEmpty {
            let recipient = turns.removeFirst()
            guard let delivery = lines[recipient]?.popFirst() else { continue }
            taken.append(delivery)
            if lines[recipient]?.isEmpty == true { lines[recipient] = nil } else { turns.append(recipient) }
        }
        count -= taken.count
        return taken
    }

    mutating func takeAll() -> [LeasedDelivery] { take(count) }

    /// Makes somebody else than `excluded` the next.
    ///
    /// - Returns: false where nobody else has any.
    mutating func prefer(othersThan excluded: Set<UserID>) -> Bool {
        guard let index = turns.firstIndex(where: { !excluded.contains($0) }) else { return false }
        turns.insert(turns.remove(at: index), at: 0)
        return true
    }
}
