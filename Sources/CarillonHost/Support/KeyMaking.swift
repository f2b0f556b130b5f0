public import CarillonModel
import CarillonPluginKit
import Crypto
import Foundation

/// New keys, in the forms in which secrets and settings hold them.
///
/// All of them come from the system's source of randomness. None begins with `-`, because on a command line it would be taken for an
/// option.
public enum KeyMaking {
    /// The two halves of what a web push sender signs with.
    ///
    /// Source: RFC 8292, section 2.
    public struct VAPIDPair: Sendable {
        /// The channel's setting `publicKey`, and what a web app subscribes with: 65 bytes, uncompressed, in base64url.
        public let publicKey: String
        /// The channel's secret `privateKey`: 32 bytes in base64url.
        public let privateKey: Secret
    }

    /// The two halves of an ES256 key, for users' tokens.
    ///
    /// Source: RFC 7518, section 3.4.
    public struct ES256Pair: Sendable {
        /// PKCS#8 in PEM, for the service that issues tokens.
        public let privateKey: Secret
        /// SubjectPublicKeyInfo in PEM: the secret that `auth.users.key` names.
        public let publicKey: String
    }

    public static func vapidPair() -> VAPIDPair {
        let (key, text) = argument {
            let key = P256.Signing.PrivateKey()
            return (key, Base64.encode(key.rawRepresentation, .url))
        }
        return VAPIDPair(publicKey: Base64.encode(key.publicKey.x963Representation, .url), privateKey: Secret(text))
    }

    public static func es256Pair() -> ES256Pair {
        let key = P256.Signing.PrivateKey()
        return ES256Pair(
            privateKey: Secret(key.pemRepresentation),
            publicKey: key.publicKey.pemRepresentation
        )
    }

    /// A key for users' tokens that is long enough for HS256, with 64 bytes for each of HS256, HS384 and HS512.
    ///
    /// - Parameter bytes: how many random ones it holds; the key's own bytes are those of the text, which has more.
    public static func hmacKey(bytes: Int = 64) -> Secret { Secret(base64URL(bytes)) }

    /// The key that a service sends with its requests: 32 random bytes in base64url.
    public static func serviceKey() -> Secret { Secret(base64URL(32)) }

    /// What webhooks are signed with: `whsec_` and 32 random bytes in base64.
    ///
    /// Source: Standard Webhooks 1.0.0, “Signature scheme”.
    public static func webhookSecret() -> Secret { Secret("whsec_" + Base64.encode(random(32))) }

    /// A key whose text is Base64 of it: 32 random bytes.
    public static func base64Key() -> Secret { Secret(Base64.encode(random(32))) }

    private static func base64URL(_ count: Int) -> String { argument { ((), Base64.encode(random(count), .url)) }.text }

    /// Makes things until the text of one can stand on a command line: one of 64 in base64url begins with `-`.
    static func argument<Made>(_ make: () throws -> (Made, text: String)) rethrows -> (Made, text: String) {
        while true {
            let made = try make()
            if !made.text.hasPrefix("-") { return made }
        }
    }

    private static func random(_ count: Int) -> [UInt8] { SwiftCryptography().randomBytes(count) }
}
