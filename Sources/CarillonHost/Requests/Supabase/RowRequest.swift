import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// One request to `/rest/v1/{table}`: the caller's own feed, read and marked as rows.
///
/// Source: PostgREST, “Tables and Views”, “Pagination and Count”, “Prefer Header”.
struct RowRequest: Sendable {
    /// How many rows of one user are filtered here, where the store can't filter them itself.
    static let rowLimit = 5000
    /// Rows of one answer.
    static let pageLimit = 1000
    /// How many rows are read and marked in one step, between which the store serves other callers.
    static let markLimit = 200

    private let request: APIRequest
    private let table: SupabaseTable
    private let tenant: ActiveTenant
    private let host: HostContext
    private let method: RequestMethod
    private let name: String

    init(
        _ request: APIRequest,
        _ table: SupabaseTable,
        _ tenant: ActiveTenant,
        _ host: HostContext,
        method: RequestMethod,
        table name: String
    ) {
        self.request = request
        self.table = table
        self.tenant = tenant
        self.host = host
        self.method = method
        self.name = name
    }

    func answer() async -> APIResponse {
        do throws(RowFault) {
            let token = try caller()
            let schema = request.header(method == .get ? "accept-profile" : "content-profile")
            if let schema, schema != table.schema { throw .unknownSchema(schema, table.schema) }
            guard name == table.name else { throw .unknownTable(name, in: table.schema) }
            switch (method, token) {
            case (.get, let token): return try await read(token)
            case (.patch, .user(let token)): return try await mark(token)
            case (_, .user): throw .denied(table.name, isAnonymous: false)
            case (_, .anonymous): throw .denied(table.name, isAnonymous: true)
            }
        } catch {
            return error.response
        }
    }

    /// The user of the token; a key in its place is nobody's.
    ///
    /// A cookie doesn't count.
    private func caller() throws(RowFault) -> SupabaseToken {
        let header = request.header("authorization") ?? ""
        let text = header.lowercased().hasPrefix("bearer ") ? String(header.dropFirst(7)) : nil
        let key = SupabaseKey(request).value ?? ""
        do throws(SupabaseToken.Fault) {
            return try SupabaseToken(text, key: key, of: tenant, at: host.clock.now)
        } catch {
            throw .badToken(error)
        }
    }

    private func stored<Value: Sendable>(
        _ operation: (any TenantStore) async throws(StoreFailure) -> Value
    ) async throws(RowFault) -> Value {
        do throws(StoreFailure) {
            return try await operation(tenant.runtime.store)
        } catch {
            throw .unavailable
        }
    }

    // MARK: reading

    /// The rows that are asked for, and how many there are.
    private struct Found {
        var rows: [JSONObject]
        var total: Int
    }

    private func read(_ token: SupabaseToken) async throws(RowFault) -> APIResponse {
        let query = try RowQuery(request, table)
        let preferences = RowPreferences(request)
        var found = Found(rows: [], total: 0)
        if case .user(let token) = token { found = try await self.found(query, token.user) }
        guard !preferences.counts || query.offset == 0 || query.offset < found.total else {
            throw .beyond(query.offset, of: found.total)
        }
        let total = preferences.counts ? "\(found.total)" : "*"
        let last = query.offset + found.rows.count - 1
        let range = found.rows.isEmpty ? "*/\(total)" : "\(query.offset)-\(last)/\(total)"
        let isPart = preferences.counts && found.rows.count < found.total
        var answer = try body(found.rows, query, status: isPart ? 206 : 200)
        answer.headers += [("content-range", range)] + applied(preferences)
        return answer
    }

    private func body(_ rows: [JSONObject], _ query: RowQuery, status: Int) throws(RowFault) -> APIResponse {
        let shown = rows.map { row in
            query.columns.map { columns in JSONObject(columns.map { .init($0.name, row[$0.name] ?? .null) }) } ?? row
        }
        guard request.header("accept")?.contains("application/vnd.pgrst.object+json") == true else {
            return APIResponse(status: status, json: .array(shown.map { .object($0) }))
        }
        guard shown.count == 1 else { throw .notOne(shown.count) }
        var answer = APIResponse(json: .object(shown[0]))
        answer.headers = [("content-type", "application/vnd.pgrst.object+json; charset=utf-8")]
        return answer
    }

