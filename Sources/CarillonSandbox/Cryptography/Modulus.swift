/// Arithmetic modulo an odd number, for checking signatures: P-256's field and order, and RSA moduli.
///
/// Numbers are lists of 64-bit limbs, the lowest first. Written to be read, and not hardened against timing: the sandbox
/// checks what clients sign, it keeps no secret. Source: P. L. Montgomery, “Modular multiplication without trial
/// division” (1985), in the form that multiplies and reduces limb by limb.
package struct Modulus: Sendable {
    package typealias Number = [UInt64]

    package let value: Number
    /// −1 / value modulo 2⁶⁴.
    private let negativeInverse: UInt64
    /// R² modulo value, with R = 2^(64 · count): what takes a number into Montgomery's form.
    private let squareOfR: Number

    package var count: Int { value.count }

    /// - Precondition: `value` is odd, and its highest limb isn't zero.
    package init(_ value: Number) {
        precondition((value.first ?? 0) & 1 == 1 && value.last != 0, "a modulus is odd and has no leading zeros")
        self.value = value
        // Newton's iteration doubles the number of right bits.
        var inverse: UInt64 = 1
        for _ in 0..<6 { inverse = inverse &* (2 &- value[0] &* inverse) }
        negativeInverse = 0 &- inverse
        var square = Number(repeating: 0, count: value.count)
        square[0] = 1
        for _ in 0..<128 * value.count { square = Self.doubled(square, modulo: value) }
        squareOfR = square
    }

    /// a · b / R.
    package func multiply(_ a: Number, _ b: Number) -> Number {
        let count = count
        var sum = Number(repeating: 0, count: count + 2)
        for i in 0..<count {
            var carry: UInt64 = 0
            for j in 0..<count {
                let (high, low) = Self.multiplyAdd(a[j], b[i], sum[j], carry)
                sum[j] = low
                carry = high
            }
            let (top, overflow) = sum[count].addingReportingOverflow(carry)
            sum[count] = top
            sum[count + 1] = overflow ? 1 : 0
            let factor = sum[0] &* negativeInverse
            carry = Self.multiplyAdd(factor, value[0], sum[0], 0).high
            for j in 1..<count {
                let (high, low) = Self.multiplyAdd(factor, value[j], sum[j], carry)
                sum[j - 1] = low
                carry = high
            }
            let (last, more) = sum[count].addingReportingOverflow(carry)
            sum[count - 1] = last
            sum[count] = sum[count + 1] + (more ? 1 : 0)
        }
        let result = Array(sum[..<count])
        return sum[count] != 0 || !Self.isLess(result, value) ? Self.subtract(result, value).difference : result
    }

    package func form(_ number: Number) -> Number { multiply(number, squareOfR) }

    package func plain(_ number: Number) -> Number { multiply(number, one(1)) }

    package func add(_ a: Number, _ b: Number) -> Number {
        var carry: UInt64 = 0
        var sum = a
        for i in 0..<count {
            let (first, over) = a[i].addingReportingOverflow(b[i])
            let (second, more) = first.addingReportingOverflow(carry)
            sum[i] = second
            carry = (over ? 1 : 0) + (more ? 1 : 0)
        }
        return carry != 0 || !Self.isLess(sum, value) ? Self.subtract(sum, value).difference : sum
    }

    package func subtract(_ a: Number, _ b: Number) -> Number {
        let (difference, borrows) = Self.subtract(a, b)
        guard borrows else { return difference }
        return Self.sum(difference, value)
    }

    /// base^exponent; base and result in Montgomery's form.
    package func power(_ base: Number, _ exponent: Number) -> Number {
        var result = form(one(1))
        for limb in exponent.reversed() {
            for bit in (0..<64).reversed() {
                result = multiply(result, result)
                if limb >> UInt64(bit) & 1 == 1 { result = multiply(result, base) }
            }
        }
        return result
    }

    /// 1 / number, for a prime modulus; in Montgomery's form.
    ///
    /// Fermat's little theorem.
    package func inverse(_ number: Number) -> Number {
        power(number, Self.subtract(value, one(2)).difference)
    }

    private func one(_ small: UInt64) -> Number {
        var number = Number(repeating: 0, count: count)
        number[0] = small
        return number
    }

    package static func isLess(_ a: Number, _ b: Number) -> Bool {
        for i in a.indices.reversed() where a[i] != b[i] { return a[i] < b[i] }
        return false
    }

    private static func multiplyAdd(_ a: UInt64, _ b: UInt64, _ c: UInt64, _ d: UInt64) -> (high: UInt64, low: UInt64) {
        let product = a.multipliedFullWidth(by: b)
        let (first, over) = product.low.addingReportingOverflow(c)
        let (second, more) = first.addingReportingOverflow(d)
        // a · b + c + d always fits two limbs.
        return (product.high &+ (over ? 1 : 0) &+ (more ? 1 : 0), second)
    }

    private static func subtract(_ a: Number, _ b: Number) -> (difference: Number, borrows: Bool) {
        var difference = a
        var borrow: UInt64 = 0
        for i in a.indices {
            let (first, under) = a[i].subtractingReportingOverflow(b[i])
            let (second, more) = first.subtractingReportingOverflow(borrow)
            difference[i] = second
            borrow = (under ? 1 : 0) + (more ? 1 : 0)
        }
        return (difference, borrow != 0)
    }

    /// The lowest limbs of a + b.
    private static func sum(_ a: Number, _ b: Number) -> Number {
        var carry: UInt64 = 0
        return a.indices.map { i in
            let (first, over) = a[i].addingReportingOverflow(b[i])
            let (second, more) = first.addingReportingOverflow(carry)
            carry = (over ? 1 : 0) + (more ? 1 : 0)
            return second
        }
    }

    private static func doubled(_ a: Number, modulo value: Number) -> Number {
        let overflows = (a.last ?? 0) >> 63 == 1
        let twice = sum(a, a)
        return overflows || !isLess(twice, value) ? subtract(twice, value).difference : twice
    }
}

extension Modulus {
    /// Big-endian bytes as limbs, as many as this modulus has; nil when they are too many.
    package func number(_ bytes: some Collection<UInt8>) -> Number? { Self.number(bytes, count: count) }

    package static func number(_ bytes: some Collection<UInt8>, count: Int) -> Number? {
        var number = Number(repeating: 0, count: count)
        for (index, byte) in bytes.reversed().enumerated() {
            guard index / 8 < count else {
                guard byte == 0 else { return nil }
                continue
            }
            number[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
        }
        return number
    }

    /// Limbs as big-endian bytes.
    package static func bytes(_ number: Number) -> [UInt8] {
        number.reversed().flatMap { limb in (0..<8).map { UInt8(truncatingIfNeeded: limb >> UInt64(56 - 8 * $0)) } }
    }
}
