extension ExactDecimal: Hashable, Comparable {
    /// Compares by value: 12.5 equals 12.50, and 0 equals -0.
    public static func == (first: ExactDecimal, second: ExactDecimal) -> Bool {
        compare(first, second) == 0
    }

    /// Compares by value, regardless of how the numbers are written.
    public static func < (first: ExactDecimal, second: ExactDecimal) -> Bool {
        compare(first, second) < 0
    }

    /// Equal values have equal hashes, regardless of how they are written.
    public func hash(into hasher: inout Hasher) {
        guard !isZero else { return hasher.combine(0) }
        let short = withoutTrailingZeros()
        hasher.combine(isNegative)
        hasher.combine(short.exponent)
        hasher.combine(short.digits)
    }

    /// Negative, zero or positive, as `first` is less than, equal to or greater than `second`.
    private static func compare(_ first: ExactDecimal, _ second: ExactDecimal) -> Int {
        let signs = (first.sign, second.sign)
        guard signs.0 == signs.1, signs.0 != 0 else { return signs.0 - signs.1 }
        guard first.magnitude == second.magnitude else { return (first.magnitude - second.magnitude) * signs.0 }
        if first.exponent == second.exponent, first.wideDigits == nil, second.wideDigits == nil {
            let (one, other) = (first.coefficient, second.coefficient)
            return one == other ? 0 : one < other ? -signs.0 : signs.0
        }
        // The magnitudes are equal, so digits are compared by position, with zeros for missing ones.
        let (one, other) = (first.digits, second.digits)
        for index in 0..<max(one.count, other.count) {
            let pair = (index < one.count ? one[index] : 0, index < other.count ? other[index] : 0)
            if pair.0 != pair.1 { return pair.0 < pair.1 ? -signs.0 : signs.0 }
        }
        return 0
    }

    private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }
}
