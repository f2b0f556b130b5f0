public import CarillonModel
import CarillonPluginKit
public import CarillonProfiles
import Crypto

/// What one secret holds to check users' tokens with: a key, or a set of them.
///
/// A profile may name several secrets, so that tokens signed with the former key are good until they end.
public struct TrustedKeys: Sendable {
    private enum Content: Sendable {
        /// What a token calls it is nobody's business.
        case one(VerificationKey)
        case set(JSONWebKeySet)
    }

    private let content: Content

    /// - Parameters:
    ///   - secret: an HMAC key's UTF-8 bytes, a PEM public key, or a JWKS.
    ///   - name: what the profile calls it.
    /// - Throws: ``UnusableKey`` where it doesn't fit the algorithm.
    public init(
        _ secret: Secret,
        called name: String,
        for algorithm: UserAuthentication.Algorithm
    ) throws(UnusableKey) {
        let text = secret.reveal()
        switch algorithm {
        case .hs256: content = .one(.hs256(try Self.sharedKey(text, name, algorithm)))
        case .hs384: content = .one(.hs384(try Self.sharedKey(text, name, algorithm)))
        case .hs512: content = .one(.hs512(try Self.sharedKey(text, name, algorithm)))
        case .rs256, .es256, .edDSA:
            if text.drop(while: \.isWhitespace).hasPrefix("{") {
                guard let set = JSONWebKeySet(text, for: algorithm) else {
                    throw UnusableKey(secret: name, expected: "a JWKS with a public key for \(algorithm.rawValue)")
                }
                content = .set(set)
            } else if let key = VerificationKey(pem: text, for: algorithm) {
                content = .one(key)
            } else {
                let message =
                    algorithm == .edDSA
                    ? "a JWKS, for EdDSA" : "a public key for \(algorithm.rawValue), as PEM or JWKS"
                throw UnusableKey(secret: name, expected: message)
            }
        }
    }

    private static func sharedKey(
        _ text: String,
        _ name: String,
        _ algorithm: UserAuthentication.Algorithm
    ) throws(UnusableKey) -> SymmetricKey {
        let (bytes, minimum) = (Array(text.utf8), algorithm.hmacKeyBytes ?? 0)
        guard bytes.count >= minimum else {
            throw UnusableKey(secret: name, expected: "a key of at least \(minimum) bytes")
        }
        return SymmetricKey(data: bytes)
    }

    /// The keys by which a token may be signed, that names one (`kid`) or none.
    func candidates(named name: String?) -> [VerificationKey] {
        switch content {
        case .one(let key): [key]
        case .set(let set): set.keys.filter { name == nil || $0.id == name }.map(\.key)
        }
    }
}

/// A secret that isn't the kind of key it should be.
public struct UnusableKey: Error, Sendable, CustomStringConvertible {
    public let secret: String
    public let expected: String
    public var description: String { "the secret “\(secret)” is not \(expected)" }
}
