import CarillonModel
import CarillonPipeline

/// How the items of one page of a feed stand.
///
/// Pages are cut by time alone, the newest first: an order by what is unread would change with each marking what `offset`
/// counts in, and an app that marks what it shows would never see some of the rest.
enum FeedOrder: String, Sendable, Hashable, CaseIterable {
    case time
    /// Within the page, those of high priority that are unread stand first.
    case priority

    /// - Parameter items: of one page, the newest first.
    func arranged(_ items: [FeedItem]) -> [FeedItem] {
        switch self {
        case .time: items
        case .priority: items.filter(Self.isUrgent) + items.filter { !Self.isUrgent($0) }
        }
    }

    private static func isUrgent(_ item: FeedItem) -> Bool { item.priority == .high && item.readAt == nil }
}
