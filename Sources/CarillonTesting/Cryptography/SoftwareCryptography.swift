public import CarillonModel
public import CarillonPluginKit
import CarillonSandbox

/// Cryptography that really signs and encrypts, with no package beneath it: slow, unhardened, for tests only.
///
/// Signatures are repeatable, and randomness is a counter, so that a test has the same bytes every time.
public struct SoftwareCryptography: Cryptography {
    private let ephemeralKey: [UInt8]
    private let random: @Sendable (Int) -> [UInt8]

    /// - Parameters:
    ///   - ephemeralKey: the private key of every key agreement, 32 bytes.
    ///   - random: the source of random bytes.
    public init(
        ephemeralKey: [UInt8] = [UInt8](repeating: 7, count: 32),
        random: @escaping @Sendable (Int) -> [UInt8] = { (0..<$0).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) } }
    ) {
        self.ephemeralKey = ephemeralKey
        self.random = random
    }

    public func es256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] {
        guard let scalar = PrivateKeyText.p256Scalar(in: key.reveal()), let d = P256.order.number(scalar),
            let digest = P256.order.number(SoftwareSHA256.hash(message)),
            // A nonce from key and message, as RFC 6979 has it in spirit; its own steps matter only to other signers.
            let nonce = P256.order.number(SoftwareSHA256.hmac(message, key: scalar))
        else { throw CryptographyFailure("the key is no PKCS#8 key of P-256") }
        let order = P256.order
        let k = order.form(nonce)
        let r = order.form(P256.affine(P256.multiply(P256.generator, by: order.plain(k))).x)
        let s = order.multiply(order.inverse(k), order.add(order.form(digest), order.multiply(r, order.form(d))))
        return Modulus.bytes(order.plain(r)) + Modulus.bytes(order.plain(s))
    }

    public func rs256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] {
        guard let key = PrivateKeyText.rsaKey(in: key.reveal()),
            let signature = key.raised(RSAKey.encoded(message, size: key.modulus.count * 8))
        else { throw CryptographyFailure("the key is no PKCS#8 key of RSA") }
        return signature
    }

    public func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] { SoftwareSHA256.hmac(message, key: key) }

    public func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8] { SoftwareSHA1.hmac(message, key: key) }

    public func sha256(_ message: [UInt8]) -> [UInt8] { SoftwareSHA256.hash(message) }

    public func randomBytes(_ count: Int) -> [UInt8] { random(count) }

    public func p256Agreement(
        with peer: [UInt8]
    ) throws(CryptographyFailure) -> (publicKey: [UInt8], sharedSecret: [UInt8]) {
        guard let point = P256.point(peer), let scalar = P256.order.number(ephemeralKey) else {
            throw CryptographyFailure("the peer's key is no point of P-256")
        }
        let shared = P256.affine(P256.multiply(point, by: scalar)).x
        return (P256.bytes(P256.multiply(P256.generator, by: scalar)), Modulus.bytes(shared))
    }

    public func aes128GCM(_ message: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
        guard key.count == 16, nonce.count == 12 else { throw CryptographyFailure("key or nonce has the wrong length") }
        return AES128(key: key).sealed(message, nonce: nonce)
    }
}

/// Private keys in PEM.
///
/// Source: RFC 5958 (PKCS#8), RFC 5915 and RFC 8017, appendix A.1.2.
private enum PrivateKeyText {
    static func p256Scalar(in pem: String) -> [UInt8]? {
        guard var key = content(of: pem), var inner = key.sequence(), inner.value(0x02) == [1] else { return nil }
        return inner.value(0x04)
    }

    static func rsaKey(in pem: String) -> RSAKey? {
        guard var key = content(of: pem), var inner = key.sequence(), inner.value(0x02) == [0],
            let modulus = inner.value(0x02), inner.value(0x02) != nil, let exponent = inner.value(0x02)
        else { return nil }
        return RSAKey(modulus: modulus, exponent: exponent)
    }

    private static func content(of pem: String) -> DER? {
        guard let der = PEM.bytes(pem, label: "PRIVATE KEY") else { return nil }
        var outer = DER(der)
        guard var info = outer.sequence(), info.value(0x02) == [0], info.sequence() != nil else { return nil }
        return info.value(0x04).map(DER.init)
    }
}
