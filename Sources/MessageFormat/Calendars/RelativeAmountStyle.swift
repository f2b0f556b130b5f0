/// A time span from now: `in 3 days`, `for 2 timer siden`, or a name such as `yesterday`.
struct RelativeAmountStyle: Sendable, Hashable {
    enum Unit: UInt8, Sendable, Hashable { case second, minute, hour, day, week, month, quarter, year }
    enum Width: UInt8, Sendable, Hashable { case long, short, narrow }

    var unit = Unit.day
    var width = Width.long
    /// Whether names such as "tomorrow" are used where the language has them.
    var usesRelativeNames = false

    /// For offsets from -2 to 2.
    static let namesPerUnit = 5
    private static let units = 8

    /// Appends `amount` units from now; negative amounts, including -0, are in the past.
    func append(_ amount: ExactDecimal, to writer: inout UTF8Writer, locale: LocaleData) {
        let symbols = DateSymbols(of: locale, nil)
        let row = Int(width.rawValue) * Self.units + Int(unit.rawValue)
        if usesRelativeNames, let offset = amount.integer, (-2...2).contains(offset),
            let word = symbols.text(DateTable.relativeNames, row * Self.namesPerUnit + offset + 2)
        {
            return writer.append(word)
        }
        var size = amount
        size.isNegative = false
        let style = NumberStyle()
        let shown = style.rounded(size)
        let category = PluralRules(of: locale, kind: .cardinal).category(of: shown)
        let categories = PluralCategory.allCases.count
        let index = (row * 2 + (amount.isNegative ? 1 : 0)) * categories + Int(category.rawValue)
        for byte in symbols.known(DateTable.relative, index).bytes {
            if byte == DatePrinter.innerTime {
                style.append(shown, to: &writer, locale: locale)
            } else {
                writer.append(byte)
            }
        }
    }
}
