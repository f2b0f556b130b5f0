import CarillonModel

/// Checking RSA signatures.
///
/// Source: RFC 8017, sections 8.2.2 and 9.2 (RSASSA-PKCS1-v1_5 with SHA-256).
package struct RSAKey: Sendable {
    package let modulus: Modulus
    package let exponent: Modulus.Number

    /// - Parameters:
    ///   - modulus: big-endian.
    ///   - exponent: big-endian; the public one, or the private one to sign with.
    package init?(modulus: some Collection<UInt8>, exponent: some Collection<UInt8>) {
        let digits = Array(modulus.drop { $0 == 0 })
        guard digits.count >= 128, digits.count % 8 == 0, let last = digits.last, last & 1 == 1,
            let number = Modulus.number(digits, count: digits.count / 8),
            let power = Modulus.number(exponent, count: digits.count / 8)
        else { return nil }
        self.modulus = Modulus(number)
        self.exponent = power
    }

    private var size: Int { modulus.count * 8 }

    /// `message` to the power of the exponent: the one operation both sides share.
    package func raised(_ message: [UInt8]) -> [UInt8]? {
        guard message.count == size, let number = modulus.number(message), Modulus.isLess(number, modulus.value) else {
            return nil
        }
        return Modulus.bytes(modulus.plain(modulus.power(modulus.form(number), exponent)))
    }

    func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        raised(signature) == Self.encoded(message, size: size)
    }

    /// 00 01 FF … FF 00, the name of SHA-256, the hash.
    package static func encoded(_ message: [UInt8], size: Int) -> [UInt8] {
        let algorithm: [UInt8] = [
            0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04,
            0x20,
        ]
        let tail = algorithm + SoftwareSHA256.hash(message)
        return [0, 1] + [UInt8](repeating: 0xFF, count: size - tail.count - 3) + [0] + tail
    }
}
