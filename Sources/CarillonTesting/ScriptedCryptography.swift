public import CarillonModel
public import CarillonPluginKit

/// Cryptography that protects nothing: repeatable bytes of the right length, for tests of what surrounds it.
///
/// Signatures depend on message and key, so that a test sees when either changes. A key whose text holds “bad” fails.
public struct ScriptedCryptography: Cryptography {
    public init() {}

    public func es256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] {
        try mixed(64, message, key)
    }

    public func rs256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] {
        try mixed(256, message, key)
    }

    public func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] { mixed(32, key + message) }

    public func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8] { mixed(20, key + message) }

    public func sha256(_ message: [UInt8]) -> [UInt8] { mixed(32, message) }

    public func randomBytes(_ count: Int) -> [UInt8] { mixed(count, []) }

    public func p256Agreement(
        with peer: [UInt8]
    ) throws(CryptographyFailure) -> (publicKey: [UInt8], sharedSecret: [UInt8]) {
        guard peer.count == 65, peer.first == 4 else { throw CryptographyFailure("no point of the curve") }
        return ([4] + mixed(64, [1]), mixed(32, peer))
    }

    public func aes128GCM(_ message: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
        message.reversed() + mixed(16, key + nonce + message)
    }

    private func mixed(_ count: Int, _ message: [UInt8], _ key: Secret) throws(CryptographyFailure) -> [UInt8] {
        guard !key.reveal().contains("bad") else { throw CryptographyFailure("this is no key") }
        return mixed(count, message + Array(key.reveal().utf8))
    }

    /// FNV-1a, stretched by a linear congruence.
    private func mixed(_ count: Int, _ bytes: [UInt8]) -> [UInt8] {
        var state = FowlerNollVo.hash64(bytes)
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }
}
