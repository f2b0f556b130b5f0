/// The ranges of a printed number's pieces in the writer's bytes.
///
/// Signs and symbols come before the integer and after the last digit.
struct NumberLayout: Sendable, Hashable {
    var start: Int
    /// The integer digits and the group separators between them.
    var integer: Range<Int>
    /// The fraction digits; the decimal separator is between the integer and them.
    var fraction: Range<Int>?
    var end: Int
}

extension NumberStyle {
    /// Appends a number of any length that `rounded` returned; returns the ranges of its pieces.
    @discardableResult
    @inline(never)
    func appendInPieces(_ shown: ExactDecimal, to writer: inout UTF8Writer, locale: LocaleData) -> NumberLayout {
        let row = NumberSymbols.row(of: locale)
        let symbols = NumberSymbols(row: row, for: use)
        let (set, code) = affixSet(row: row, locale: locale)
        let affixes = Affixes(set: set, sign(of: shown))

        let start = writer.count
        writer.append(affixes.prefix, code: code)
        let integerStart = writer.count
        var integerEnd = integerStart
        var fraction: Range<Int>?
        shown.withDigits { digits in
            let point = digits.count + Int(shown.exponent)
            appendInteger(digits, point, symbols, to: &writer)
            integerEnd = writer.count
            guard shown.exponent < 0 else { return }
            writer.append(symbols.decimal)
            let fractionStart = writer.count
            for index in point..<digits.count {
                symbols.append(digit: index < 0 ? 0 : digits[index], to: &writer)
            }
            fraction = fractionStart..<writer.count
        }
        writer.append(affixes.suffix, code: code)
        return NumberLayout(start: start, integer: integerStart..<integerEnd, fraction: fraction, end: writer.count)
    }

    /// Appends the digits before the decimal point, of which there are `point`.
    private func appendInteger(
        _ digits: UnsafeBufferPointer<UInt8>,
        _ point: Int,
        _ symbols: NumberSymbols,
        to writer: inout UTF8Writer
    ) {
        let places = max(point, minimumIntegerDigits)
        let isGrouped = symbols.groups(places, grouping)
        for place in stride(from: places - 1, through: 0, by: -1) {
            let index = point - 1 - place
            symbols.append(digit: digits.indices.contains(index) ? digits[index] : 0, to: &writer)
            if isGrouped, symbols.separates(after: place) { writer.append(symbols.group) }
        }
    }
}

extension NumberSymbols {
    /// Appends a digit 0–9 in the locale's digits.
    fileprivate func append(digit: UInt8, to writer: inout UTF8Writer) {
        guard let digits else { return writer.append(UInt8(ascii: "0") &+ digit) }
        writer.append(digits + Int(digit) * digitLength, count: digitLength)
    }
}
