import CarillonModel

/// A public key as providers are given it.
enum PublicKey: Sendable {
    case p256(P256.Point)
    case rsa(RSAKey)

    /// PEM of a SubjectPublicKeyInfo (`BEGIN PUBLIC KEY`).
    ///
    /// Source: RFC 5280, section 4.1, RFC 5480 and RFC 3279.
    init?(pem: String) {
        guard let der = PEM.bytes(pem, label: "PUBLIC KEY") else { return nil }
        var outer = DER(der)
        guard var key = outer.sequence(), var algorithm = key.sequence(), let name = algorithm.value(0x06),
            let bits = key.value(0x03), bits.first == 0
        else { return nil }
        switch name {
        case [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]:
            guard let point = P256.point(Array(bits.dropFirst())) else { return nil }
            self = .p256(point)
        case [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]:
            var inner = DER(Array(bits.dropFirst()))
            guard var numbers = inner.sequence(), let modulus = numbers.value(0x02), let exponent = numbers.value(0x02),
                let key = RSAKey(modulus: modulus, exponent: exponent)
            else { return nil }
            self = .rsa(key)
        default: return nil
        }
    }

    func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .p256(let point): P256.isValid(signature, of: message, key: point)
        case .rsa(let key): key.isValid(signature, of: message)
        }
    }
}

/// A walk over DER.
///
/// Source: X.690, section 10.
package struct DER {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The content of the next element, where it has that tag.
    package mutating func value(_ tag: UInt8) -> [UInt8]? {
        var ahead = rest
        guard ahead.popFirst() == tag, let first = ahead.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            guard (1...4).contains(first & 0x7F) else { return nil }
            length = 0
            for _ in 0..<first & 0x7F {
                guard let byte = ahead.popFirst() else { return nil }
                length = length << 8 | Int(byte)
            }
        }
        guard length <= ahead.count else { return nil }
        rest = ahead.dropFirst(length)
        return Array(ahead.prefix(length))
    }

    package mutating func sequence() -> DER? { value(0x30).map(DER.init) }
}

package enum PEM {
    /// What is between the lines that begin and end `label`.
    ///
    /// Source: RFC 7468.
    package static func bytes(_ text: String, label: String) -> [UInt8]? {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
        guard let start = lines.firstIndex(of: "-----BEGIN\(label)-----".filter { !$0.isWhitespace }),
            let end = lines.firstIndex(of: "-----END\(label)-----".filter { !$0.isWhitespace }), start < end
        else { return nil }
        return Base64.decode(lines[(start + 1)..<end].joined())
    }
}
