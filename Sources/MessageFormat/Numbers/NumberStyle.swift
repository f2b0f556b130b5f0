/// How a number is printed: every option of `:number`, `:integer`, `:percent` and `:currency`, resolved.
///
/// Printing has two steps, because the plural category belongs to the number *as printed*:
/// `let shown = style.rounded(value)`, then `PluralRules` or `style.append(shown, …)`.
struct NumberStyle: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case decimal
        /// The value is multiplied by 100 when rounded.
        case percent
        case currency(CurrencyCode)
    }

    enum SignDisplay: Sendable, Hashable { case auto, always, exceptZero, negative, never }
    enum Grouping: Sendable, Hashable { case auto, always, never, min2 }
    enum CurrencyDisplay: Sendable, Hashable { case symbol, narrowSymbol, name, code, never }
    enum CurrencySign: Sendable, Hashable { case standard, accounting }
    enum TrailingZeroDisplay: Sendable, Hashable { case auto, stripIfInteger }

    var kind = Kind.decimal
    var signDisplay = SignDisplay.auto
    var grouping = Grouping.auto
    var currencyDisplay = CurrencyDisplay.symbol
    var currencySign = CurrencySign.standard
    /// 1 to 99.
    var minimumIntegerDigits = 1
    var rounding = Rounding()

    /// `value` with exactly the fraction digits that will be seen (times 100 for percent).
    func rounded(_ value: ExactDecimal) -> ExactDecimal { rounding(value) }

    /// Appends a number that `rounded` returned.
    @discardableResult
    func append(_ shown: ExactDecimal, to writer: inout UTF8Writer, locale: LocaleData) -> NumberLayout {
        writer.append(shown.description)
        return NumberLayout(start: writer.count, integer: writer.count..<writer.count, fraction: nil, end: writer.count)
    }
}

/// Where the pieces of a printed number lie, in bytes of the writer: sign and symbols are before `integer` and after
/// the fraction (or the integer, if there's no fraction).
struct NumberLayout: Sendable, Hashable {
    var start: Int
    var integer: Range<Int>
    /// Without the decimal separator, which lies between `integer` and this.
    var fraction: Range<Int>?
    var end: Int
}
