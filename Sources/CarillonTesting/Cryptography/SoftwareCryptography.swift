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
        guard let scalar = PrivateKeyText.p256Scalar(in: key.reveal()),
            let signature = P256.signature(of: message, key: scalar)
        else { throw CryptographyFailure("the key is no PKCS#8 key of P-256") }
        return signature
    }

    public func isES256(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard let key = P256.point(publicKey), let signature = P256.signature(der: signature) else { return false }
        return P256.isValid(signature, of: message, key: key)
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
