/// A decimal number without rounding: an integer times a power of ten.
///
/// It is kept as written: `12.50` keeps its last zero (in `description`, and for the plural category, which counts
/// visible digits), and `-0` keeps its sign. Equality and order are by value: `12.5 == 12.50`.
///
/// Up to 38 digits are stored in the value itself; longer numbers have their digits on the heap.
public struct ExactDecimal: Sendable {
    /// The digits as an integer below 10³⁸; 0 where `wideDigits` has them.
    var coefficient: WideInteger
    /// The digits 0–9, the first not 0, of numbers with more than 38 of them.
    var wideDigits: [UInt8]?
    /// The power of ten the digits are multiplied by: -2 in 12.50.
    var exponent: Int32
    /// Whether there's a minus sign, also before zero.
    public internal(set) var isNegative: Bool

    /// The maximum distance of a digit from the decimal point, on either side; numbers that need more can't be made.
    ///
    /// Far more than money and measurements need, but small enough that `1e999999999` costs nothing.
    public static let maximumDistance = 4096

    @inline(__always)
    init(coefficient: WideInteger, exponent: Int32, isNegative: Bool) {
        self.coefficient = coefficient
        self.wideDigits = nil
        self.exponent = exponent
        self.isNegative = isNegative
    }

    /// The number with these digits (0–9, most significant first; leading zeros are dropped).
    init(digits: ArraySlice<UInt8>, exponent: Int32, isNegative: Bool) {
        let digits = digits.drop { $0 == 0 }
        self.init(coefficient: 0, exponent: exponent, isNegative: isNegative)
        if digits.count > 38 {
            wideDigits = Array(digits)
        } else {
            for digit in digits { coefficient = coefficient * 10 + WideInteger(digit) }
        }
    }

    /// An integer of at most 128 bits.
    @inline(__always)
    public init<Integer: FixedWidthInteger>(_ value: Integer) {
        let magnitude = WideInteger(value.magnitude)
        if magnitude < PowersOfTen.wide(38) {
            self.init(coefficient: magnitude, exponent: 0, isNegative: value < 0)
        } else {
            let (upper, lower) = magnitude.quotientAndRemainder(dividingBy: PowersOfTen.wide(38))
            let digits = Self.digits(of: upper, atLeast: 1) + Self.digits(of: lower, atLeast: 38)
            self.init(digits: digits[...], exponent: 0, isNegative: value < 0)
        }
    }

    /// An amount in minor units: 1250 with two fraction digits (0 to `maximumDistance`) is 12.50.
    public init(minorUnits: Int64, fractionDigits: Int) {
        precondition((0...Self.maximumDistance).contains(fractionDigits), "a decimal has 0 to 4096 fraction digits")
        self.init(
            coefficient: WideInteger(minorUnits.magnitude),
            exponent: Int32(-fractionDigits),
            isNegative: minorUnits < 0
        )
    }

    /// The shortest decimal that is read back as `value`: 0.1 is 0.1, not 0.1000000000000000055.
    ///
    /// Nil where the value isn't finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        var text = value.description
        guard let exact = text.withUTF8({ ExactDecimal(utf8: $0) }) else { return nil }
        self = exact.withoutTrailingZeros()
    }
}

// MARK: - Digits

extension ExactDecimal {
    /// Whether the value is zero, with or without sign.
    public var isZero: Bool { coefficient == 0 && wideDigits == nil }

    /// The number of digits without leading zeros; zero has one.
    var digitCount: Int { wideDigits?.count ?? PowersOfTen.digitCount(coefficient) }

    /// Fraction digits as written; 2 in 12.50.
    public var fractionDigits: Int { max(0, -Int(exponent)) }

    /// The power of ten of the first digit: 1 in 12.50, -2 in 0.05; 0 in zero.
    var magnitude: Int { isZero ? 0 : digitCount - 1 + Int(exponent) }

    /// The digits 0–9, most significant first.
    var digits: [UInt8] { wideDigits ?? Self.digits(of: coefficient, atLeast: 1) }

    /// Calls `body` with the digits 0–9, most significant first; allocates only for numbers whose digits are on the
    /// heap.
    func withDigits<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let wideDigits { return wideDigits.withUnsafeBufferPointer(body) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: digitCount) { memory in
            var rest = coefficient
            for index in stride(from: memory.count - 1, through: 0, by: -1) {
                let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
                memory[index] = UInt8(truncatingIfNeeded: remainder.low)
                rest = quotient
            }
            return body(UnsafeBufferPointer(memory))
        }
    }

    static func digits(of value: WideInteger, atLeast minimum: Int) -> [UInt8] {
        let count = max(minimum, PowersOfTen.digitCount(value))
        var digits = [UInt8](repeating: 0, count: count)
        var rest = value
        for index in stride(from: count - 1, through: 0, by: -1) {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
            digits[index] = UInt8(truncatingIfNeeded: remainder.low)
            rest = quotient
        }
        return digits
    }

    /// The same value, written as short as possible: 12.5 for 12.50, and 1e2 for 100.
    func withoutTrailingZeros(upTo limit: Int = .max) -> ExactDecimal {
        if isZero { return ExactDecimal(coefficient: 0, exponent: 0, isNegative: isNegative) }
        guard let wideDigits else {
            var short = self
            while Int(short.exponent) < limit, short.coefficient % 10 == 0 {
                short.coefficient /= 10
                short.exponent += 1
            }
            return short
        }
        let room = min(limit, Int(Int32.max)) - Int(exponent)
        let zeros = min(wideDigits.reversed().prefix { $0 == 0 }.count, room)
        guard zeros > 0 else { return self }
        return ExactDecimal(
            digits: wideDigits.dropLast(zeros),
            exponent: exponent + Int32(zeros),
            isNegative: isNegative
        )
    }

    /// The number as an `Int`; nil where it isn't an integer, or doesn't fit.
    public var integer: Int? {
        let short = withoutTrailingZeros()
        guard short.exponent >= 0, short.wideDigits == nil, short.magnitude < 20 else { return nil }
        let magnitude = short.coefficient * PowersOfTen.wide(Int(short.exponent))
        guard magnitude.high == 0 else { return nil }
        guard isNegative else { return Int(exactly: magnitude.low) }
        // The lowest integer has no positive counterpart.
        if magnitude.low == Int.min.magnitude { return .min }
        return Int(exactly: magnitude.low).map { -$0 }
    }
}
