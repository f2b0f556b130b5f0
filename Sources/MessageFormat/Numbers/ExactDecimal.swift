/// A decimal number without rounding: an integer times a power of ten.
///
/// What is written stays: `12.50` keeps its last zero (`description`, and the plural category, which counts visible
/// digits), and so does the sign of `-0`. Equality and order go by value: `12.5 == 12.50`.
/// Up to 38 digits lie in the value itself; longer numbers have their digits on the heap.
public struct ExactDecimal: Sendable {
    /// The digits as an integer, unless `wideDigits` has them.
    var coefficient: UInt128
    /// Digits 0–9, most significant first, of numbers that have more than 38 of them. Never starts with 0.
    var wideDigits: [UInt8]?
    /// The power of ten the digits are multiplied by; `-2` in 12.50.
    var exponent: Int32
    /// Whether there's a minus sign, also before zero.
    public internal(set) var isNegative: Bool

    @inline(__always)
    init(coefficient: UInt128, exponent: Int32, isNegative: Bool) {
        self.coefficient = coefficient
        self.wideDigits = nil
        self.exponent = exponent
        self.isNegative = isNegative
    }

    /// No digit stands further than this from the decimal point, on either side; numbers that need more aren't made.
    /// Far above what money and measurements need, low enough that `1e999999999` can't cost memory.
    public static let maximumDistance = 4096
}
