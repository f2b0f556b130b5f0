import CarillonModel
import CarillonProfiles

/// Why rows can't be read or marked, as PostgREST puts it.
///
/// Source: PostgREST, “Errors”; PostgreSQL, “Error Codes”.
struct RowFault: Error, Sendable, Hashable {
    /// The codes of PostgREST and PostgreSQL that are given here.
    enum Code: String, Sendable, Hashable, CaseIterable {
        case unreadable = "PGRST100"
        case badBody = "PGRST102"
        case beyondRows = "PGRST103"
        case unknownSchema = "PGRST106"
        case notOne = "PGRST116"
        case unknownBodyColumn = "PGRST204"
        case unknownTable = "PGRST205"
        case badToken = "PGRST301"
        case expiredToken = "PGRST303"
        case unavailable = "PGRST001"
        case unknownColumn = "42703"
        case badValue = "22P02"
        case denied = "42501"
        /// The same, to who brings no token.
        case deniedToAnonymous

        var text: String { self == .deniedToAnonymous ? Self.denied.rawValue : rawValue }

        var status: Int {
            switch self {
            case .unreadable, .badBody, .unknownBodyColumn, .unknownColumn, .badValue: 400
            case .badToken, .expiredToken, .deniedToAnonymous: 401
            case .denied: 403
            case .unknownTable: 404
            case .unknownSchema, .notOne: 406
            case .beyondRows: 416
            case .unavailable: 503
            }
        }
    }

    let code: Code
    let message: String
    var details: String?
    var hint: String?
    var headers: [String: String] = [:]

    var response: APIResponse {
        let json: JSONValue = [
            "code": .string(code.text), "details": details.map { .string($0) } ?? .null,
            "hint": hint.map { .string($0) } ?? .null, "message": .string(message),
        ]
        var response = APIResponse(status: code.status, json: json)
        response.headers += headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return response
    }
}

extension RowFault {
    static func unreadable(_ part: String, _ text: String) -> RowFault {
        RowFault(code: .unreadable, message: "\"failed to parse \(part) (\(text))\" (line 1, column 1)")
    }

    static func unknownColumn(_ column: String, of table: SupabaseTable) -> RowFault {
        RowFault(code: .unknownColumn, message: "column \(table.name).\(column) does not exist")
    }

    static func notFilterable(_ column: String, of table: SupabaseTable) -> RowFault {
        RowFault(
            code: .unknownColumn,
            message: "column \(table.name).\(column) can't be compared",
            hint: "The profile says which columns can be: set \"filter\": true in realtime.supabase."
        )
    }

    static func badValue(_ text: String, _ type: SupabaseTable.ColumnType) -> RowFault {
        RowFault(
            code: .badValue,
            message: "invalid input syntax for type \(type.sqlName): \"\(text)\""
        )
    }

    static let badBody = RowFault(code: .badBody, message: "Empty or invalid json")

    static func unknownBodyColumn(_ column: String, of table: SupabaseTable) -> RowFault {
        RowFault(
            code: .unknownBodyColumn,
            message: "Could not find the '\(column)' column of '\(table.name)' in the schema cache"
        )
    }

    static func denied(_ table: String, isAnonymous: Bool) -> RowFault {
        RowFault(code: isAnonymous ? .deniedToAnonymous : .denied, message: "permission denied for table \(table)")
    }

    static func unknownTable(_ name: String, in schema: String) -> RowFault {
        RowFault(
            code: .unknownTable,
            message: "Could not find the table '\(schema).\(name)' in the schema cache"
        )
    }

    static func unknownSchema(_ name: String, _ known: String) -> RowFault {
        RowFault(
            code: .unknownSchema,
            message: "Invalid schema: \(name)",
            hint: "Only the following schemas are exposed: \(known)"
        )
    }

    static func notOne(_ count: Int) -> RowFault {
        RowFault(
            code: .notOne,
            message: "Cannot coerce the result to a single JSON object",
            details: "The result contains \(count) rows"
        )
    }

    static func beyond(_ offset: Int, of total: Int) -> RowFault {
        RowFault(
            code: .beyondRows,
            message: "Requested range not satisfiable",
            details: "An offset of \(offset) was requested, but there are only \(total) rows.",
            headers: ["content-range": "*/\(total)"]
        )
    }

    static func badToken(_ fault: SupabaseToken.Fault) -> RowFault {
        let message = fault.isExpiry ? "JWT expired" : "JWSError JWSInvalidSignature"
        return RowFault(
            code: fault.isExpiry ? .expiredToken : .badToken,
            message: message,
            headers: ["www-authenticate": "Bearer error=\"invalid_token\", error_description=\"\(message)\""]
        )
    }

    static let unavailable = RowFault(
        code: .unavailable,
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
