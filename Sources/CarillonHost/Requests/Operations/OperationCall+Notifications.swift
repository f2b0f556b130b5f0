import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `notifications.list`: the caller's own feed.
    func listNotifications(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let order = fields.text("order").flatMap { FeedOrder(rawValue: $0) } ?? .time
        let query = FeedQuery(fields, order.ofPages(at: host.clock.now))
        let user = try user().user
        let found = try await stored { store throws(StoreFailure) in try await store.feed(of: user, query) }
        let items = FeedItems(tenant.feedItemStyles, at: host)
        var result = JSONObject([
            .init("items", .array(order.arranged(found.items).map { .object(items.json(of: $0)) })),
            .init("totalCount", JSONValue(found.totalCount)),
            .init("allCount", JSONValue(found.allCount)), .init("unreadCount", JSONValue(found.unreadCount)),
            .init("limit", JSONValue(query.limit)),
        ])
        result.add(FeedPagePosition(found, query).members)
        if found.hasMore, let last = found.items.last, let next = FeedCursor(last, query.order) {
            result["nextCursor"] = .string(next.text)
        }
        return result
    }

    /// `notifications.mark` and `notifications.opened`: the caller's own; other ids are passed over.
    ///
    /// The name of a group stands for the notifications in it.
    func markNotifications(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try await mark(fields, as: fields.boolean("read") ?? true)
    }

    func openNotifications(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try await mark(fields, as: true)
    }

    private func mark(_ fields: FieldReading, as isRead: Bool) async throws(Problem) -> JSONObject {
        try fields.finish()
        let ids = fields.texts("ids") ?? []
        let user = try user().user
        let now = host.clock.now
        let marked = try await stored { store throws(StoreFailure) in
            let ids = try await store.expanding(ids, of: user, read: isRead)
            return try await store.mark(ids, of: user, read: isRead, at: now)
        }
        // Of several, those that are known are marked; the name of a group stands for whatever is in it.
        if onUnknown == .notFound, marked.ids.isEmpty, !ids.isEmpty, !ids.contains(where: { CollectedGroup($0) != nil })
        {
            throw Problem(
                .notFound,
                "no notification of the caller's has \(ids.count == 1 ? "this id" : "one of these ids")"
            )
        }
        if marked.updatedCount > 0 { host.live.wake([user], of: profile.id) }
        var result = JSONObject([
            .init("updatedCount", JSONValue(marked.updatedCount)),
            .init("ids", .array(marked.ids.map { .string($0) })),
            .init("unreadCount", JSONValue(marked.unreadCount)),
        ])
        if isRead { result["readAt"] = .string(now.rfc3339) }
        return result
    }
}

extension FeedQuery {
    /// The page that is asked for, in one of the ways that clients count pages.
    fileprivate init(_ fields: FieldReading, _ order: FeedQuery.Order) {
        let (limit, cap) = (fields.integer("limit"), fields.integer("cap"))
        let size = FieldKind.PageSize.list
        self.init(limit: limit ?? (cap == nil ? size.standard : size.most), order: order)
        if let offset = fields.integer("offset") { start = .offset(offset) }
        let page = fields.integer("pageIndex") ?? fields.integer("page").map { $0 - 1 }
        if let page { start = .offset(FeedPagePosition.offset(ofPage: page, limit: self.limit)) }
        if let cursor = fields.text("cursor").flatMap({ FeedCursor($0) }) {
            self.order = cursor.order
            start = .before(row: cursor.row, isAhead: cursor.isAhead)
        }
        if let cap, limit == nil, page == nil, start == .offset(0) {
            self.limit = cap
            self.order = .unread
        }
        unreadOnly = fields.boolean("unreadOnly") ?? false
        categories = fields.texts("categories") ?? []
    }
}

extension FeedStore {
    /// The ids, with those in a group in place of its name: those that marking changes.
    fileprivate func expanding(
        _ ids: [String],
        of reader: UserID,
        read: Bool
    ) async throws(StoreFailure) -> [String] {
        var all: [String] = []
        for id in ids {
            if let group = CollectedGroup(id), all.count < CollectedGroup.limit {
                all += try await self.ids(in: group, of: reader, read: !read)
            } else {
                all.append(id)
            }
        }
        return all
    }
}
