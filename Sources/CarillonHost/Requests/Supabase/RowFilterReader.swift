import CarillonModel
import CarillonProfiles

/// Reads conditions: of subscriptions, `column=op.value`, several joined by `,` or `&`; and of requests, `op.value` for a column.
struct RowFilterReader {
    let table: SupabaseTable

    enum Fault: Error, Hashable {
        /// With the parts that were found.
        case unreadable([String])
        case listWithoutParentheses
        case emptySegment
        case unknownColumn(String)
        case notFilterable(String)
        case badValue(String, SupabaseTable.ColumnType)
        case tooManyValues
        /// Regular expressions of PostgreSQL aren't evaluated here.
        case unsupported(RowFilter.Operator)
    }

    /// Values that `in` takes.
    static let valueLimit = 100
    /// Conditions of one subscription.
    static let filterLimit = 20

    /// - Parameter text: nothing but blanks is no condition.
    func filters(_ text: String) throws(Fault) -> [RowFilter] {
        guard !text.trimmed.isEmpty else { return [] }
        let segments = Self.segments(of: text)
        guard segments.count <= Self.filterLimit else { throw .tooManyValues }
        var filters: [RowFilter] = []
        for segment in segments {
            guard !segment.trimmed.isEmpty else { throw .emptySegment }
            guard let equals = segment.firstIndex(of: "=") else { throw .unreadable([segment]) }
            let column = String(segment[..<equals]).trimmed
            filters.append(try filter(column, String(segment[segment.index(after: equals)...])))
        }
        return filters
    }

    /// - Parameter text: `eq.5f0c`, `not.in.(a,b)`.
    func filter(_ name: String, _ text: String) throws(Fault) -> RowFilter {
        var rest = Substring(text)
        let isNegated = rest.hasPrefix("not.")
        if isNegated { rest = rest.dropFirst(4) }
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let known = RowFilter.Operator(rawValue: parts[0]) else { throw .unreadable(parts) }
        guard let column = table.column(name) else { throw .unknownColumn(name) }
        guard column.isFilterable else { throw .notFilterable(name) }
        return RowFilter(
            column: column,
            isNegated: isNegated,
            operator: known,
            operand: try operand(parts[1], of: known, column)
        )
    }

    private func operand(
        _ text: String,
        of known: RowFilter.Operator,
        _ column: SupabaseTable.Column
    ) throws(Fault) -> RowFilter.Operand {
        switch known {
        case .in:
            guard text.hasPrefix("("), text.hasSuffix(")") else { throw .listWithoutParentheses }
            let written = Self.elements(of: String(text.dropFirst().dropLast()))
            guard written.count <= Self.valueLimit else { throw .tooManyValues }
            var values: [ColumnValue] = []
            for text in written { values.append(try value(text, of: column)) }
            return .values(values)
        case .is:
            guard let known = RowFilter.Known(rawValue: text.lowercased()) else { throw .badValue(text, column.type) }
            return .known(known)
        case .like, .ilike:
            // PostgREST takes `*` for `%`, which URLs would have to encode.
            return .pattern(String(text.map { $0 == "*" ? "%" : $0 }))
        case .match, .imatch: throw .unsupported(known)
        case .eq, .neq, .lt, .lte, .gt, .gte, .isdistinct: return .value(try value(Self.unquoted(text), of: column))
        }
    }

    private func value(_ text: String, of column: SupabaseTable.Column) throws(Fault) -> ColumnValue {
        guard let value = ColumnValue(written: text, column.type) else { throw .badValue(text, column.type) }
        return value
    }

    // MARK: texts

    /// Splits at commas, and at an `&` behind which a column stands: public pages of apps join conditions by that.
    private static func segments(of text: String) -> [String] {
        split(text) { rest in
            if rest.first == "," { return true }
            guard rest.first == "&" else { return false }
            let name = rest.dropFirst().prefix { $0 != "=" }
            return name.count < rest.count - 1 && !name.isEmpty
                && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
        }
    }

    /// Of a list within parentheses.
    private static func elements(of text: String) -> [String] {
        text.isEmpty ? [] : split(text) { $0.first == "," }.map { unquoted($0) }
    }

    /// Separators within quotes or parentheses are none.
    private static func split(_ text: String, where isSeparator: (Substring) -> Bool) -> [String] {
        var parts = [""]
        var (depth, isQuoted, isEscaped) = (0, false, false)
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if !isQuoted, character == "(" {
                depth += 1
            } else if !isQuoted, character == ")" {
                depth -= 1
            } else if !isQuoted, depth <= 0, isSeparator(text[index...]) {
                parts.append("")
                continue
            }
            parts[parts.count - 1].append(character)
        }
        return parts
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        var result = ""
        var isEscaped = false
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}
