import CarillonModel
import CarillonPipeline

extension FeedStore {
    /// Marks all that a reader hasn't read, some at a time: callers of the store come in between.
    ///
    /// What comes meanwhile stands above what is marked, and stays unread.
    /// - Parameter exceptions: ids that stay unread.
    /// - Returns: how many were marked, without naming them.
    func markAll(
        of reader: UserID,
        except exceptions: Set<ExactText>,
        at now: Instant
    ) async throws(StoreFailure) -> MarkResult {
        var result = MarkResult(of: reader)
        var query = FeedQuery(limit: 200, order: .unread)
        while true {
            let page = try await feed(of: reader, query)
            let unread = page.items.filter { $0.readAt == nil }
            result.unreadCount = page.unreadCount
            guard let last = unread.last else { return result }
            let ids = unread.map(\.id).filter { !exceptions.contains($0.exact) }
            if !ids.isEmpty {
                let marked = try await mark(ids, of: reader, read: true, at: now)
                result.updatedCount += marked.updatedCount
                result.unreadCount = marked.unreadCount
            }
            // Those that are read come behind all that aren't.
            guard page.hasMore, unread.count == page.items.count else { return result }
            query.start = .before(row: last.row, isAhead: true)
        }
    }
}

extension FollowingStore {
    /// The ids of what came into a reader's feed after a position of their stream.
    ///
    /// - Returns: nil where the position is invalid, or so old that later changes aren't known any more.
    func shown(
        to reader: UserID,
        after position: String,
        in journal: FeedJournal
    ) async throws(StoreFailure) -> Set<ExactText>? {
        guard var place = journal.position(of: position) else { return nil }
        var ids: Set<ExactText> = []
        while true {
            guard let page = try await changes(of: reader, after: place, limit: 200) else { return nil }
            for case .shown(let item) in page.changes.map(\.kind) { ids.insert(item.id.exact) }
            guard page.hasMore else { return ids }
            place = page.position
        }
    }
}
