import Testing

@testable import MessageFormat

/// The integer for old systems of Apple against the standard library's.
struct TwoWordsTests {
    /// Numbers of every length, and those beside the borders of words.
    private static let samples: [UInt128] = {
        var numbers: [UInt128] = [0, 1, 2, 9, 10, .max, .max - 1]
        for bits in stride(from: 1, through: 127, by: 3) {
            let power: UInt128 = 1 << UInt128(bits)
            numbers += [power - 1, power, power + 1]
        }
        var state: UInt64 = 42
        for count in 0..<60 {
            var number: UInt128 = 0
            for _ in 0..<2 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                number = number << 64 | UInt128(state)
            }
            numbers.append(number >> UInt128(count * 2))
        }
        return numbers + (0...38).map { (0..<$0).reduce(UInt128(1)) { power, _ in power * 10 } }
    }()

    private func own(_ number: UInt128) -> TwoWords { TwoWords(number) }
    private func number(_ own: TwoWords) -> UInt128 { UInt128(own.high) << 64 | UInt128(own.low) }

    @Test func `dividing gives what the standard library gives`() {
        for value in Self.samples {
            for divisor in Self.samples where divisor != 0 {
                let (quotient, remainder) = own(value).quotientAndRemainder(dividingBy: own(divisor))
                let expected = value.quotientAndRemainder(dividingBy: divisor)
                guard number(quotient) == expected.quotient, number(remainder) == expected.remainder else {
                    Issue.record("\(value) / \(divisor) is \(expected), not \(number(quotient)), \(number(remainder))")
                    return
                }
            }
        }
    }

    @Test func `products, sums, differences and order are the standard library's`() {
        for first in Self.samples {
            for second in Self.samples {
                let product = own(first).multipliedReportingOverflow(by: own(second))
                let expected = first.multipliedReportingOverflow(by: second)
                #expect(number(product.partialValue) == expected.partialValue && product.overflow == expected.overflow)
                #expect((own(first) < own(second)) == (first < second))
                if first <= .max - second { #expect(number(own(first) + own(second)) == first + second) }
                if first >= second { #expect(number(own(first) - own(second)) == first - second) }
            }
        }
    }

    @Test(arguments: [0, 1, Int64.max, 5]) func `a smaller integer keeps its value`(value: Int64) {
        #expect(number(TwoWords(value)) == UInt128(value))
        #expect(number(TwoWords(UInt8(truncatingIfNeeded: value))) == UInt128(UInt8(truncatingIfNeeded: value)))
    }
}
