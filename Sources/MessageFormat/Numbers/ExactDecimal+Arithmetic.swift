extension ExactDecimal {
    /// The exact sum, with the larger number of fraction digits.
    public static func + (first: ExactDecimal, second: ExactDecimal) -> ExactDecimal {
        let exponent = min(first.exponent, second.exponent)
        if let one = first.units(at: exponent), let other = second.units(at: exponent) {
            if first.isNegative == second.isNegative {
                return ExactDecimal(coefficient: one + other, exponent: exponent, isNegative: first.isNegative)
            }
            if one == other { return ExactDecimal(coefficient: 0, exponent: exponent, isNegative: false) }
            return one > other
                ? ExactDecimal(coefficient: one - other, exponent: exponent, isNegative: first.isNegative)
                : ExactDecimal(coefficient: other - one, exponent: exponent, isNegative: second.isNegative)
        }
        return longSum(first, second, exponent: exponent)
    }

    /// The exact difference, with the larger number of fraction digits.
    public static func - (first: ExactDecimal, second: ExactDecimal) -> ExactDecimal {
        first + -second
    }

    /// The number with the opposite sign, also for zero.
    public static prefix func - (number: ExactDecimal) -> ExactDecimal {
        var negated = number
        negated.isNegative.toggle()
        return negated
    }

    /// The number times 100, for percentages.
    func timesHundred() -> ExactDecimal {
        guard !isZero else { return self }
        var product = self
        product.exponent += 2
        return product
    }

    /// The magnitude in units of 10 to the power of `exponent`, if it is below 10³⁷, so that sums stay below 10³⁸.
    private func units(at exponent: Int32) -> WideInteger? {
        guard wideDigits == nil else { return nil }
        let shift = Int(self.exponent - exponent)
        guard isZero || digitCount + shift <= 37 else { return nil }
        return isZero ? 0 : coefficient * PowersOfTen.wide(shift)
    }

    private static func longSum(_ first: ExactDecimal, _ second: ExactDecimal, exponent: Int32) -> ExactDecimal {
        let one = first.digitsFromTheRight(at: exponent)
        let other = second.digitsFromTheRight(at: exponent)
        var sum = [UInt8](repeating: 0, count: max(one.count, other.count) + 1)

        if first.isNegative == second.isNegative {
            var carry: UInt8 = 0
            for index in sum.indices {
                let total = (index < one.count ? one[index] : 0) + (index < other.count ? other[index] : 0) + carry
                sum[index] = total % 10
                carry = total / 10
            }
            return ExactDecimal(digits: sum.reversed()[...], exponent: exponent, isNegative: first.isNegative)
        }
        let isFirstLarger = (first.isNegative ? -first : first) >= (second.isNegative ? -second : second)
        let (large, small) = isFirstLarger ? (one, other) : (other, one)
        var borrow: Int8 = 0
        for index in sum.indices {
            let pair = (index < large.count ? large[index] : 0, index < small.count ? small[index] : 0)
            let total = Int8(pair.0) - Int8(pair.1) - borrow
            sum[index] = UInt8(total < 0 ? total + 10 : total)
            borrow = total < 0 ? 1 : 0
        }
        let difference = ExactDecimal(
            digits: sum.reversed()[...],
            exponent: exponent,
            isNegative: isFirstLarger ? first.isNegative : second.isNegative
        )
        return difference.isZero ? ExactDecimal(coefficient: 0, exponent: exponent, isNegative: false) : difference
    }

    /// Least significant digit first, in units of 10 to the power of `exponent`.
    private func digitsFromTheRight(at exponent: Int32) -> [UInt8] {
        [UInt8](repeating: 0, count: Int(self.exponent - exponent)) + digits.reversed()
    }
}
