import CarillonModel
import CarillonPluginKit

/// What samples are signed with: digests and codes are real, because requests show them; signatures open nothing.
struct SampleCryptography: Cryptography {
    func es256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] { Self.zeros(64) }
    func rs256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] { Self.zeros(256) }
    func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] { SoftwareSHA256.hmac(message, key: key) }
    func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8] { SoftwareSHA1.hmac(message, key: key) }
    func sha256(_ message: [UInt8]) -> [UInt8] { SoftwareSHA256.hash(message) }
    func randomBytes(_ count: Int) -> [UInt8] { Self.zeros(count) }

    func p256Agreement(
        with peer: [UInt8]
    ) throws(CryptographyFailure) -> (publicKey: [UInt8], sharedSecret: [UInt8]) {
        ([4] + Self.zeros(64), Self.zeros(32))
    }

    func aes128GCM(_ message: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
        message + Self.zeros(16)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
