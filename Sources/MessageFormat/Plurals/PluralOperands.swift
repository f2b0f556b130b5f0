/// The properties of a number that plural rules use (UTS #35 part 3, "Operands").
///
/// Rules compare with small numbers, and use the last six digits at most. So an integer of any length is stored as its
/// last 18 digits, plus 10¹⁸ where there are more.
struct PluralOperands {
    /// The integer digits.
    var integer: UInt64
    /// The visible fraction digits as an integer, with and without trailing zeros; and the number of digits, likewise.
    var fraction: UInt64 = 0
    var shortFraction: UInt64 = 0
    var fractionDigits = 0
    var shortFractionDigits = 0
    var compactExponent = 0

    static let limit: UInt64 = 1_000_000_000_000_000_000

    @inline(__always)
    init(_ integer: UInt64) {
        self.integer = Self.clamped(WideInteger(integer))
    }

    init(_ number: ExactDecimal, compactExponent: Int) {
        self.compactExponent = compactExponent
        let scale = number.fractionDigits
        fractionDigits = scale
        guard number.wideDigits == nil, number.exponent <= 0, scale <= 38 else {
            let digits = number.digits
            let point = digits.count + Int(number.exponent)
            integer = Self.clamped(digits.prefix(max(0, point)), zeros: max(0, Int(number.exponent)))
            let visible = digits.dropFirst(max(0, point))
            let zeros = visible.reversed().prefix { $0 == 0 }.count
            fraction = Self.clamped(visible, zeros: 0)
            shortFraction = Self.clamped(visible.dropLast(zeros), zeros: 0)
            shortFractionDigits = fraction == 0 ? 0 : scale - zeros
            return
        }
        let (whole, rest) = number.coefficient.quotientAndRemainder(dividingBy: PowersOfTen.wide(scale))
        integer = Self.clamped(whole)
        guard rest != 0 else { return }
        var short = rest
        shortFractionDigits = scale
        while short % 10 == 0 {
            short /= 10
            shortFractionDigits -= 1
        }
        fraction = Self.clamped(rest)
        shortFraction = Self.clamped(short)
    }

    @inline(__always)
    private static func clamped(_ value: WideInteger) -> UInt64 {
        value < WideInteger(limit) ? value.low : (value % WideInteger(limit)).low + limit
    }

    private static func clamped(_ digits: ArraySlice<UInt8>, zeros: Int) -> UInt64 {
        var value: UInt64 = 0
        var isLong = false
        func append(_ digit: UInt8) {
            value = value * 10 + UInt64(digit)
            isLong = isLong || value >= limit
            value %= limit
        }
        for digit in digits { append(digit) }
        for _ in 0..<zeros { append(0) }
        return isLong ? value + limit : value
    }
}
