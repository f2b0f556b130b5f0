import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Crypto
import Foundation
import _CryptoExtras

/// What the signature of a user's token is checked with.
///
/// Each knows its one algorithm, so that no token can choose another for it.
///
/// Source: RFC 7518, section 3; RFC 8037, section 3.1.
enum VerificationKey: Sendable {
    case hs256(SymmetricKey)
    case hs384(SymmetricKey)
    case hs512(SymmetricKey)
    case rs256(_RSA.Signing.PublicKey)
    case es256(P256.Signing.PublicKey)
    case edDSA(Curve25519.Signing.PublicKey)

    /// A public key in PEM.
    ///
    /// - Returns: nil where it isn't one for the algorithm; RSA keys have at least 2048 bits.
    init?(pem: String, for algorithm: UserAuthentication.Algorithm) {
        let key: VerificationKey? =
            switch algorithm {
            case .rs256: (try? _RSA.Signing.PublicKey(pemRepresentation: pem)).map { .rs256($0) }
            case .es256: (try? P256.Signing.PublicKey(pemRepresentation: pem)).map { .es256($0) }
            case .edDSA, .hs256, .hs384, .hs512: nil
            }
        guard let key else { return nil }
        self = key
    }

    /// A public key of a JWKS.
    ///
    /// - Returns: nil where it isn't one for the algorithm; RSA keys have at least 2048 bits.
    ///
    /// Source: RFC 7518, sections 6.2.1 and 6.3.1; RFC 8037, section 2.
    init?(jwk: JSONObject, for algorithm: UserAuthentication.Algorithm) {
        func bytes(_ member: String) -> [UInt8]? { jwk[member]?.string.flatMap { Base64.decode($0, only: .url) } }
        func isOf(_ type: String, curve: String? = nil) -> Bool {
            jwk["kty"]?.string == type && (curve == nil || jwk["crv"]?.string == curve)
        }
        switch algorithm {
        case .rs256:
            guard isOf("RSA"), let modulus = bytes("n"), let exponent = bytes("e"),
                let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
            else { return nil }
            self = .rs256(key)
        case .es256:
            guard isOf("EC", curve: "P-256"), let x = bytes("x"), let y = bytes("y"), x.count == 32, y.count == 32,
                let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            else { return nil }
            self = .es256(key)
        case .edDSA:
            guard isOf("OKP", curve: "Ed25519"), let x = bytes("x"),
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
            else { return nil }
            self = .edDSA(key)
        case .hs256, .hs384, .hs512: return nil
        }
    }

    /// Whether this key's other half made the signature.
    func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .hs256(let key):
            HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: message, using: key)
        case .hs384(let key):
            HMAC<SHA384>.isValidAuthenticationCode(signature, authenticating: message, using: key)
        case .hs512(let key):
            HMAC<SHA512>.isValidAuthenticationCode(signature, authenticating: message, using: key)
        case .rs256(let key):
            key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature),
                for: SHA256.hash(data: message),
                padding: .insecurePKCS1v1_5
            )
        case .es256(let key):
            // Two numbers of 32 bytes, one after the other.
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: message) } ?? false
        case .edDSA(let key):
            key.isValidSignature(signature, for: message)
        }
    }
}
