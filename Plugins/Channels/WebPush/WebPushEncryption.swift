import CarillonPluginKit

/// Encrypts for one subscription, with a new key pair and salt for each message.
///
/// Source: RFC 8291 and RFC 8188.
struct WebPushEncryption {
    /// Every service takes 4,096 bytes; 103 of them are header, delimiter and tag.
    static let longestPlaintext = 4096 - 86 - 1 - 16

    let subscription: PushSubscription
    let cryptography: any Cryptography

    /// Zeros that bring the length to a multiple of 128, as far as there is room: lengths reveal less then.
    static func padding(for count: Int) -> Int {
        min((128 - count % 128) % 128, longestPlaintext - count)
    }

    /// One record behind its header.
    ///
    /// Source: RFC 8291, section 3.4, and RFC 8188, section 2.1.
    func body(for plaintext: [UInt8], padding: Int) throws(CryptographyFailure) -> [UInt8] {
        let agreement = try cryptography.p256Agreement(with: subscription.publicKey)
        let salt = cryptography.randomBytes(16)
        let info = Array("WebPush: info\0".utf8) + subscription.publicKey + agreement.publicKey
        let firstKey = cryptography.hmacSHA256(agreement.sharedSecret, key: subscription.authentication)
        let input = cryptography.hmacSHA256(info + [1], key: firstKey)
        let secondKey = cryptography.hmacSHA256(input, key: salt)
        let key = cryptography.hmacSHA256(Array("Content-Encoding: aes128gcm\0\u{1}".utf8), key: secondKey).prefix(16)
        let nonce = cryptography.hmacSHA256(Array("Content-Encoding: nonce\0\u{1}".utf8), key: secondKey).prefix(12)
        // 2 marks the last record; what follows it is padding.
        let padded = plaintext + [2] + [UInt8](repeating: 0, count: padding)
        let record = try cryptography.aes128GCM(padded, key: Array(key), nonce: Array(nonce))
        let recordSize: [UInt8] = [0, 0, 0x10, 0]
        return salt + recordSize + [UInt8(agreement.publicKey.count)] + agreement.publicKey + record
    }
}
