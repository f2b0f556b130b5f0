import CarillonModel
import CarillonPipeline

/// Where a page of a feed ended, and the order that it was cut from; opaque to callers.
///
/// `n…` is a row in the order of time. In that of urgency, `u…` is one that was put ahead and `v…` one of the rest, with the
/// time from which on what was read counts as urgent: later pages go on with that of the first.
struct FeedCursor: Sendable, Hashable {
    let order: FeedQuery.Order
    let row: Int64
    let isAhead: Bool

    /// Where a page ended with `last`; nil in an order that isn't paged.
    init?(_ last: FeedItem, _ order: FeedQuery.Order) {
        guard order != .unread else { return nil }
        self.order = order
        row = last.row
        isAhead = order.putsAhead(last.priority, readAt: last.readAt)
    }

    var text: String {
        switch order {
        case .urgency(let since): (isAhead ? "u" : "v") + Self.digits(since.epochMilliseconds) + "-" + Self.digits(row)
        case .time, .unread: Cursor(row: row).text
        }
    }

    init?(_ text: String) {
        if let cursor = Cursor(text) {
            (order, row, isAhead) = (.time, cursor.row, false)
            return
        }
        let numbers = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
            .compactMap { Int64($0, radix: 36) }
        guard text.hasPrefix("u") || text.hasPrefix("v"), numbers.count == 2, let row = numbers.last, row > 0,
            numbers[0] >= 0
        else { return nil }
        order = .urgency(since: Instant(epochMilliseconds: numbers[0]))
        self.row = row
        isAhead = text.hasPrefix("u")
        // A sign or zeros in front are nothing that was ever given out.
        guard self.text == text else { return nil }
    }

    private static func digits(_ number: Int64) -> String { String(number, radix: 36) }
}
