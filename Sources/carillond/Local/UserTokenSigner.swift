import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Crypto
import _CryptoExtras

/// Signs users' tokens, as the backend of a tenant does.
///
/// Source: RFC 7515 and RFC 7518, section 3.
struct UserTokenSigner: Sendable {
    private let algorithm: UserAuthentication.Algorithm
    private let sign: @Sendable ([UInt8]) throws(CryptographyFailure) -> [UInt8]

    /// Signs with the key that the host verifies with; nil where the host has only a public key.
    init?(_ algorithm: UserAuthentication.Algorithm, sharing secret: Secret) {
        let key = SymmetricKey(data: Array(secret.reveal().utf8))
        self.algorithm = algorithm
        switch algorithm {
        case .hs256: sign = { Array(HMAC<SHA256>.authenticationCode(for: $0, using: key)) }
        case .hs384: sign = { Array(HMAC<SHA384>.authenticationCode(for: $0, using: key)) }
        case .hs512: sign = { Array(HMAC<SHA512>.authenticationCode(for: $0, using: key)) }
        case .rs256, .es256, .edDSA: return nil
        }
    }

    /// Signs with a new key and returns the public half for the host; nil for algorithms with shared keys.
    static func new(_ algorithm: UserAuthentication.Algorithm) throws -> (signer: UserTokenSigner, secret: Secret)? {
        switch algorithm {
        case .hs256, .hs384, .hs512: return nil
        case .es256:
            let pair = KeyMaking.es256Pair()
            let signer = UserTokenSigner(algorithm) { message throws(CryptographyFailure) in
                try SwiftCryptography().es256(message, key: pair.privateKey)
            }
            return (signer, Secret(pair.publicKey))
        case .rs256:
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            let signer = UserTokenSigner(algorithm) { message throws(CryptographyFailure) in
                try SwiftCryptography().rs256(message, key: Secret(key.pemRepresentation))
            }
            return (signer, Secret(key.publicKey.pemRepresentation))
        case .edDSA:
            let key = Curve25519.Signing.PrivateKey()
            let signer = UserTokenSigner(algorithm) { message throws(CryptographyFailure) in
                do {
                    return Array(try key.signature(for: message))
                } catch {
                    throw CryptographyFailure("Ed25519 failed")
                }
            }
            let x = JSONValue.string(Base64.encode(key.publicKey.rawRepresentation, .url))
            let jwk: JSONValue = ["kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "x": x]
            return (signer, Secret(JSONValue.object(["keys": [jwk]]).text))
        }
    }

    private init(
        _ algorithm: UserAuthentication.Algorithm,
        sign: @escaping @Sendable ([UInt8]) throws(CryptographyFailure) -> [UInt8]
    ) {
        self.algorithm = algorithm
        self.sign = sign
    }

    /// A token that the host accepts under the profile's rules, valid for a day.
    func token(for user: UserID, locale: LocaleTag, _ rules: UserAuthentication, now: Instant) throws -> String {
        var claims: JSONObject = [
            "exp": JSONValue(now.epochMilliseconds / 1000 + 86400), "locale": .string(locale.rawValue),
        ]
        claims["iss"] = rules.issuer.map { .string($0) }
        claims["aud"] = rules.audience.map { .string($0) }
        claims[rules.userClaim] = .string(user.rawValue)
        return try JSONWebToken.make(
            header: ["alg": .string(algorithm.rawValue), "typ": "JWT"],
            claims: .object(claims),
            sign: sign
        )
    }
}
