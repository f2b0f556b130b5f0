/// The powers of ten that fit 64 bits (up to 19) or, as products of two of these, 128 bits (up to 38).
enum PowersOfTen {
    static let small: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
        10_000_000_000_000_000_000,
    ]

    /// 10 to the power of `exponent`, 0 to 38.
    static func wide(_ exponent: Int) -> WideInteger {
        exponent < 20 ? WideInteger(small[exponent]) : WideInteger(small[19]) * WideInteger(small[exponent - 19])
    }

    /// The number of digits of `value`; zero has one.
    @inline(__always)
    static func digitCount(_ value: UInt64) -> Int {
        // 1233 / 4096 is slightly more than log10(2), so the estimate is at most one too low.
        let guess = ((64 &- (value | 1).leadingZeroBitCount) &* 1233) &>> 12
        return guess < 20 && (value | 1) >= small[guess] ? guess &+ 1 : guess
    }

    static func digitCount(_ value: WideInteger) -> Int {
        if value.high == 0 { return digitCount(value.low) }
        let upper = value / WideInteger(small[19])
        return upper.high == 0
            ? 19 + digitCount(upper.low)
            : 38 + digitCount((upper / WideInteger(small[19])).low)
    }
}
