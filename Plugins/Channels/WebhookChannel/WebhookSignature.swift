import CarillonModel
import CarillonPluginKit

/// HMAC-SHA-256 over id, time and body.
///
/// Source: Standard Webhooks 1.0.0, “Signature scheme”.
enum WebhookSignature {
    /// The bytes behind `whsec_`.
    static func key(in secret: Secret) -> [UInt8]? {
        let text = secret.reveal()
        guard text.hasPrefix("whsec_"), let key = Base64.decode(text.dropFirst(6)), (24...64).contains(key.count) else {
            return nil
        }
        return key
    }

    static func text(
        id: String,
        timestamp: String,
        _ body: [UInt8],
        key: [UInt8],
        _ cryptography: any Cryptography
    ) -> String {
        "v1," + Base64.encode(cryptography.hmacSHA256(Array("\(id).\(timestamp).".utf8) + body, key: key))
    }
}
