import CarillonModel
import CarillonPluginKit

/// The key of a webhook's signature, by which ``StandardWebhook`` makes it.
enum WebhookSignature {
    /// The bytes behind `whsec_`.
    static func key(in secret: Secret) -> [UInt8]? {
        let text = secret.reveal()
        guard text.hasPrefix("whsec_"), let key = Base64.decode(text.dropFirst(6)), (24...64).contains(key.count) else {
            return nil
        }
        return key
    }
}
