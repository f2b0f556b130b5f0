import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import Crypto
import Foundation
import Testing
import _CryptoExtras

@testable import CarillonHost

/// Users' keys as a set (JWKS, RFC 7517), and tokens that name one of them.
struct KeySetTests {
    private static let now = Instant(epochMilliseconds: 1_772_020_800_000)

    @Test func `a token is checked with the key that it names`() throws {
        let old = P256.Signing.PrivateKey()
        let new = P256.Signing.PrivateKey()
        let set: JSONValue = ["keys": [Self.jwk(old.publicKey, "old"), Self.jwk(new.publicKey, "new")]]
        let verifier = try Self.verifier(.es256, set)
        for (key, id) in [(old, "old"), (new, "new")] {
            #expect(try verifier.verify(Self.token(kid: id, key), now: Self.now).user == "ada")
        }
        // The right key under the wrong name, and names that nobody gave.
        for token in [try Self.token(kid: "old", new), try Self.token(kid: "other", P256.Signing.PrivateKey())] {
            #expect(throws: Problem.self) { try verifier.verify(token, now: Self.now) }
        }
    }

    @Test func `RSA keys come in a set too`() throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let numbers = try key.publicKey.getKeyPrimitives()
        let jwk: JSONValue = [
            "kty": "RSA", "kid": "r1", "alg": "RS256", "use": "sig",
            "n": .string(Base64.encode(numbers.modulus, .url)),
            "e": .string(Base64.encode(numbers.publicExponent, .url)),
        ]
        let verifier = try Self.verifier(.rs256, ["keys": [jwk]])
        let signed = try Self.signed(["alg": "RS256", "kid": "r1"]) { message in
            try SwiftCryptography().rs256(message, key: Secret(key.pemRepresentation))
        }
        #expect(try verifier.verify(signed, now: Self.now).user == "ada")
        let unknown = try Self.signed(["alg": "RS256", "kid": "r2"]) { message in
            try SwiftCryptography().rs256(
                message,
                key: Secret(_RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation)
            )
        }
        #expect(throws: Problem.self) { try verifier.verify(unknown, now: Self.now) }
    }

    /// RFC 7517, section 5: a set is read by others, too.
    @Test func `keys of other kinds and for other uses are passed over, and verify nothing`() throws {
        let key = P256.Signing.PrivateKey()
        let encrypting = P256.Signing.PrivateKey()
        var foreign = try #require(Self.jwk(encrypting.publicKey, "enc").object)
        foreign["use"] = "enc"
        let others: [JSONValue] = [
            ["kty": "oct", "kid": "o", "k": "c2VjcmV0"], ["kty": "new", "kid": "n"], .object(foreign), "no key",
            [
                "kty": "RSA", "kid": "weak", "n": .string(Base64.encode([UInt8](repeating: 255, count: 128), .url)),
                "e": "AQAB",
            ],
        ]
        let verifier = try Self.verifier(.es256, ["keys": .array(others + [Self.jwk(key.publicKey, "k")])])
        #expect(try verifier.verify(Self.token(kid: "k", key), now: Self.now).user == "ada")
        #expect(throws: Problem.self) {
            try verifier.verify(Self.token(kid: "enc", encrypting), now: Self.now)
        }
        #expect(throws: UnusableKey.self) { try Self.verifier(.es256, ["keys": .array(others)]) }
    }

    @Test func `a token that names a key which is not in the set is refused, whoever signed it`() throws {
        let key = P256.Signing.PrivateKey()
        let verifier = try Self.verifier(.es256, ["keys": [Self.jwk(key.publicKey, "k")]])
        #expect(throws: Problem.self) { try verifier.verify(Self.token(kid: "x", key), now: Self.now) }
    }

    @Test func `a token that names no key is tried with each`() throws {
        let (old, new) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let set: JSONValue = ["keys": [Self.jwk(old.publicKey, "old"), Self.jwk(new.publicKey, "new")]]
        let verifier = try Self.verifier(.es256, set)
        for key in [old, new] {
            let token = try Self.signed(["alg": "ES256"]) { message in
                try SwiftCryptography().es256(message, key: Secret(key.pemRepresentation))
            }
            #expect(try verifier.verify(token, now: Self.now).user == "ada")
        }
    }

    /// RFC 7515, section 4.1.11, and RFC 7797.
    @Test(arguments: [["crit": ["x"], "x": 1], ["b64": false, "crit": ["b64"]], ["b64": false]] as [JSONValue])
    func `extensions that nobody here knows are refused`(extensions: JSONValue) throws {
        let key = P256.Signing.PrivateKey()
        let verifier = try Self.verifier(.es256, ["keys": [Self.jwk(key.publicKey, "k")]])
        var header = try #require(extensions.object)
        header["alg"] = "ES256"
        header["kid"] = "k"
        let token = try Self.signed(.object(header)) { message in
            try SwiftCryptography().es256(message, key: Secret(key.pemRepresentation))
        }
        #expect(throws: Problem.self) { try verifier.verify(token, now: Self.now) }
    }

    @Test func `neither no signature nor a public key as secret gets past a set`() throws {
        let key = P256.Signing.PrivateKey()
        let jwk = Self.jwk(key.publicKey, "k")
        let verifier = try Self.verifier(.es256, ["keys": [jwk]])
        let none = try Self.signed(["alg": "none", "kid": "k"]) { _ in [] }
        let confused = try Self.signed(["alg": "HS256", "kid": "k"]) { message in
            SwiftCryptography().hmacSHA256(message, key: jwk.utf8)
        }
        // ES256 by name, HMAC in fact.
        let disguised = try Self.signed(["alg": "ES256", "kid": "k"]) { message in
            SwiftCryptography().hmacSHA256(message, key: Array(key.publicKey.x963Representation))
        }
        for token in [none, confused, disguised] {
            #expect(throws: Problem.self) { try verifier.verify(token, now: Self.now) }
        }
    }

    private static func verifier(
        _ algorithm: UserAuthentication.Algorithm,
        _ set: JSONValue
    ) throws -> UserTokenVerifier {
        let keys = try TrustedKeys(Secret(set.text), called: "jwt", for: algorithm)
        return UserTokenVerifier(UserAuthentication(algorithm: algorithm, keySecret: "jwt"), keys: [keys])
    }

    private static func jwk(_ key: P256.Signing.PublicKey, _ id: String) -> JSONValue {
        let point = Array(key.rawRepresentation)
        return [
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": .string(id),
            "x": .string(Base64.encode(point[..<32], .url)), "y": .string(Base64.encode(point[32...], .url)),
        ]
    }

    private static func token(kid: String, _ key: P256.Signing.PrivateKey) throws -> String {
        try signed(["alg": "ES256", "kid": .string(kid)]) { message in
            try SwiftCryptography().es256(message, key: Secret(key.pemRepresentation))
        }
    }

    private static func signed(_ header: JSONValue, with sign: ([UInt8]) throws -> [UInt8]) throws -> String {
        let claims: JSONValue = ["sub": "ada", "exp": 1_772_030_000]
        let signed = Base64.encode(header.utf8, .url) + "." + Base64.encode(claims.utf8, .url)
        return signed + "." + Base64.encode(try sign(Array(signed.utf8)), .url)
    }
}