    private func applied(_ preferences: RowPreferences) -> [(name: String, value: String)] {
        preferences.applied.isEmpty ? [] : [("preference-applied", preferences.applied.joined(separator: ", "))]
    }

    private func found(_ query: RowQuery, _ user: UserID) async throws(RowFault) -> Found {
        let limit = min(query.limit ?? Self.pageLimit, Self.pageLimit)
        let rows = SupabaseRows(table, of: tenant.runtime.profile, at: host)
        if let unreadOnly = FeedWindow(query, table)?.unreadOnly {
            let page = try await stored { store throws(StoreFailure) in
                try await store.feed(
                    of: user,
                    FeedQuery(limit: max(1, limit), start: .offset(query.offset), unreadOnly: unreadOnly)
                )
            }
            // All of them are the caller's: what is asked of that column holds for all or for none.
            let holds = query.filters.filter { $0.column.source == .member(.userID) }.allSatisfy { filter in
                filter.holds(of: [filter.column.name: .string(user.rawValue)])
            }
            guard holds else { return Found(rows: [], total: 0) }
            return Found(rows: page.items.prefix(limit).map { rows.row(of: $0) }, total: page.totalCount)
        }
        let matching = try await matching(query, user, rows)
        let sorted = query.order.isEmpty ? matching : matching.sorted { Self.precedes($0, $1, by: query.order) }
        return Found(rows: Array(sorted.dropFirst(query.offset).prefix(limit)), total: matching.count)
    }

    /// The newest first.
    private func matching(
        _ query: RowQuery,
        _ user: UserID,
        _ rows: SupabaseRows
    ) async throws(RowFault) -> [JSONObject] {
        let ids = query.filters.lazy.compactMap(\.namedIDs).first
        let items = try await stored { store throws(StoreFailure) in
            if let ids { return try await store.items(ids, of: user) }
            return try await store.feed(of: user, FeedQuery(limit: Self.rowLimit)).items
        }
        return items.sorted { $0.row > $1.row }.compactMap { item in
            let row = rows.row(of: item)
            return query.filters.allSatisfy { $0.holds(of: row) } ? row : nil
        }
    }

    private static func precedes(_ first: JSONObject, _ second: JSONObject, by order: [RowQuery.Order]) -> Bool {
        for part in order {
            let values = [first, second].map { ColumnValue($0[part.column.name], part.column.type) }
            switch (values[0], values[1]) {
            case (nil, nil): continue
            case (nil, _): return part.nullsFirst
            case (_, nil): return !part.nullsFirst
            case (let one?, let other?):
                guard let order = one.compared(to: other), order != 0 else { continue }
                return (order < 0) != part.isDescending
            }
        }
        return false
    }

    // MARK: marking

    private func mark(_ token: UserToken) async throws(RowFault) -> APIResponse {
        let query = try RowQuery(request, table)
        let preferences = RowPreferences(request)
        let isRead = try requestedReadState()
        let rows = SupabaseRows(table, of: tenant.runtime.profile, at: host)
        var (count, shown): (Int, [JSONObject]) = (0, [])
        var part: Part? = .first
        while let current = part {
            let items: [FeedItem]
            (items, part) = try await self.items(of: query, token.user, current)
            let ids = items.filter { item in
                let row = rows.row(of: item)
                return query.filters.allSatisfy { $0.holds(of: row) }
            }.map(\.id)
            if let isRead { try await mark(ids, of: token.user, read: isRead) }
            let wanted = preferences.returnsRows ? ids.prefix(Self.pageLimit - shown.count) : []
            if !wanted.isEmpty {
                let marked = try await stored { store throws(StoreFailure) in
                    try await store.items(Array(wanted), of: token.user)
                }
                shown += marked.map { rows.row(of: $0) }
            }
            count += ids.count
        }
        let total = preferences.counts ? "\(count)" : "*"
        let range = count == 0 ? "*/\(total)" : "0-\(count - 1)/\(total)"
        var answer = preferences.returnsRows ? try body(shown, query, status: 200) : APIResponse.noContent
        answer.headers += [("content-range", range)] + applied(preferences)
        return answer
    }

