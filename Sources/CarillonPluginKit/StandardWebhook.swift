import CarillonModel

/// What proves a webhook to whoever shares its key.
///
/// Source: Standard Webhooks 1.0.0, “Signature scheme”.
package enum StandardWebhook {
    /// A code by HMAC with SHA-256 over id, time and body, as its header has it: `v1,` and Base64.
    ///
    /// - Parameter timestamp: as its header has it, in seconds since 1970.
    package static func code(
        id: String,
        timestamp: String,
        _ body: [UInt8],
        key: [UInt8],
        _ cryptography: any Cryptography
    ) -> String {
        "v1," + Base64.encode(cryptography.hmacSHA256(Array("\(id).\(timestamp).".utf8) + body, key: key))
    }
}
