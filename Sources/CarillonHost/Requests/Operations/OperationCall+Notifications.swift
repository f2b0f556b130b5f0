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
        let token = try user()
        let user = token.user
        let inbox = tenant.inboxItems(fields, for: token, at: host)
        // Before the page, so that nothing falls between: what comes meanwhile is in both.
        let position = inbox == nil ? nil : try await position(of: user)
        let found = try await stored { store throws(StoreFailure) in try await store.feed(of: user, query) }
        let items = FeedItems(tenant.feedItemStyles, inbox, at: host)
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
        if let inbox, let position {
            result["position"] = .string(position)
            result["zone"] = .string(inbox.zone)
            result["now"] = .string(host.clock.now.rfc3339)
        }
        return result
    }

    /// The event id from which the reader's stream continues with later changes.
    private func position(of reader: UserID) async throws(Problem) -> String {
        try await stored { _ throws(StoreFailure) in
            let journal = try await tenant.journal(host.identifiers)
            return journal.id(of: try await store.follow(reader).position)
        }
    }

    /// `notifications.mark`: the caller's own; other ids are passed over.
    ///
    /// The name of a group stands for the notifications in it.
    func markNotifications(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        let isRead = fields.boolean("read") ?? true
        guard fields.isGiven("ids") else { return try await markAll(fields, as: isRead) }
        let others = ["all", "before"].filter { fields.isGiven($0) && !fields.hasFault(at: $0) }
        return try await mark(fields, as: isRead, others.map { .notAllowed("/\($0)", "doesn't go with ids") })
    }

    func openNotifications(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try await mark(fields, as: true)
    }

    private func mark(
        _ fields: FieldReading,
        as isRead: Bool,
        _ faults: [Fault] = []
    ) async throws(Problem) -> JSONObject {
        try fields.finish(faults)
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
        return answer(marked, readAt: isRead ? now : nil)
    }

    private func markAll(_ fields: FieldReading, as isRead: Bool) async throws(Problem) -> JSONObject {
        var faults: [Fault] = []
        if fields.boolean("all") != true, !fields.hasFault(at: "all") { faults.append(.missing("/ids")) }
        if !isRead { faults.append(.notAllowed("/read", "what is read can be marked as unread by ids only")) }
        try fields.finish(faults)
        let user = try user().user
        let now = host.clock.now
        let position = fields.text("before")
        let marked = try await stored { store throws(StoreFailure) -> MarkResult? in
            guard let position else { return try await store.markAll(of: user, except: [], at: now) }
            let journal = try await tenant.journal(host.identifiers)
            guard let later = try await store.shown(to: user, after: position, in: journal) else { return nil }
            return try await store.markAll(of: user, except: later, at: now)
        }
        guard let marked else {
            let message = "can't be told from what came later any more: take the position of a new page"
            throw .invalid([.init(pointer: "/before", code: .badFormat, message: message)])
        }
        return answer(marked, readAt: now)
    }

    private func answer(_ marked: MarkResult, readAt: Instant?) -> JSONObject {
        tenant.wake(marked.wakes)
        var result = JSONObject([
            .init("updatedCount", JSONValue(marked.updatedCount)),
            .init("ids", .array(marked.ids.map { .string($0) })),
            .init("unreadCount", JSONValue(marked.unreadCount)),
        ])
        result["readAt"] = readAt.map { .string($0.rfc3339) }
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
