extension ExactDecimal {
    /// The nearest multiple of `increment` × 10 to the power of `place`, in the direction of `mode`.
    ///
    /// A number without digits beyond `place` is returned as written, unless an increment changes it.
    func rounded(toPlace place: Int, increment: Int = 1, _ mode: Rounding.Mode) -> ExactDecimal {
        let dropped = place - Int(exponent)
        guard dropped > 0 || increment > 1 else { return self }
        guard !isZero else {
            return ExactDecimal(coefficient: 0, exponent: Int32(max(place, Int(exponent))), isNegative: isNegative)
        }
        return inline(dropping: dropped, increment: WideInteger(increment), mode)
            ?? long(dropping: dropped, increment: increment, mode)
    }

    /// The rounded number without heap allocation, where the intermediate values fit 128 bits.
    private func inline(dropping dropped: Int, increment: WideInteger, _ mode: Rounding.Mode) -> ExactDecimal? {
        // 5000 × 10³⁴ is below 2¹²⁸.
        guard wideDigits == nil, dropped <= 34 else { return nil }
        var value = coefficient
        var divisor = increment
        if dropped >= 0 {
            divisor *= PowersOfTen.wide(dropped)
        } else {
            guard digitCount - dropped <= 37 else { return nil }
            value *= PowersOfTen.wide(-dropped)
        }
        var (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        let half = Half(remainder, missing: divisor - remainder)
        if mode.goesUp(half, isOdd: quotient.low & 1 == 1, isNegative: isNegative) { quotient += 1 }
        let (product, overflow) = quotient.multipliedReportingOverflow(by: increment)
        guard !overflow, product < PowersOfTen.wide(38) else { return nil }
        return ExactDecimal(coefficient: product, exponent: exponent + Int32(dropped), isNegative: isNegative)
    }

    private func long(dropping dropped: Int, increment: Int, _ mode: Rounding.Mode) -> ExactDecimal {
        let all = digits
        let kept = dropped < 0 ? all + [UInt8](repeating: 0, count: -dropped) : Array(all.dropLast(dropped))
        // Dropped digits beyond the number's length are zeros before its first digit.
        let discarded =
            dropped <= 0 ? [] : [UInt8](repeating: 0, count: max(0, dropped - all.count)) + all.suffix(dropped)

        let (divided, remainder) = Self.divide(kept, by: increment)
        var quotient = divided
        let half = Self.half(remainder: remainder, then: discarded, of: increment)
        if mode.goesUp(half, isOdd: (quotient.last ?? 0) & 1 == 1, isNegative: isNegative) {
            Self.addOne(to: &quotient)
        }
        return ExactDecimal(
            digits: Self.multiply(quotient, by: increment)[...],
            exponent: exponent + Int32(dropped),
            isNegative: isNegative
        )
    }

    /// Compares the remainder, followed by the dropped digits, with half of `increment`.
    private static func half(remainder: Int, then discarded: [UInt8], of increment: Int) -> Half {
        let isAnythingLess = remainder > 0 || discarded.contains { $0 != 0 } ? Half.less : .nothing
        switch 2 * remainder - increment {
        case -1:
            // Half of an odd increment is half a unit above the remainder, so the first dropped digit decides.
            let first = discarded.first ?? 0
            if first != 5 { return first > 5 ? .more : isAnythingLess }
            return discarded.dropFirst().contains { $0 != 0 } ? .more : .exactly
        case 0: return discarded.contains { $0 != 0 } ? .more : .exactly
        case 1...: return .more
        default: return isAnythingLess
        }
    }

    private static func divide(_ digits: [UInt8], by divisor: Int) -> (quotient: [UInt8], remainder: Int) {
        guard divisor > 1 else { return (digits, 0) }
        var rest = 0
        let quotient = digits.map { digit in
            let total = rest * 10 + Int(digit)
            rest = total % divisor
            return UInt8(total / divisor)
        }
        return (quotient, rest)
    }

    private static func multiply(_ digits: [UInt8], by factor: Int) -> [UInt8] {
        guard factor > 1 else { return digits }
        var carry = 0
        var product: [UInt8] = []
        for digit in digits.reversed() {
            let total = Int(digit) * factor + carry
            product.append(UInt8(total % 10))
            carry = total / 10
        }
        while carry > 0 {
            product.append(UInt8(carry % 10))
            carry /= 10
        }
        return product.reversed()
    }

    private static func addOne(to digits: inout [UInt8]) {
        for index in digits.indices.reversed() {
            if digits[index] < 9 {
                digits[index] += 1
                return
            }
            digits[index] = 0
        }
        digits.insert(1, at: 0)
    }

    /// The same value with as few fraction digits as possible, but at least `minimum`, and without an exponent.
    func written(withFractionDigits minimum: Int) -> ExactDecimal {
        let short = withoutTrailingZeros(upTo: -minimum)
        let missing = Int(short.exponent) + minimum
        let zeros = max(missing, max(0, Int(short.exponent)))
        guard zeros > 0 else { return short }
        if isZero { return ExactDecimal(coefficient: 0, exponent: Int32(-minimum), isNegative: isNegative) }
        let exponent = short.exponent - Int32(zeros)
        if short.wideDigits == nil, short.digitCount + zeros <= 38 {
            return ExactDecimal(
                coefficient: short.coefficient * PowersOfTen.wide(zeros),
                exponent: exponent,
                isNegative: isNegative
            )
        }
        let digits = short.digits + [UInt8](repeating: 0, count: zeros)
        return ExactDecimal(digits: digits[...], exponent: exponent, isNegative: isNegative)
    }
}
