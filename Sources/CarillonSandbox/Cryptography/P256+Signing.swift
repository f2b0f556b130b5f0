import CarillonModel

/// Signing, as simulated providers and tests do it: slow, and not hardened.
extension P256 {
    /// 64 bytes r‖s over the message's SHA-256, the same each time; nil where that is no key.
    ///
    /// Source: FIPS 186-5, section 6.4.1. The nonce is made of key and message, as RFC 6979 has it in spirit; its own steps matter
    /// only to other signers.
    ///
    /// - Parameter key: the private key, 32 bytes.
    package static func signature(of message: [UInt8], key: [UInt8]) -> [UInt8]? {
        guard let d = order.number(key), let digest = order.number(SoftwareSHA256.hash(message)),
            let nonce = order.number(SoftwareSHA256.hmac(message, key: key))
        else { return nil }
        let k = order.form(nonce)
        let r = order.form(affine(multiply(generator, by: order.plain(k))).x)
        let s = order.multiply(order.inverse(k), order.add(order.form(digest), order.multiply(r, order.form(d))))
        return Modulus.bytes(order.plain(r)) + Modulus.bytes(order.plain(s))
    }

    /// A signature's 64 bytes r‖s as a sequence of two integers.
    ///
    /// Source: RFC 3279, section 2.2.3, and X.690, section 8.3.
    package static func der(_ signature: [UInt8]) -> [UInt8] {
        func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            var digits = Array(bytes.drop { $0 == 0 })
            if digits.isEmpty || digits[0] >= 0x80 { digits.insert(0, at: 0) }
            return [0x02, UInt8(digits.count)] + digits
        }
        let numbers = integer(signature.prefix(32)) + integer(signature.dropFirst(32))
        return [0x30, UInt8(numbers.count)] + numbers
    }

    /// The other way round; nil for anything else.
    package static func signature(der: [UInt8]) -> [UInt8]? {
        var whole = DER(der)
        guard var numbers = whole.sequence(), let r = numbers.value(0x02), let s = numbers.value(0x02) else {
            return nil
        }
        let parts = [r, s].map { Array($0.drop { $0 == 0 }) }
        guard parts.allSatisfy({ $0.count <= 32 }) else { return nil }
        return parts.flatMap { [UInt8](repeating: 0, count: 32 - $0.count) + $0 }
    }
}