    /// Where a PATCH goes on in the feed.
    private enum Part {
        case first
        /// Below the item with this row.
        case below(Int64)
    }

    /// A page of the rows that a PATCH may change, the newest first, and where the next page begins.
    private func items(
        of query: RowQuery,
        _ user: UserID,
        _ part: Part
    ) async throws(RowFault) -> (items: [FeedItem], rest: Part?) {
        if let ids = query.filters.lazy.compactMap(\.namedIDs).first {
            let named = try await stored { store throws(StoreFailure) in try await store.items(ids, of: user) }
            return (named, nil)
        }
        var window = FeedQuery(limit: Self.markLimit, unreadOnly: query.filters.contains(where: \.asksForUnread))
        if case .below(let row) = part { window.start = .before(row: row) }
        let page = try await stored { [window] store throws(StoreFailure) in try await store.feed(of: user, window) }
        return (page.items, page.hasMore ? page.items.last.map { .below($0.row) } : nil)
    }

    private func mark(_ ids: [String], of user: UserID, read: Bool) async throws(RowFault) {
        guard !ids.isEmpty else { return }
        let now = host.clock.now
        let marked = try await stored { store throws(StoreFailure) in
            try await store.mark(ids, of: user, read: read, at: now)
        }
        tenant.wake(marked.wakes)
    }

    /// Whether the rows are to be marked as read or unread; nil where nothing is to be changed.
    private func requestedReadState() throws(RowFault) -> Bool? {
        guard let object = (try? JSONValue(parsing: request.body))?.object else { throw .badBody }
        var requestedReadState: Bool?
        for member in object.members {
            guard let column = table.column(member.name) else { throw .unknownBodyColumn(member.name, of: table) }
            switch (column.source, ColumnValue(member.value, column.type)) {
            case (.member(.isRead), .boolean(let flag)?): requestedReadState = flag
            case (.member(.readAt), .time?): requestedReadState = requestedReadState ?? true
            case (.member(.readAt), nil) where member.value == .null: requestedReadState = requestedReadState ?? false
            case (.member(.isRead), _), (.member(.readAt), _):
                throw .badValue(member.value.string ?? member.value.text, column.type)
            default: throw .denied(table.name, isAnonymous: false)
            }
        }
        return requestedReadState
    }
}

/// A query that the store answers by itself: all, or all unread, of the caller's, the newest first.
private struct FeedWindow {
    let unreadOnly: Bool

    init?(_ query: RowQuery, _ table: SupabaseTable) {
        guard query.order.isEmpty || query.order.map(\.isByNewest) == [true] else { return nil }
        var unreadOnly = false
        for filter in query.filters {
            if filter.column.source == .member(.userID) { continue }
            guard filter.asksForUnread else { return nil }
            unreadOnly = true
        }
        self.unreadOnly = unreadOnly
    }
}

extension RowQuery.Order {
    fileprivate var isByNewest: Bool { column.source == .member(.createdAt) && isDescending }
}

extension RowFilter {
    fileprivate var asksForUnread: Bool {
        switch (column.source, self.operator, operand) {
        case (.member(.isRead), .eq, .value(.boolean(let flag))): flag == isNegated
        case (.member(.isRead), .is, .known(.no)): !isNegated
        case (.member(.readAt), .is, .known(.null)): !isNegated
        default: false
        }
    }

    /// The ids that a row must have one of.
    fileprivate var namedIDs: [String]? {
        guard column.source == .member(.id), !isNegated else { return nil }
        return switch operand {
        case .value(.text(let id)) where self.operator == .eq: [id]
        case .values(let values): values.compactMap { if case .text(let id) = $0 { id } else { nil } }
        default: nil
        }
    }
}
