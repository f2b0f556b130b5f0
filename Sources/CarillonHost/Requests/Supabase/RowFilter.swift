import CarillonModel
import CarillonProfiles

/// One condition that a row meets or doesn't: `user_id=eq.5f0c`.
struct RowFilter: Sendable, Hashable {
    enum Operator: String, Sendable, Hashable, CaseIterable {
        case eq, neq, lt, lte, gt, gte, `in`, `is`, like, ilike, isdistinct
        case match, imatch
    }

    /// What `is` compares with.
    enum Known: String, Sendable, Hashable {
        case null
        case notNull = "not_null"
        case yes = "true"
        case no = "false"
        case unknown
    }

    enum Operand: Sendable, Hashable {
        case value(ColumnValue)
        case values([ColumnValue])
        case known(Known)
        case pattern(String)
    }

    let column: SupabaseTable.Column
    let isNegated: Bool
    let `operator`: Operator
    let operand: Operand

    /// Comparing with null is true of nothing, negated or not: SQL's rule.
    func holds(of row: JSONObject) -> Bool {
        let value = ColumnValue(row[column.name], column.type)
        if case .known(let known) = operand { return Self.isKnown(value, known) != isNegated }
        if self.operator == .isdistinct, case .value(let other) = operand { return (value != other) != isNegated }
        guard let value else { return false }
        let result: Bool? =
            switch operand {
            case .value(let other): value.compared(to: other).map { compare($0) }
            case .values(let others): others.contains { value.compared(to: $0) == 0 }
            case .pattern(let pattern): matches(value, pattern)
            case .known: nil
            }
        return result.map { $0 != isNegated } ?? false
    }

    private func compare(_ order: Int) -> Bool {
        switch self.operator {
        case .eq: order == 0
        case .neq: order != 0
        case .lt: order < 0
        case .lte: order <= 0
        case .gt: order > 0
        case .gte: order >= 0
        case .in, .is, .like, .ilike, .match, .imatch, .isdistinct: false
        }
    }

    private static func isKnown(_ value: ColumnValue?, _ known: Known) -> Bool {
        switch known {
        case .null, .unknown: value == nil
        case .notNull: value != nil
        case .yes: value == .boolean(true)
        case .no: value == .boolean(false)
        }
    }

    private func matches(_ value: ColumnValue, _ pattern: String) -> Bool? {
        guard case .text(let text) = value else { return nil }
        let ignoresCase = self.operator == .ilike
        return LikePattern(ignoresCase ? pattern.lowercased() : pattern).matches(ignoresCase ? text.lowercased() : text)
    }
}

/// Source: PostgreSQL, “LIKE”: `%` is any text, `_` any character, `\` takes the next as it is.
struct LikePattern {
    private enum Part {
        case anything
        case one
        case character(Unicode.Scalar)
    }

    private let parts: [Part]

    init(_ pattern: String) {
        var parts: [Part] = []
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            switch scalar {
            case "\\" where !isEscaped: isEscaped = true
            case "%" where !isEscaped: parts.append(.anything)
            case "_" where !isEscaped: parts.append(.one)
            default:
                parts.append(.character(scalar))
                isEscaped = false
            }
        }
        self.parts = parts
    }

    /// Goes back to the last `%` only, which is enough: the time is at most the product of both lengths.
    func matches(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        var (part, index) = (0, 0)
        var last: (part: Int, index: Int)?
        while index < scalars.count {
            if part < parts.count, case .anything = parts[part] {
                last = (part, index)
                part += 1
            } else if part < parts.count, takes(parts[part], scalars[index]) {
                part += 1
                index += 1
            } else if let back = last {
                last = (back.part, back.index + 1)
                (part, index) = (back.part + 1, back.index + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { if case .anything = $0 { true } else { false } }
    }

    private func takes(_ part: Part, _ scalar: Unicode.Scalar) -> Bool {
        switch part {
        case .anything, .one: true
        case .character(let own): own == scalar
        }
    }
}
