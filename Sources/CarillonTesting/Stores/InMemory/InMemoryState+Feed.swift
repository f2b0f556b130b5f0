import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    /// - Returns: the reader, where they follow their feed and this is new there.
    mutating func show(_ entry: FeedEntry, at now: Instant) -> UserID? {
        guard let row = notificationsByID[entry.notification], let notification = notifications[row] else { return nil }
        if let delivery = entry.delivery, !arrive(delivery, at: now) { return nil }
        notifications[row]?.content = entry.content
        notifications[row]?.category = entry.category
        guard notification.content == nil else { return nil }
        let rank = Rank(notification, row: row)
        var feed = users[notification.planned.recipient, default: User()].feed
        let index = feed.lastIndex { other in notifications[other].map { Rank($0, row: other) < rank } ?? false }
        feed.insert(row, at: index.map { $0 + 1 } ?? 0)
        users[notification.planned.recipient, default: User()].feed = feed
        keep(.shown(row), of: notification.planned.recipient, at: now)
        let reader = notification.planned.recipient
        return users[reader]?.followedFrom == nil ? nil : reader
    }

    /// Ends a delivery as delivered with what it puts in the feed.
    ///
    /// - Returns: false where it ended otherwise since it was leased.
    private mutating func arrive(_ row: Int64, at now: Instant) -> Bool {
        guard var delivery = deliveries[row], delivery.status == .leased else {
            return deliveries[row]?.status == .delivered
        }
        delivery.status = .delivered
        delivery.dueAt = nil
        delivery.attempts += 1
        delivery.settledAt = now
        delivery.history.append(AttemptTrace(at: now, outcome: .delivered, reason: OutcomeReason("")))
        deliveries[row] = delivery
        open.remove(row)
        return true
    }

    func page(of reader: UserID, _ query: FeedQuery) -> FeedPage {
        let feed = users[reader]?.feed.reversed() ?? []
        let matching = feed.filter { row in notifications[row].map { matches($0, query) } ?? false }
        let ahead = matching.filter { isAhead($0, query.order) }
        let others = matching.filter { !isAhead($0, query.order) }
        let rest: ArraySlice<Int64> =
            switch query.start {
            case .offset(let count): (ahead + others).dropFirst(count)
            case .before(let last, isAhead: true): older(than: last, in: ahead) + others
            case .before(let last, isAhead: false): older(than: last, in: others)
            }
        return FeedPage(
            items: rest.prefix(query.limit).compactMap { item($0, of: reader) },
            totalCount: matching.count,
            allCount: feed.count,
            unreadCount: unreadCount(of: reader),
            hasMore: rest.count > query.limit
        )
    }

    func items(_ ids: [String], of reader: UserID) -> [FeedItem] {
        var seen: Set<ExactText> = []
        return ids.compactMap { id in
            guard seen.insert(id.exact).inserted, let row = notificationsByID[id],
                users[reader]?.feed.contains(row) == true
            else { return nil }
            return item(row, of: reader)
        }
    }

    mutating func mark(_ ids: [String], of reader: UserID, read: Bool, at now: Instant) -> MarkResult {
        var result = MarkResult(of: reader)
        var seen: Set<ExactText> = []
        var changed: [String] = []
        for id in ids where seen.insert(id.exact).inserted {
            guard let row = notificationsByID[id], let notification = notifications[row], notification.content != nil,
                notification.planned.recipient == reader
            else { continue }
            result.ids.append(id)
            guard (notification.readAt == nil) == read else { continue }
            notifications[row]?.readAt = read ? now : nil
            changed.append(id)
        }
        result.updatedCount = changed.count
        if !changed.isEmpty { keep(.marked(changed, readAt: read ? now : nil), of: reader, at: now) }
        result.unreadCount = unreadCount(of: reader)
        return result
    }

    func ids(in group: CollectedGroup, of reader: UserID, read: Bool) -> [String] {
        let all = (users[reader]?.feed ?? []).compactMap { notifications[$0] }
        let collected = all.filter {
            $0.planned.priority == group.priority && group.due.contains($0.planned.dueAt) && ($0.readAt != nil) == read
        }
        return collected.prefix(CollectedGroup.limit).map(\.planned.id)
    }

    private func matches(_ notification: Notification, _ query: FeedQuery) -> Bool {
        if query.unreadOnly, notification.readAt != nil { return false }
        return query.categories.isEmpty || notification.category.map(query.categories.contains) == true
    }

    private func isAhead(_ row: Int64, _ order: FeedQuery.Order) -> Bool {
        notifications[row].map { order.putsAhead($0.planned.priority, readAt: $0.readAt) } ?? false
    }

    private func older(than last: Int64, in rows: [Int64]) -> ArraySlice<Int64> {
        guard let notification = notifications[last] else { return [] }
        let rank = Rank(notification, row: last)
        return rows.drop { row in notifications[row].map { Rank($0, row: row) >= rank } ?? true }
    }

    func item(_ row: Int64, of reader: UserID) -> FeedItem? {
        guard let notification = notifications[row], let content = notification.content,
            let event = events[notification.event]?.record
        else { return nil }
        return FeedItem(
            row: row,
            id: notification.planned.id,
            event: event.type,
            recipient: reader,
            priority: notification.planned.priority,
            category: notification.category,
            content: content,
            createdAt: notification.planned.dueAt,
            readAt: notification.readAt
        )
    }
}

/// Orders a reader's feed: by the time the notification was due, then by its row.
private struct Rank: Comparable {
    let dueAt: Instant
    let row: Int64

    init(_ notification: InMemoryState.Notification, row: Int64) {
        dueAt = notification.planned.dueAt
        self.row = row
    }

    static func < (left: Rank, right: Rank) -> Bool { (left.dueAt, left.row) < (right.dueAt, right.row) }
}
