import CarillonModel
import CarillonProfiles

/// Why rows can't be read or marked, as PostgREST puts it.
///
/// Source: PostgREST, “Errors”; PostgreSQL, “Error Codes”.
struct RowFault: Error, Sendable, Hashable {
    let status: Int
    let code: String
    let message: String
    var details: String?
    var hint: String?
    var headers: [String: String] = [:]

    var response: APIResponse {
        let json: JSONValue = [
            "code": .string(code), "details": details.map { .string($0) } ?? .null,
            "hint": hint.map { .string($0) } ?? .null, "message": .string(message),
        ]
        var response = APIResponse(status: status, json: json)
        response.headers += headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return response
    }
}

extension RowFault {
    static func unreadable(_ part: String, _ text: String) -> RowFault {
        RowFault(status: 400, code: "PGRST100", message: "\"failed to parse \(part) (\(text))\" (line 1, column 1)")
    }

    static func unknownColumn(_ column: String, of table: SupabaseTable) -> RowFault {
        RowFault(status: 400, code: "42703", message: "column \(table.name).\(column) does not exist")
    }

    static func notFilterable(_ column: String, of table: SupabaseTable) -> RowFault {
        RowFault(
            status: 400,
            code: "42703",
            message: "column \(table.name).\(column) can't be compared",
            hint: "The profile says which columns can be: set \"filter\": true in realtime.supabase."
        )
    }

    static func badValue(_ text: String, _ type: SupabaseTable.ColumnType) -> RowFault {
        RowFault(
            status: 400,
            code: "22P02",
            message: "invalid input syntax for type \(type.sqlName): \"\(text)\""
        )
    }

    static let badBody = RowFault(status: 400, code: "PGRST102", message: "Empty or invalid json")

    static func unknownBodyColumn(_ column: String, of table: SupabaseTable) -> RowFault {
        RowFault(
            status: 400,
            code: "PGRST204",
            message: "Could not find the '\(column)' column of '\(table.name)' in the schema cache"
        )
    }

    static func denied(_ table: String, isAnonymous: Bool) -> RowFault {
        RowFault(status: isAnonymous ? 401 : 403, code: "42501", message: "permission denied for table \(table)")
    }

    static func unknownTable(_ name: String, in schema: String) -> RowFault {
        RowFault(
            status: 404,
            code: "PGRST205",
            message: "Could not find the table '\(schema).\(name)' in the schema cache"
        )
    }

    static func unknownSchema(_ name: String, _ known: String) -> RowFault {
        RowFault(
            status: 406,
            code: "PGRST106",
            message: "Invalid schema: \(name)",
            hint: "Only the following schemas are exposed: \(known)"
        )
    }

    static func notOne(_ count: Int) -> RowFault {
        RowFault(
            status: 406,
            code: "PGRST116",
            message: "Cannot coerce the result to a single JSON object",
            details: "The result contains \(count) rows"
        )
    }

    static func beyond(_ offset: Int, of total: Int) -> RowFault {
        RowFault(
            status: 416,
            code: "PGRST103",
            message: "Requested range not satisfiable",
            details: "An offset of \(offset) was requested, but there are only \(total) rows.",
            headers: ["content-range": "*/\(total)"]
        )
    }

    static func badToken(_ fault: SupabaseToken.Fault) -> RowFault {
        let message = fault.isExpiry ? "JWT expired" : "JWSError JWSInvalidSignature"
        return RowFault(
            status: 401,
            code: fault.isExpiry ? "PGRST303" : "PGRST301",
            message: message,
            headers: ["www-authenticate": "Bearer error=\"invalid_token\", error_description=\"\(message)\""]
        )
    }

    static let unavailable = RowFault(
        status: 503,
        code: "PGRST001",
        message: "Could not query the database. Retrying.",
        headers: ["retry-after": "1"]
    )

    init(_ fault: RowFilterReader.Fault, _ text: String, _ table: SupabaseTable) {
        switch fault {
        case .unreadable, .listWithoutParentheses, .emptySegment, .tooManyValues, .unsupported:
            self = .unreadable("filter", text)
        case .unknownColumn(let name): self = .unknownColumn(name, of: table)
        case .notFilterable(let name): self = .notFilterable(name, of: table)
        case .badValue(let text, let type): self = .badValue(text, type)
        }
    }
}

extension SupabaseTable.ColumnType {
    /// As messages of PostgreSQL say it.
    fileprivate var sqlName: String {
        switch self {
        case .text: "text"
        case .uuid: "uuid"
        case .bool: "boolean"
        case .int4: "integer"
        case .int8: "bigint"
        case .float8: "double precision"
        case .numeric: "numeric"
        case .timestamptz: "timestamp with time zone"
        case .timestamp: "timestamp without time zone"
        case .jsonb: "json"
        }
    }
}
