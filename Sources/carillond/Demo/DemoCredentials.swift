import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Crypto
import _CryptoExtras

/// Keys and tokens in the form that each provider, and so its stand-in, wants to see.
enum DemoCredentials {
    /// Nil where any text will do.
    static func secret(for field: String, of plugin: PluginID) throws -> Secret? {
        switch plugin {
        case "fcm": Secret(try serviceAccount().text)
        case "apns": Secret(P256.Signing.PrivateKey().pemRepresentation)
        default: nil
        }
    }

    /// A Google service account with a key of its own, in the shape of the file that Google's console hands out.
    private static func serviceAccount() throws -> JSONValue {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        return [
            "type": "service_account", "project_id": "carillon-demo", "private_key_id": "demo",
            "private_key": .string(key.pkcs8PEMRepresentation),
            "client_email": "push@carillon-demo.iam.gserviceaccount.com", "client_id": "1",
            "token_uri": "https://oauth2.googleapis.com/token",
        ]
    }

    static func deviceToken(for plugin: PluginID, tenant: TenantID, locale: LocaleTag) -> String {
        switch plugin {
        case "expo": "ExponentPushToken[demo-\(tenant)-\(locale)]"
        case "apns": "demo-\(tenant)-\(locale)".utf8.map { String($0, radix: 16) }.joined()
        default: "demo-\(tenant)-\(locale):" + String(repeating: "APA91b", count: 22)
        }
    }

    /// A JWT signed with HS256 (RFC 7515), valid for a day.
    static func userToken(for user: UserID, locale: LocaleTag, key: Secret, now: Instant) -> String {
        let header: JSONValue = ["alg": "HS256", "typ": "JWT"]
        let claims: JSONValue = [
            "sub": .string(user.rawValue), "locale": .string(locale.rawValue),
            "exp": JSONValue(now.epochMilliseconds / 1000 + 86400),
        ]
        let signed = Base64.encode(header.utf8, .url) + "." + Base64.encode(claims.utf8, .url)
        let signature = SwiftCryptography().hmacSHA256(Array(signed.utf8), key: Array(key.reveal().utf8))
        return signed + "." + Base64.encode(signature, .url)
    }
}
