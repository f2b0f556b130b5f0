public import CarillonModel
public import CarillonPipeline
import CarillonPluginKit
public import CarillonProfiles
import Foundation

/// Verifies one tenant's user tokens (JWT, RFC 7519).
///
/// The profile names the algorithm; a token that names another, `none` included, is refused before its signature is
/// looked at, so that a public key can't be used as a secret.
public struct UserTokenVerifier: Sendable {
    private let settings: UserAuthentication
    private let keys: [TrustedKeys]

    /// How far clocks may differ.
    static let clockSkew: Int64 = 60

    /// - Parameter keys: each is believed; without any, no token is.
    public init(_ settings: UserAuthentication, keys: [TrustedKeys]) {
        self.settings = settings
        self.keys = keys
    }

    /// - Throws: ``Problem`` with code `unauthenticated`; its message says what is wrong with the token, never what it holds.
    public func verify(_ token: String, now: Instant) throws(Problem) -> UserToken {
        do throws(UserTokenFault) {
            return try check(token, now: now)
        } catch {
            throw .unauthenticated(error.message)
        }
    }

    /// The same check for routes of another protocol, which word the error themselves.
    func check(_ token: String, now: Instant) throws(UserTokenFault) -> UserToken {
        let claims = try claims(of: token, now: now)
        guard let subject = claims[settings.userClaim]?.string, let user = UserID(subject) else {
            throw .noUser(claim: settings.userClaim)
        }
        let facts = UserAttributes(
            email: claims["email"]?.string,
            locale: claims["locale"]?.string,
            timeZone: claims["zoneinfo"]?.string
        )
        .withoutFaults
        let expiry = Self.seconds(claims["exp"]).map(Self.instant)
        return UserToken(user: settings.canonical(user), facts: facts, expiresAt: expiry)
    }

    /// What a token says, whoever it names: signed, in time, from whom and for whom it must be.
    func claims(of token: String, now: Instant) throws(UserTokenFault) -> JSONValue {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard token.utf8.count <= 16384, parts.count == 3, !token.utf8.contains(UInt8(ascii: "=")),
            let header = Self.json(parts[0]),
            let claims = Self.json(parts[1]),
            // RFC 7515, section 2: one text for each token.
            let signature = Base64.decode(parts[2], only: .url)
        else { throw .noToken }
        guard header["alg"]?.string == settings.algorithm.rawValue else {
            throw .otherAlgorithm(settings.algorithm)
        }
        // RFC 7515, section 4.1.11, and RFC 7797: what must be understood, and isn't.
        guard header["crit"] == nil, header["b64"] == nil else {
            throw .unknownExtension
        }
        // RFC 7515, section 5.1: what is signed are the two parts as they came.
        let signed = Array(token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
        guard try candidates(named: header["kid"]?.string).contains(where: { $0.isValid(signature, of: signed) }) else {
            throw .wrongSignature
        }
        try checkClaims(claims, now: now)
        return claims
    }

    /// The keys by which a token may be signed, that names one or none.
    private func candidates(named name: String?) throws(UserTokenFault) -> [VerificationKey] {
        let candidates = keys.flatMap { $0.candidates(named: name) }
        guard !candidates.isEmpty else {
            throw .unknownKey
        }
        return candidates
    }

    private func checkClaims(_ claims: JSONValue, now: Instant) throws(UserTokenFault) {
        let seconds = now.epochMilliseconds / 1000
        if let expiry = claims["exp"] {
            guard let expiry = Self.seconds(expiry), expiry + Self.clockSkew > seconds else {
                throw .expired(Self.seconds(expiry).map(Self.instant))
            }
        } else if settings.wantsExpiry {
            throw .noExpiry
        }
        if let start = claims["nbf"] {
            guard let start = Self.seconds(start), start - Self.clockSkew <= seconds else {
                throw .notYetValid
            }
        }
        if let issuer = settings.issuer, claims["iss"]?.string != issuer {
            throw .otherIssuer
        }
        if let audience = settings.audience {
            let audiences = claims["aud"]?.array?.compactMap(\.string) ?? [claims["aud"]?.string].compactMap { $0 }
            guard audiences.contains(audience) else { throw .otherAudience }
        }
    }

    /// NumericDate may have a fraction (RFC 7519, section 2), and no limit: the first and the last year stand for beyond.
    private static func seconds(_ value: JSONValue?) -> Int64? {
        guard case .number(let text)? = value, let number = Double(text), !number.isNaN else { return nil }
        return Int64(min(max(number, -62_135_596_800), 253_402_300_799))
    }

    private static func instant(_ seconds: Int64) -> Instant { Instant(epochMilliseconds: seconds * 1000) }

    private static func json(_ part: Substring) -> JSONValue? {
        guard let bytes = Base64.decode(part, only: .url), let value = try? JSONValue(parsing: bytes),
            value.object != nil
        else {
            return nil
        }
        return value
    }
}

/// Who a user's token names, and what it says of them.
public struct UserToken: Sendable, Hashable {
    public let user: UserID
    public let facts: UserAttributes
    public let expiresAt: Instant?
}

extension Problem {
    static let noUserToken = Problem.unauthenticated("a user's token is needed")

    static func unauthenticated(_ detail: String) -> Problem {
        Problem(.unauthenticated, detail, headers: ["www-authenticate": "Bearer"])
    }
}
