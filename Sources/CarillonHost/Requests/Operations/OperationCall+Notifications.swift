import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// How many notifications one page may have, and one marking.
    static let pageLimit = 100
    static let standardPage = 20

    /// `notifications.list`: the caller's own feed.
    func listNotifications() async throws(Problem) -> JSONObject {
        var reader = BodyReader(input)
        let order = reader.choice("order", FeedOrder.self) ?? .time
        let limit = reader.limit(upTo: Self.pageLimit)
        let cap = reader.integer("cap", OperationDescription.capRange)
        var query = FeedQuery(
            limit: limit ?? (cap == nil ? Self.standardPage : Self.pageLimit),
            order: order.ofPages(at: host.clock.now)
        )
        if let offset = reader.integer("offset", 0...FeedPlace.mostOffset) { query.start = .offset(offset) }
        let page = reader.page()
        if let page { query.start = .offset(FeedPlace.offset(ofPage: page, limit: query.limit)) }
        if let cursor = reader.feedCursor() {
            query.order = cursor.order
            query.start = .before(row: cursor.row, isAhead: cursor.isAhead)
        }
        if let cap, limit == nil, page == nil, query.start == .offset(0) {
            query.limit = cap
            query.order = .unread
        }
        query.unreadOnly = reader.boolean("unreadOnly") ?? false
        query.categories = categories(in: &reader)
        try reader.finish()
        let user = try user().user
        let found = try await stored { [query] store throws(StoreFailure) in try await store.feed(of: user, query) }
        let items = FeedItems(tenant.feedItemStyles, at: host)
        var result = JSONObject([
            .init("items", .array(order.arranged(found.items).map { .object(items.json(of: $0)) })),
            .init("totalCount", JSONValue(found.totalCount)),
            .init("allCount", JSONValue(found.allCount)), .init("unreadCount", JSONValue(found.unreadCount)),
            .init("limit", JSONValue(query.limit)),
        ])
        result.add(FeedPlace(found, query).members)
        if found.hasMore, let last = found.items.last, let next = FeedCursor(last, query.order) {
            result["nextCursor"] = .string(next.text)
        }
        return result
    }

    /// Categories: a list, or a text with commas between them.
    private func categories(in reader: inout BodyReader) -> [String] {
        let isList = input["categories"]?.array != nil
        let names =
            isList
            ? reader.texts("categories", limit: Self.pageLimit)
            : reader.text("categories")?.split(separator: ",").map(String.init) ?? []
        guard names.contains(where: { profile.category($0) == nil }) else { return names }
        let list = profile.categories.map(\.id).joined(separator: ", ")
        return reader.fault("categories", .notAllowed, "must be some of \(list)") ?? []
    }

    /// `notifications.mark` and `notifications.opened`: the caller's own; other ids are passed over.
    ///
    /// The name of a group stands for the notifications in it.
    func markNotifications(alwaysRead: Bool = false) async throws(Problem) -> JSONObject {
        var reader = BodyReader(input)
        let ids = reader.texts("ids", limit: Self.pageLimit)
        let isRead = alwaysRead ? true : reader.boolean("read") ?? true
        try reader.finish()
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
