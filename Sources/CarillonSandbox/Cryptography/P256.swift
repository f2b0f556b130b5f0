import CarillonModel

/// The curve P-256: checking ECDSA signatures and agreeing on a secret.
///
/// Source: NIST SP 800-186 and FIPS 186-5.
package enum P256 {
    package static let field = Modulus([
        0xFFFF_FFFF_FFFF_FFFF, 0x0000_0000_FFFF_FFFF, 0x0000_0000_0000_0000, 0xFFFF_FFFF_0000_0001,
    ])
    /// How many points there are.
    package static let order = Modulus([
        0xF3B9_CAC2_FC63_2551, 0xBCE6_FAAD_A717_9E84, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_0000_0000,
    ])
    /// The curve is y² = x³ − 3x + b.
    private static let b = field.form([
        0x3BCE_3C3E_27D2_604B, 0x651D_06B0_CC53_B0F6, 0xB3EB_BD55_7698_86BC, 0x5AC6_35D8_AA3A_93E7,
    ])
    package static let generator = Point(
        x: field.form([0xF4A1_3945_D898_C296, 0x7703_7D81_2DEB_33A0, 0xF8BC_E6E5_63A4_40F2, 0x6B17_D1F2_E12C_4247]),
        y: field.form([0xCBB6_4068_37BF_51F5, 0x2BCE_3357_6B31_5ECE, 0x8EE7_EB4A_7C0F_9E16, 0x4FE3_42E2_FE1A_7F9B]),
        z: field.form([1, 0, 0, 0])
    )

    /// A point in Jacobian coordinates, each in Montgomery's form; z = 0 is the point at infinity.
    package struct Point: Sendable {
        var x: Modulus.Number
        var y: Modulus.Number
        var z: Modulus.Number

        var isInfinite: Bool { z.allSatisfy { $0 == 0 } }
    }

    /// 65 bytes, uncompressed; nil for anything that isn't on the curve.
    package static func point(_ bytes: [UInt8]) -> Point? {
        guard bytes.count == 65, bytes[0] == 4, let x = field.number(bytes[1..<33]), let y = field.number(bytes[33...]),
            Modulus.isLess(x, field.value), Modulus.isLess(y, field.value)
        else { return nil }
        let point = Point(x: field.form(x), y: field.form(y), z: generator.z)
        let cube = field.multiply(field.multiply(point.x, point.x), point.x)
        let thrice = field.add(field.add(point.x, point.x), point.x)
        let right = field.add(field.subtract(cube, thrice), b)
        return field.multiply(point.y, point.y) == right ? point : nil
    }

    package static func bytes(_ point: Point) -> [UInt8] {
        let (x, y) = affine(point)
        return [4] + Modulus.bytes(x) + Modulus.bytes(y)
    }

    /// The plain coordinates.
    package static func affine(_ point: Point) -> (x: Modulus.Number, y: Modulus.Number) {
        let inverse = field.inverse(point.z)
        let square = field.multiply(inverse, inverse)
        let x = field.multiply(point.x, square)
        let y = field.multiply(point.y, field.multiply(square, inverse))
        return (field.plain(x), field.plain(y))
    }

    package static func multiply(_ point: Point, by scalar: Modulus.Number) -> Point {
        var result = Point(x: generator.x, y: generator.y, z: [0, 0, 0, 0])
        for limb in scalar.reversed() {
            for bit in (0..<64).reversed() {
                result = doubled(result)
                if limb >> UInt64(bit) & 1 == 1 { result = add(result, point) }
            }
        }
        return result
    }

    /// dbl-2001-b of the Explicit-Formulas Database, for a = −3.
    private static func doubled(_ p: Point) -> Point {
        guard !p.isInfinite else { return p }
        let delta = field.multiply(p.z, p.z)
        let gamma = field.multiply(p.y, p.y)
        let beta = field.multiply(p.x, gamma)
        let product = field.multiply(field.subtract(p.x, delta), field.add(p.x, delta))
        let alpha = field.add(field.add(product, product), product)
        let beta4 = times4(beta)
        let x = field.subtract(field.multiply(alpha, alpha), field.add(beta4, beta4))
        let sum = field.add(p.y, p.z)
        let z = field.subtract(field.subtract(field.multiply(sum, sum), gamma), delta)
        let gamma8 = times4(field.multiply(gamma, gamma))
        let y = field.subtract(field.multiply(alpha, field.subtract(beta4, x)), field.add(gamma8, gamma8))
        return Point(x: x, y: y, z: z)
    }

    private static func times4(_ number: Modulus.Number) -> Modulus.Number {
        let twice = field.add(number, number)
        return field.add(twice, twice)
    }

    /// add-1998-cmo-2 of the Explicit-Formulas Database.
    package static func add(_ p: Point, _ q: Point) -> Point {
        guard !p.isInfinite else { return q }
        guard !q.isInfinite else { return p }
        let pSquare = field.multiply(p.z, p.z)
        let qSquare = field.multiply(q.z, q.z)
        let u1 = field.multiply(p.x, qSquare)
        let u2 = field.multiply(q.x, pSquare)
        let s1 = field.multiply(p.y, field.multiply(q.z, qSquare))
        let s2 = field.multiply(q.y, field.multiply(p.z, pSquare))
        let h = field.subtract(u2, u1)
        let r = field.subtract(s2, s1)
        if h.allSatisfy({ $0 == 0 }) {
            return r.allSatisfy { $0 == 0 } ? doubled(p) : Point(x: p.x, y: p.y, z: [0, 0, 0, 0])
        }
        let hSquare = field.multiply(h, h)
        let hCube = field.multiply(h, hSquare)
        let v = field.multiply(u1, hSquare)
        let x = field.subtract(field.subtract(field.multiply(r, r), hCube), field.add(v, v))
        let y = field.subtract(field.multiply(r, field.subtract(v, x)), field.multiply(s1, hCube))
        return Point(x: x, y: y, z: field.multiply(field.multiply(p.z, q.z), h))
    }

    /// Whether `signature` (64 bytes r‖s) is the key's over the message's SHA-256.
    ///
    /// Source: FIPS 186-5, section 6.4.2.
    package static func isValid(_ signature: [UInt8], of message: [UInt8], key: Point) -> Bool {
        guard signature.count == 64, let r = order.number(signature[..<32]), let s = order.number(signature[32...]),
            let digest = order.number(SoftwareSHA256.hash(message))
        else { return false }
        for number in [r, s] {
            guard number.contains(where: { $0 != 0 }), Modulus.isLess(number, order.value) else { return false }
        }
        let inverse = order.inverse(order.form(s))
        let u1 = order.plain(order.multiply(order.form(digest), inverse))
        let u2 = order.plain(order.multiply(order.form(r), inverse))
        let sum = add(multiply(generator, by: u1), multiply(key, by: u2))
        guard !sum.isInfinite else { return false }
        // x is reduced modulo the order, which is a little less than the field.
        return order.plain(order.form(affine(sum).x)) == r
    }
}
