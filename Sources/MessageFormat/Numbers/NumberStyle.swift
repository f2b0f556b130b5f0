/// How a number is printed: every option of `:number`, `:integer`, `:percent` and `:currency`, resolved.
///
/// Printing has two steps, because the plural category depends on the number as printed: `let shown =
/// style.rounded(value)`, then `PluralRules` or `style.append(shown, …)`.
struct NumberStyle: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case decimal
        /// The value is multiplied by 100 and then rounded.
        case percent
        case currency(CurrencyCode)
    }

    enum SignDisplay: UInt8, Sendable, Hashable { case auto, always, exceptZero, negative, never }
    enum Grouping: UInt8, Sendable, Hashable { case auto, always, never, min2 }
    /// The tables have no currency names, so `name` prints the code.
    enum CurrencyDisplay: UInt8, Sendable, Hashable { case symbol, narrowSymbol, name, code, never }
    enum CurrencySign: UInt8, Sendable, Hashable { case standard, accounting }

    enum TrailingZeroDisplay: UInt8, Sendable, Hashable { case auto, stripIfInteger }

    var kind = Kind.decimal
    var signDisplay = SignDisplay.auto
    var grouping = Grouping.auto
    var currencyDisplay = CurrencyDisplay.symbol
    var currencySign = CurrencySign.standard
    /// 1 to 100.
    var minimumIntegerDigits = 1
    var rounding = Rounding()

    init() {}

    /// The style for amounts in `currency`, with the currency's number of fraction digits.
    init(currency: CurrencyCode) {
        kind = .currency(currency)
        rounding = Rounding(fractionDigits: currency.fractionDigits)
    }

    /// Whole percents.
    static var percent: NumberStyle {
        var style = NumberStyle()
        style.kind = .percent
        style.rounding = Rounding(fractionDigits: 0)
        return style
    }

    /// `value` with exactly the fraction digits that will be printed, multiplied by 100 for percentages.
    @inline(__always)
    func rounded(_ value: ExactDecimal) -> ExactDecimal {
        kind == .percent ? rounding(value.timesHundred()) : rounding(value)
    }
}
