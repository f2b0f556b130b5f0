/// The text before and after the digits of a number, depending on its sign.
struct Affixes {
    /// The sign that is shown.
    ///
    /// The raw value is the index of its pair of references in an affix set.
    enum Sign: Int {
        case none = 0
        case minus = 4
        case plus = 8
    }

    /// Marks the place of the currency's code in an affix.
    static let codePlaceholder: UInt8 = 1

    let prefix: TableText
    let suffix: TableText

    @inline(__always)
    init(set: Int, _ sign: Sign) {
        let table = NumberTable.bytes.utf8Start
        let start = NumberTable.affixSets &+ set &* 12 &+ sign.rawValue
        prefix = table.shortText(table.number2(at: start))
        suffix = table.shortText(table.number2(at: start &+ 2))
    }
}

extension NumberStyle {
    /// The affix set of this style, and the code to insert where the style shows it or there is no symbol.
    @inline(__always)
    func affixSet(row: UnsafePointer<UInt8>, locale: LocaleData) -> (set: Int, code: CurrencyCode?) {
        switch kind {
        case .decimal: return (row.number2(at: 16), nil)
        case .percent: return (row.number2(at: 18), nil)
        case .currency(let currency):
            switch currencyDisplay {
            case .never: return (row.number2(at: 16), nil)
            case .code, .name: return (row.number2(at: isForAccounts ? 22 : 20), currency)
            case .symbol, .narrowSymbol:
                guard currency.row != CurrencyCode.noRow else {
                    return (row.number2(at: isForAccounts ? 22 : 20), currency)
                }
                let form = Int(locale.row) &* NumberTable.currencyCount &+ Int(currency.row)
                let start =
                    NumberTable.forms &+ form &* 8
                    &+ (currencyDisplay == .symbol ? 0 : 2) &+ (isForAccounts ? 4 : 0)
                return (NumberTable.bytes.utf8Start.number2(at: start), nil)
            }
        }
    }

    /// Whether accounting formats are used; they are a way to show signs, so not where no sign is shown.
    @inline(__always)
    var isForAccounts: Bool { currencySign == .accounting && signDisplay != .never }

    /// The sign to show for a rounded number.
    @inline(__always)
    func sign(of shown: ExactDecimal) -> Affixes.Sign {
        switch signDisplay {
        case .auto: shown.isNegative ? .minus : .none
        case .always: shown.isNegative ? .minus : .plus
        case .exceptZero: shown.isZero ? .none : shown.isNegative ? .minus : .plus
        case .negative: shown.isNegative && !shown.isZero ? .minus : .none
        case .never: .none
        }
    }
}

extension UTF8Writer {
    /// Appends an affix, with `code` in its place.
    @inline(__always)
    mutating func append(_ affix: TableText, code: CurrencyCode?) {
        guard let code else { return append(affix) }
        appendSlowly(affix, code: code)
    }

    @inline(never)
    private mutating func appendSlowly(_ affix: TableText, code: CurrencyCode) {
        for byte in affix.bytes {
            if byte == Affixes.codePlaceholder { code.append(to: &self) } else { append(byte) }
        }
    }
}
