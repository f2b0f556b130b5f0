import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Foundation
import JWTKit

/// The keys of a JWKS by which a user's token may have been signed.
///
/// Keys of other kinds, for other uses, and those that can't be read are passed over, so that a set may hold what its other
/// readers need.
///
/// Source: RFC 7517, section 5.
struct JSONWebKeySet {
    private let keys: [JWK]
    /// What the set itself calls its keys.
    let names: Set<String>

    /// Fewer bits of an RSA modulus are no protection (RFC 7518, section 3.3).
    private static let modulusBytes = 256

    /// - Returns: nil where the text is no JWKS.
    init?(_ text: String, for algorithm: UserAuthentication.Algorithm) {
        guard let set = try? JSONValue(parsing: Array(text.utf8)), let members = set["keys"]?.array else { return nil }
        let usable = members.compactMap(\.object).filter { Self.canVerify($0, algorithm) }
        names = Set(usable.compactMap { $0["kid"]?.string })
        keys = usable.enumerated().compactMap { index, key in
            var key = key
            // A key may go without a name; the collection wants one.
            if key["kid"]?.string == nil { key["kid"] = .string("key without a name \(index)") }
            return try? JSONDecoder().decode(JWK.self, from: Data(JSONValue.object(key).utf8))
        }
    }

    /// Puts the keys into a collection.
    ///
    /// - Returns: how many could be used.
    func add(to collection: JWTKeyCollection) async -> Int {
        var count = 0
        for key in keys where (try? await collection.add(jwk: key)) != nil { count += 1 }
        return count
    }

    private static func canVerify(_ key: JSONObject, _ algorithm: UserAuthentication.Algorithm) -> Bool {
        if let use = key["use"], use.string != "sig" { return false }
        if let named = key["alg"], named.string != algorithm.rawValue { return false }
        if let operations = key["key_ops"], operations.array?.contains(.string("verify")) != true { return false }
        switch algorithm {
        case .rs256:
            let modulus = key["n"]?.string.flatMap { Base64.decode($0, only: .url) } ?? []
            return key["kty"]?.string == "RSA" && modulus.drop { $0 == 0 }.count >= modulusBytes
        case .es256: return key["kty"]?.string == "EC" && key["crv"]?.string == "P-256"
        case .edDSA: return key["kty"]?.string == "OKP" && key["crv"]?.string == "Ed25519"
        case .hs256, .hs384, .hs512: return false
        }
    }
}
