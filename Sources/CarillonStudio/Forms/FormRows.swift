package import MessageFormat

/// What decides between the rows of a form.
package struct FormSelector: Sendable, Hashable {
    /// The field, such as `count` or `fee.present`.
    package let field: String
    /// How its values are compared with keys, such as `:integer` or `:string`.
    package let function: Message.Function

    package init(_ field: String, _ function: Message.Function) {
        self.field = field
        self.function = function
    }

    /// How rows are chosen.
    package enum Choice: String, Sendable, Hashable {
        /// By the plural form of an amount.
        case cardinal
        /// By the plural form of a position: 1st, 2nd.
        case ordinal
        /// By numbers as they are.
        case exact
        /// By values of an enumeration, a boolean or a text.
        case value
    }

    package var choice: Choice {
        guard function.name != "string" else { return .value }
        switch function.options.first(where: { $0.name == "select" })?.value {
        case .literal("ordinal"): return .ordinal
        case .literal("exact"): return .exact
        default: return .cardinal
        }
    }

    /// The functions that a form's selectors may have.
    package static let functions: Set<String> = ["string", "number", "integer", "offset", "percent"]
}

/// A row of a form, or a cell of its grid.
package struct FormRow: Sendable, Hashable {
    /// One for each selector.
    package let keys: [Message.Key]
    package var text: FormPattern

    package init(_ keys: [Message.Key], _ text: FormPattern) {
        self.keys = keys
        self.text = text
    }

    /// As `when` has them: separated by blanks.
    package var name: String { keys.map(\.name).joined(separator: " ") }
    /// Whether it takes what no other row does.
    package var isRest: Bool { keys.allSatisfy { $0 == .catchAll } }
}

extension Message.Key {
    /// `*` for what takes the rest.
    package var name: String {
        switch self {
        case .literal(let text): text
        case .catchAll: "*"
        }
    }
}

/// Rows that a selector chooses from, or cells that two do.
package struct FormRows: Sendable, Hashable {
    package let selectors: [FormSelector]
    package let rows: [FormRow]

    /// More are locked.
    package static let selectorLimit = 2

    /// - Throws: ``FormFault`` where keys are missing, double, or leave something that no row takes.
    package init(_ selectors: [FormSelector], _ rows: [FormRow]) throws(FormFault) {
        guard (1...Self.selectorLimit).contains(selectors.count) else { throw .selectors }
        var seen: Set<[Message.Key]> = []
        for row in rows {
            guard row.keys.count == selectors.count else { throw .keys }
            guard seen.insert(row.keys).inserted else { throw .duplicate(row.name) }
        }
        guard rows.contains(where: \.isRest) else { throw .noRest }
        self.init(unchecked: selectors, rows)
    }

    init(unchecked selectors: [FormSelector], _ rows: [FormRow]) {
        self.selectors = selectors
        self.rows = rows
    }

    /// The row with these keys.
    package func row(_ keys: [Message.Key]) -> FormRow? { rows.first { $0.keys == keys } }
}
