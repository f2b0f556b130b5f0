import CarillonModel
import CarillonProfiles

/// The keys of a JWKS by which a user's token may have been signed.
///
/// Keys of other kinds, for other uses, and those that can't be read are passed over, so that a set may hold what its other
/// readers need.
///
/// Source: RFC 7517, section 5.
struct JSONWebKeySet: Sendable {
    struct Key: Sendable {
        /// Nil where the set doesn't name it.
        let id: String?
        let key: VerificationKey
    }

    /// At least one.
    let keys: [Key]

    /// - Returns: nil where the text is no JWKS, or holds no key for the algorithm.
    init?(_ text: String, for algorithm: UserAuthentication.Algorithm) {
        guard let set = try? JSONValue(parsing: Array(text.utf8)), let members = set["keys"]?.array else { return nil }
        keys = members.compactMap(\.object).filter { Self.isForVerifying($0, algorithm) }.compactMap { jwk in
            VerificationKey(jwk: jwk, for: algorithm).map { Key(id: jwk["kid"]?.string, key: $0) }
        }
        if keys.isEmpty { return nil }
    }

    private static func isForVerifying(_ key: JSONObject, _ algorithm: UserAuthentication.Algorithm) -> Bool {
        if let use = key["use"], use.string != "sig" { return false }
        if let named = key["alg"], named.string != algorithm.rawValue { return false }
        if let operations = key["key_ops"], operations.array?.contains(.string("verify")) != true { return false }
        return true
    }
}
