public import CarillonModel

/// What the app knows and pushes don't carry: tables of rows, each with texts by name.
///
/// The app writes them whenever something in them changes, where its notification service extension can read them: in the app
/// group, protected until the phone is first unlocked. They are private: no part of them belongs into a log.
public struct DeviceTables: Sendable, Hashable {
    private var rows: [String: [String: [String: String]]] = [:]

    /// Without any table.
    public init() {}

    /// From `{table: {key: {member: text}}}`; numbers are taken as their text, and what can't be read is left out.
    public init(_ json: JSONValue) {
        for table in json.object?.members ?? [] {
            for row in table.value.object?.members ?? [] {
                set(
                    row.value.object?.members.reduce(into: [:]) { row, member in
                        row[member.name] = member.value.string ?? member.value.numberText
                    } ?? [:],
                    of: row.name,
                    in: table.name
                )
            }
        }
    }

    /// Puts a row into a table, in place of the one with the same key.
    public mutating func set(_ row: [String: String], of key: String, in table: String) {
        rows[table, default: [:]][key] = row
    }

    /// For ``init(_:)``.
    public var json: JSONValue {
        .object(
            JSONObject(
                rows.sorted { $0.key.exact < $1.key.exact }.map { table in
                    let rows = table.value.sorted { $0.key.exact < $1.key.exact }
                    return .init(table.key, .object(JSONObject(rows.map { .init($0.key, JSONValue($0.value)) })))
                }
            )
        )
    }

    /// - Parameter ignoringCase: keys that differ only in the case of A to Z are the same; the one that is the same in every
    ///   letter goes first.
    func value(_ member: String, of key: String, in table: String, ignoringCase: Bool) -> String? {
        guard let rows = rows[table] else { return nil }
        if let row = rows[key] { return row[member] }
        guard ignoringCase else { return nil }
        let folded = key.lowercasedASCII
        let other = rows.keys.filter { $0.lowercasedASCII.exact == folded.exact }.min { $0.exact < $1.exact }
        return other.flatMap { rows[$0]?[member] }
    }
}

extension DeviceTables: CustomReflectable {
    /// The names of the tables alone.
    public var customMirror: Mirror {
        Mirror(self, children: ["tables": rows.keys.sorted()], displayStyle: .struct)
    }
}

extension JSONValue {
    fileprivate var numberText: String? { if case .number(let text) = self { text } else { nil } }
}

extension String {
    /// With A to Z in small letters, and everything else as it is.
    fileprivate var lowercasedASCII: String {
        String(decoding: utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
