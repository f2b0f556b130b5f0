// The integer of 128 bits that coefficients are. Where the system's own library may be an older one, as on Apple's platforms,
// `UInt128` can't be counted on; `make floor` checks that nothing newer is used. `CARILLON_OLD_SYSTEMS` chooses the same code
// elsewhere, for tests.

#if canImport(Darwin) || CARILLON_OLD_SYSTEMS
typealias WideInteger = TwoWords
#else
typealias WideInteger = UInt128

extension UInt128 {
    @inline(__always)
    init(high: UInt64, low: UInt64) {
        self = UInt128(high) << 64 | UInt128(low)
    }

    /// The lower 64 bits.
    @inline(__always)
    var low: UInt64 { UInt64(truncatingIfNeeded: self) }

    /// The upper 64 bits.
    @inline(__always)
    var high: UInt64 { UInt64(truncatingIfNeeded: self >> 64) }
}
#endif

/// An unsigned integer of 128 bits as two of 64, with the operations that exact decimals need.
///
/// Operators trap on overflow, as those of the standard library do.
struct TwoWords: Sendable, Equatable {
    let high: UInt64
    let low: UInt64

    @inline(__always)
    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Traps where the value is negative or has more than 128 bits.
    @inline(__always)
    init<Integer: FixedWidthInteger>(_ value: Integer) {
        let upper = value >> 64
        precondition(value >= 0 && (Integer.bitWidth <= 128 || value >> 128 == 0), "a coefficient has at most 128 bits")
        self.init(high: UInt64(truncatingIfNeeded: upper), low: UInt64(truncatingIfNeeded: value))
    }
}

extension TwoWords: ExpressibleByIntegerLiteral {
    @inline(__always)
    init(integerLiteral value: UInt64) {
        self.init(high: 0, low: value)
    }
}

extension TwoWords: Comparable {
    @inline(__always)
    static func < (first: TwoWords, second: TwoWords) -> Bool {
        first.high == second.high ? first.low < second.low : first.high < second.high
    }
}

// MARK: - Sums and products

extension TwoWords {
    @inline(__always)
    static func + (first: TwoWords, second: TwoWords) -> TwoWords {
        let (low, carry) = first.low.addingReportingOverflow(second.low)
        return TwoWords(high: first.high + second.high + (carry ? 1 : 0), low: low)
    }

    @inline(__always)
    static func - (first: TwoWords, second: TwoWords) -> TwoWords {
        let (low, borrow) = first.low.subtractingReportingOverflow(second.low)
        return TwoWords(high: first.high - second.high - (borrow ? 1 : 0), low: low)
    }

    @inline(__always)
    static func * (first: TwoWords, second: TwoWords) -> TwoWords {
        let (product, overflow) = first.multipliedReportingOverflow(by: second)
        precondition(!overflow, "a product of more than 128 bits")
        return product
    }

    /// The lower 128 bits of the product, and whether there are more.
    @inline(__always)
    func multipliedReportingOverflow(by other: TwoWords) -> (partialValue: TwoWords, overflow: Bool) {
        let whole = low.multipliedFullWidth(by: other.low)
        let (first, firstOverflow) = high.multipliedReportingOverflow(by: other.low)
        let (second, secondOverflow) = low.multipliedReportingOverflow(by: other.high)
        let (sum, sumOverflow) = first.addingReportingOverflow(second)
        let (upper, upperOverflow) = whole.high.addingReportingOverflow(sum)
        let overflow =
            firstOverflow || secondOverflow || sumOverflow || upperOverflow || (high != 0 && other.high != 0)
        return (TwoWords(high: upper, low: whole.low), overflow)
    }

    static func += (value: inout TwoWords, other: TwoWords) { value = value + other }
    static func *= (value: inout TwoWords, other: TwoWords) { value = value * other }
}

// MARK: - Division

extension TwoWords {
    static func / (value: TwoWords, divisor: TwoWords) -> TwoWords {
        value.quotientAndRemainder(dividingBy: divisor).quotient
    }

    static func % (value: TwoWords, divisor: TwoWords) -> TwoWords {
        value.quotientAndRemainder(dividingBy: divisor).remainder
    }

    static func /= (value: inout TwoWords, divisor: TwoWords) { value = value / divisor }

    /// Traps where the divisor is 0.
    func quotientAndRemainder(dividingBy divisor: TwoWords) -> (quotient: TwoWords, remainder: TwoWords) {
        if divisor.high == 0 {
            if high == 0 {
                let (quotient, remainder) = low.quotientAndRemainder(dividingBy: divisor.low)
                return (TwoWords(high: 0, low: quotient), TwoWords(high: 0, low: remainder))
            }
            // Long division by one digit, in base 2⁶⁴.
            let (upper, rest) = high.quotientAndRemainder(dividingBy: divisor.low)
            let (lower, remainder) = divisor.low.dividingFullWidth((rest, low))
            return (TwoWords(high: upper, low: lower), TwoWords(high: 0, low: remainder))
        }
        guard self >= divisor else { return (0, self) }
        // The quotient is one digit. Half of the number by the divisor's first 64 bits gives it, or one more; taking one away
        // makes it right or one too low.
        let shift = UInt64(divisor.high.leadingZeroBitCount)
        let leading = divisor.high &<< shift | (shift == 0 ? 0 : divisor.low &>> (64 &- shift))
        let (estimate, _) = leading.dividingFullWidth((high &>> 1, high &<< 63 | low &>> 1))
        let scaled = estimate &>> (63 &- shift)
        var quotient = scaled == 0 ? 0 : scaled &- 1
        var remainder = self - divisor * TwoWords(high: 0, low: quotient)
        if remainder >= divisor {
            quotient &+= 1
            remainder = remainder - divisor
        }
        return (TwoWords(high: 0, low: quotient), remainder)
    }
}
