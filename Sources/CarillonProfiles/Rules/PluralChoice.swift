package import MessageFormat

/// The selection of a variant by a number's plural form.
package struct PluralChoice {
    /// Whether the number is a position (1st, 2nd) rather than an amount.
    package let isOrdinal: Bool
    /// Whether the number is always an integer.
    package let isWhole: Bool
    /// The numbers that can come, where they are integers of the payload.
    package let range: ClosedRange<Int64>?

    /// The functions that choose by numbers.
    static let functions = ["number", "integer", "offset", "percent"]

    /// Nil where the selection isn't by plural form: for texts, and where numbers are compared exactly.
    ///
    /// - Parameters:
    ///   - selector: an element of `match`.
    ///   - kind: the type of its variable.
    init?(_ selector: MessageIntrospection.Selector, of kind: MessageVariables.Kind?) {
        guard let function = selector.function else { return nil }
        self.init(function, range: Self.range(of: kind))
    }

    /// - Parameters:
    ///   - function: what compares keys, such as `:integer`.
    ///   - field: the payload field that decides; nil for another variable.
    package init?(_ function: Message.Function, of field: PayloadField?) {
        self.init(function, range: field?.type.integers)
    }

    private init?(_ function: Message.Function, range: ClosedRange<Int64>?) {
        guard Self.functions.contains(function.name) else { return nil }
        let select = function.options.first { $0.name == "select" }?.value
        // `exact` doesn't use forms; other invalid values are reported elsewhere.
        guard select == nil || select == .literal("plural") || select == .literal("ordinal") else { return nil }
        isOrdinal = select == .literal("ordinal")
        let hasFraction = function.options.contains { $0.name == "minimumFractionDigits" }
        isWhole = function.name == "integer" || range != nil && !hasFraction
        self.range = range
    }

    /// The possible values of an integer of the payload.
    static func range(of kind: MessageVariables.Kind?) -> ClosedRange<Int64>? {
        if case .field(let field)? = kind { field.type.integers } else { nil }
    }
}
