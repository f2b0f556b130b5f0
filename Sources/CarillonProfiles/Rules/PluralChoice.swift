import MessageFormat

/// A number that chooses a variant by its plural form.
struct PluralChoice {
    /// Positions (1st, 2nd) rather than amounts.
    let isOrdinal: Bool
    /// Whether the number is always an integer.
    let isWhole: Bool

    /// The functions that choose by numbers.
    static let functions = ["number", "integer", "offset", "percent"]

    /// Nil where no form decides: of text, and where numbers are compared exactly.
    ///
    /// - Parameters:
    ///   - selector: what stands behind `match`.
    ///   - kind: what its variable holds.
    init?(_ selector: MessageIntrospection.Selector, of kind: MessageVariables.Kind?) {
        guard let function = selector.function, Self.functions.contains(function.name) else { return nil }
        let select = function.options.first { $0.name == "select" }?.value
        // `exact` has no forms, and what else stands there is said elsewhere.
        guard select == nil || select == .literal("plural") || select == .literal("ordinal") else { return nil }
        isOrdinal = select == .literal("ordinal")
        let hasFraction = function.options.contains { $0.name == "minimumFractionDigits" }
        isWhole = function.name == "integer" || Self.range(of: kind) != nil && !hasFraction
    }

    /// The numbers that an integer of the payload may be.
    static func range(of kind: MessageVariables.Kind?) -> ClosedRange<Int64>? {
        if case .field(let field)? = kind, case .integer(let range) = field.type { range } else { nil }
    }
}
