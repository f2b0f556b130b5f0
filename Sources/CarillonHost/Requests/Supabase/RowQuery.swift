import CarillonModel
import CarillonProfiles

/// What a request asks of the table: PostgREST's parameters, as far as apps with a feed need them.
struct RowQuery: Sendable {
    struct Order: Sendable, Hashable {
        let column: SupabaseTable.Column
        let isDescending: Bool
        let nullsFirst: Bool
    }

    /// Nil: all columns.
    var columns: [SupabaseTable.Column]?
    var filters: [RowFilter] = []
    var order: [Order] = []
    var limit: Int?
    var offset = 0

    /// - Parameter columns: the columns that `columns` may name; a PATCH may name those it writes.
    init(_ request: APIRequest, _ table: SupabaseTable) throws(RowFault) {
        let reader = RowFilterReader(table: table)
        for item in request.query {
            switch item.name {
            case "apikey": break
            case "select": columns = try Self.columns(item.value, table)
            case "order": order = try Self.order(item.value, table)
            case "limit": limit = try Self.count(item)
            case "offset": offset = try Self.count(item)
            case "columns", "on_conflict": break
            case "and", "or", "not.and", "not.or": throw .unreadable("logic tree", item.value)
            default:
                do throws(RowFilterReader.Fault) {
                    filters.append(try reader.filter(item.name, item.value))
                } catch {
                    throw RowFault(error, item.value, table)
                }
            }
        }
        if let range = request.header("range"), limit == nil, request.query("offset") == nil { take(range) }
    }

    /// Older clients': `0-19`, or `20-`.
    private mutating func take(_ range: String) {
        let sides = range.split(separator: "-", omittingEmptySubsequences: false).map { Int(String($0).trimmed) }
        guard sides.count == 2, let first = sides[0], first >= 0 else { return }
        offset = first
        if let last = sides[1], last >= first { limit = last - first + 1 }
    }

    private static func count(_ item: APIRequest.QueryItem) throws(RowFault) -> Int {
        guard let count = Int(item.value), count >= 0 else { throw .unreadable(item.name, item.value) }
        return count
    }

    private static func columns(_ text: String, _ table: SupabaseTable) throws(RowFault) -> [SupabaseTable.Column]? {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
        if text.trimmed.isEmpty { return nil }
        var columns: [SupabaseTable.Column] = []
        for name in names where name != "*" {
            // Renamed, cast and embedded ones are nothing that a feed has.
            guard name.utf8.allSatisfy({ $0 != 58 && $0 != 40 && $0 != 41 && $0 != 45 }) else {
                throw .unreadable("select parameter", text)
            }
            guard let column = table.column(name) else { throw .unknownColumn(name, of: table) }
            columns.append(column)
        }
        return names.contains("*") ? nil : columns
    }

    private static func order(_ text: String, _ table: SupabaseTable) throws(RowFault) -> [Order] {
        var order: [Order] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let terms = part.split(separator: ".", omittingEmptySubsequences: false).map { String($0).trimmed }
            guard let name = terms.first, !name.isEmpty else { throw .unreadable("order", text) }
            guard let column = table.column(name) else { throw .unknownColumn(name, of: table) }
            var (isDescending, nullsFirst): (Bool, Bool?) = (false, nil)
            for modifier in terms.dropFirst() {
                switch modifier {
                case "asc": isDescending = false
                case "desc": isDescending = true
                case "nullsfirst": nullsFirst = true
                case "nullslast": nullsFirst = false
                default: throw .unreadable("order", text)
                }
            }
            order.append(Order(column: column, isDescending: isDescending, nullsFirst: nullsFirst ?? isDescending))
        }
        return order
    }
}

/// What a request prefers, of several headers `Prefer` and of lists in them.
///
/// Source: RFC 7240; PostgREST, “Prefer Header”.
struct RowPreferences: Sendable {
    let returnsRows: Bool
    let counts: Bool
    /// Those that are kept, for `Preference-Applied`.
    let applied: [String]

    init(_ request: APIRequest) {
        let preferences = request.headers.filter { $0.name == "prefer" }
            .flatMap { $0.value.split(separator: ",").map { String($0).trimmed } }
        returnsRows = preferences.contains("return=representation")
        counts = preferences.contains { ["count=exact", "count=planned", "count=estimated"].contains($0) }
        applied = preferences.filter {
            ["return=representation", "return=minimal", "return=headers-only", "count=exact"].contains($0)
        }
    }
}
