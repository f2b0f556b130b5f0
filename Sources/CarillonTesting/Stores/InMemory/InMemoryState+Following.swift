import CarillonModel
import CarillonPipeline

extension InMemoryState {
    /// One line of what changed in feeds.
    struct Change {
        enum Kind {
            case shown(Int64)
            case marked([String], readAt: Instant?)
        }

        var position: Int64
        var reader: UserID
        var kind: Kind
        var at: Instant
    }

    mutating func follow(_ reader: UserID) -> FeedPosition {
        if users[reader]?.followedFrom == nil {
            users[reader, default: User()].followedFrom = lastChange
        }
        return FeedPosition(position: position(of: reader) ?? lastChange, unreadCount: unreadCount(of: reader))
    }

    /// Keeps a change, where the reader follows.
    mutating func keep(_ kind: Change.Kind, of reader: UserID, at now: Instant) {
        guard users[reader]?.followedFrom != nil else { return }
        lastChange += 1
        changes.append(Change(position: lastChange, reader: reader, kind: kind, at: now))
    }

    func changes(of reader: UserID, after position: Int64, limit: Int) -> FeedChanges? {
        guard let first = users[reader]?.followedFrom, let last = self.position(of: reader),
            (first...last).contains(position)
        else { return nil }
        let rest = changes.filter { $0.reader == reader && $0.position > position }
        let page = rest.prefix(limit)
        return FeedChanges(
            changes: page.compactMap { change in
                kind(of: change).map { FeedChange(position: change.position, kind: $0) }
            },
            position: page.last?.position ?? position,
            unreadCount: unreadCount(of: reader),
            hasMore: rest.count > limit
        )
    }

    mutating func forgetChanges(before cutoff: Instant, limit: Int) -> Int {
        let old = changes.prefix { $0.at < cutoff }.prefix(limit)
        for change in old { users[change.reader]?.followedFrom = change.position }
        changes.removeFirst(old.count)
        return old.count
    }

    /// Of the last change; where following began, where there is none.
    func position(of reader: UserID) -> Int64? {
        changes.last { $0.reader == reader }?.position ?? users[reader]?.followedFrom
    }

    private func kind(of change: Change) -> FeedChange.Kind? {
        switch change.kind {
        case .shown(let row): item(row, of: change.reader).map(FeedChange.Kind.shown)
        case .marked(let ids, let readAt): .marked(ids, readAt: readAt)
        }
    }
}

extension InMemoryTenantStore: FollowingStore {
    func follow(_ reader: UserID) async throws(StoreFailure) -> FeedPosition {
        try with { $0.follow(reader) }
    }

    func changes(
        of reader: UserID,
        after position: Int64,
        limit: Int
    ) async throws(StoreFailure) -> FeedChanges? {
        try with { $0.changes(of: reader, after: position, limit: limit) }
    }

    func forgetChanges(in home: LaneLease, before cutoff: Instant, limit: Int) async throws(StoreFailure) -> Int {
        try with(in: home) { $0.forgetChanges(before: cutoff, limit: limit) }
    }
}
