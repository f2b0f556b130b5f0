import MessageFormat

/// The selection of a variant by a number's plural form.
struct PluralChoice {
    /// Whether the number is a position (1st, 2nd) rather than an amount.
    let isOrdinal: Bool
    /// Whether the number is always an integer.
    let isWhole: Bool

    /// The functions that choose by numbers.
    static let functions = ["number", "integer", "offset", "percent"]

    /// Nil where the selection isn't by plural form: for texts, and where numbers are compared exactly.
    ///
    /// - Parameters:
    ///   - selector: an element of `match`.
    ///   - kind: the type of its variable.
    init?(_ selector: MessageIntrospection.Selector, of kind: MessageVariables.Kind?) {
        guard let function = selector.function, Self.functions.contains(function.name) else { return nil }
        let select = function.options.first { $0.name == "select" }?.value
        // `exact` doesn't use forms; other invalid values are reported elsewhere.
        guard select == nil || select == .literal("plural") || select == .literal("ordinal") else { return nil }
        isOrdinal = select == .literal("ordinal")
        let hasFraction = function.options.contains { $0.name == "minimumFractionDigits" }
        isWhole = function.name == "integer" || Self.range(of: kind) != nil && !hasFraction
    }

    /// The possible values of an integer of the payload.
    static func range(of kind: MessageVariables.Kind?) -> ClosedRange<Int64>? {
        if case .field(let field)? = kind, case .integer(let range) = field.type { range } else { nil }
    }
}
