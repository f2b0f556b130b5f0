/// Whether a point is one, before anything is encrypted for it: a subscription that nobody can use is refused at the door.
///
/// Nothing secret is computed here.
///
/// Source: SEC 2, section 2.4.2, and NIST SP 800-186, section 3.2.1.3.
enum P256Curve {
    /// - Parameter point: 65 bytes, uncompressed.
    static func holds(_ point: [UInt8]) -> Bool {
        guard point.count == 65, point[0] == 4 else { return false }
        let (x, y) = (FieldElement(point[1..<33]), FieldElement(point[33...]))
        guard let x, let y else { return false }
        // y² = x³ − 3x + b, with the subtraction on the other side.
        return y * y + x + x + x == x * x * x + b
    }

    private static let b = FieldElement(limbs: [
        0x3BCE_3C3E_27D2_604B, 0x651D_06B0_CC53_B0F6, 0xB3EB_BD55_7698_86BC, 0x5AC6_35D8_AA3A_93E7,
    ])
}

/// A number below the curve's prime, 2²⁵⁶ − 2²²⁴ + 2¹⁹² + 2⁹⁶ − 1.
private struct FieldElement: Equatable {
    /// 64 bits each, least significant first.
    private var limbs: [UInt64]

    private static let prime: [UInt64] = [0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF, 0, 0xFFFF_FFFF_0000_0001]

    init(limbs: [UInt64]) {
        self.limbs = limbs
    }

    /// 32 bytes, most significant first; nil for what isn't below the prime.
    init?(_ bytes: ArraySlice<UInt8>) {
        let limbs = stride(from: bytes.endIndex - 8, through: bytes.startIndex, by: -8).map { start in
            bytes[start..<start + 8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
        guard limbs.count == 4, !Self.reaches(limbs, carry: false) else { return nil }
        self.limbs = limbs
    }

    static func + (left: FieldElement, right: FieldElement) -> FieldElement {
        var sum = left.limbs
        var carry = false
        for index in 0..<4 {
            let (first, one) = sum[index].addingReportingOverflow(right.limbs[index])
            let (second, two) = first.addingReportingOverflow(carry ? 1 : 0)
            sum[index] = second
            carry = one || two
        }
        return FieldElement(limbs: reaches(sum, carry: carry) ? subtractingPrime(sum) : sum)
    }

    /// By doubling and adding, bit for bit.
    static func * (left: FieldElement, right: FieldElement) -> FieldElement {
        var product = FieldElement(limbs: [0, 0, 0, 0])
        for limb in right.limbs.reversed() {
            for bit in (0..<64).reversed() {
                product = product + product
                if limb >> UInt64(bit) & 1 == 1 { product = product + left }
            }
        }
        return product
    }

    private static func reaches(_ limbs: [UInt64], carry: Bool) -> Bool {
        if carry { return true }
        for index in (0..<4).reversed() where limbs[index] != prime[index] { return limbs[index] > prime[index] }
        return true
    }

    private static func subtractingPrime(_ limbs: [UInt64]) -> [UInt64] {
        var rest = limbs
        var borrow = false
        for index in 0..<4 {
            let (first, one) = rest[index].subtractingReportingOverflow(prime[index])
            let (second, two) = first.subtractingReportingOverflow(borrow ? 1 : 0)
            rest[index] = second
            borrow = one || two
        }
        return rest
    }
}
