import CarillonModel
import CarillonPipeline

/// How the items of a feed stand.
enum FeedOrder: String, Sendable, Hashable, CaseIterable {
    /// The newest first.
    case time
    /// Those of high priority that are unread stand on top, whatever their age.
    ///
    /// They are put on the first pages, with those that were read within the last hour: an app marks what it shows, and what it
    /// has marked must not move to another page before that is asked for. Else `offset` would count in another list than
    /// before, and items would be shown twice or never.
    case priority

    /// How long what was urgent keeps its page after it was read.
    private static let keepsPage: Duration = .seconds(3600)

    /// What pages are cut from.
    func ofPages(at now: Instant) -> FeedQuery.Order {
        switch self {
        case .time: .time
        case .priority: .urgency(since: now.advanced(by: .zero - Self.keepsPage))
        }
    }

    /// The items of one page, or all of them.
    func arranged(_ items: [FeedItem]) -> [FeedItem] {
        let newestFirst = items.sorted { ($0.createdAt, $0.row) > ($1.createdAt, $1.row) }
        return switch self {
        case .time: newestFirst
        case .priority: newestFirst.filter(Self.isUrgent) + newestFirst.filter { !Self.isUrgent($0) }
        }
    }

    private static func isUrgent(_ item: FeedItem) -> Bool { item.priority == .high && item.readAt == nil }
}
