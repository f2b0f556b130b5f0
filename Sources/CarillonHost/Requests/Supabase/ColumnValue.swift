import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// A column's value, as it is compared: by PostgreSQL's rules for the column's type.
enum ColumnValue: Sendable, Hashable {
    case text(String)
    case number(Double)
    case boolean(Bool)
    case time(Instant)

    /// The value in a row; nil for null.
    init?(_ value: JSONValue?, _ type: SupabaseTable.ColumnType) {
        switch value {
        case nil, .null: return nil
        case .string(let text): self.init(written: text, type)
        case .boolean(let flag): self = .boolean(flag)
        case .number(let text): self.init(written: text, type)
        case .array, .object: self = .text(value?.text ?? "")
        }
    }

    /// What a client writes; nil where the type has no such value.
    init?(written text: String, _ type: SupabaseTable.ColumnType) {
        switch type {
        case .text, .jsonb: self = .text(text)
        case .uuid:
            guard TextFormat.isUUID(text) else { return nil }
            self = .text(text.lowercased())
        case .bool:
            guard let flag = Self.boolean(text) else { return nil }
            self = .boolean(flag)
        case .int4, .int8:
            guard let number = Int64(text.trimmed) else { return nil }
            self = .number(Double(number))
        case .float8, .numeric:
            guard let number = Double(text.trimmed) else { return nil }
            self = .number(number)
        case .timestamptz, .timestamp:
            guard let time = Self.time(text.trimmed) else { return nil }
            self = .time(time)
        }
    }

    /// Nil where the two can't be compared.
    func compared(to other: ColumnValue) -> Int? {
        switch (self, other) {
        case (.text(let first), .text(let second)): Self.order(Array(first.utf8), Array(second.utf8))
        case (.number(let first), .number(let second)): first < second ? -1 : first > second ? 1 : 0
        case (.boolean(let first), .boolean(let second)): first == second ? 0 : first ? 1 : -1
        case (.time(let first), .time(let second)): first < second ? -1 : first > second ? 1 : 0
        default: nil
        }
    }

    private static func order(_ first: [UInt8], _ second: [UInt8]) -> Int {
        first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
    }

    /// Source: PostgreSQL, “Boolean Type”.
    static func boolean(_ text: String) -> Bool? {
        switch text.trimmed.lowercased() {
        case "t", "true", "y", "yes", "on", "1": true
        case "f", "false", "n", "no", "off", "0": false
        default: nil
        }
    }

    /// RFC 3339, also with a space for the `T`, and in UTC where no offset stands.
    private static func time(_ text: String) -> Instant? {
        var text = text
        if let space = text.firstIndex(of: " ") { text.replaceSubrange(space...space, with: "T") }
        if !text.contains("T") { text += "T00:00:00" }
        return Instant(text) ?? Instant(text + "Z") ?? Instant(text + ":00")
    }
}
