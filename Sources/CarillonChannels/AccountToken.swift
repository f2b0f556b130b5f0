import CarillonModel
import CarillonPluginKit
import Synchronization

/// A JSON Web Token that is signed here.
///
/// Source: RFC 7519, and RFC 7518, section 3.
public struct SignedToken: Sendable, Hashable {
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        case rs256 = "RS256"
        case es256 = "ES256"
        case hs256 = "HS256"
    }

    public let algorithm: Algorithm
    /// PEM, or for HS256 any text.
    public let key: ChannelText
    /// Further members of its header, such as `kid`.
    public let header: [RequestTemplate.Part]
    /// What is claimed beside `iat` and `exp`.
    public let claims: [RequestTemplate.Part]
    /// Seconds from `iat` to `exp`.
    public let lifetime: Int

    public init(
        algorithm: Algorithm,
        key: ChannelText,
        header: [RequestTemplate.Part],
        claims: [RequestTemplate.Part],
        lifetime: Int
    ) {
        self.algorithm = algorithm
        self.key = key
        self.header = header
        self.claims = claims
        self.lifetime = lifetime
    }

    var texts: [ChannelText] { [key] + (header + claims).map(\.value) }

    /// - Throws: ``CryptographyFailure`` where the key can't sign.
    func made(in scope: MessageScope, _ cryptography: any Cryptography) throws(CryptographyFailure) -> String {
        let seconds = scope.now.epochMilliseconds.floorDivided(by: 1000)
        var header: JSONObject = ["alg": .string(algorithm.rawValue), "typ": "JWT"]
        for part in self.header { header[part.name] = scope.text(part.value).map { .string($0) } }
        var claims: JSONObject = ["iat": JSONValue(seconds), "exp": JSONValue(seconds + Int64(lifetime))]
        for part in self.claims { claims[part.name] = scope.text(part.value).map { .string($0) } }
        let key = Secret(scope.text(key) ?? "")
        return try JSONWebToken.make(header: .object(header), claims: .object(claims)) {
            input throws(CryptographyFailure) in
            switch algorithm {
            case .rs256: try cryptography.rs256(input, key: key)
            case .es256: try cryptography.es256(input, key: key)
            case .hs256: cryptography.hmacSHA256(input, key: Array(key.reveal().utf8))
            }
        }
    }
}

/// A token that an account is granted for its credentials, or for a token that it signs.
///
/// Source: RFC 6749, section 4.4, and RFC 7523, section 2.1.
public struct TokenGrant: Sendable, Hashable {
    public enum Proof: Sendable, Hashable {
        /// In `Authorization`, as RFC 6749, section 2.3.1 prefers.
        case basic(client: ChannelText, secret: ChannelText)
        case form(client: ChannelText, secret: ChannelText)
        case assertion(SignedToken)
    }

    public let url: String
    public let proof: Proof
    public let scope: ChannelText?
    public let audience: ChannelText?

    public init(url: String, proof: Proof, scope: ChannelText?, audience: ChannelText?) {
        self.url = url
        self.proof = proof
        self.scope = scope
        self.audience = audience
    }

    var assertion: SignedToken? { if case .assertion(let token) = proof { token } else { nil } }

    var texts: [ChannelText] {
        let proofs: [ChannelText] =
            switch proof {
            case .basic(let client, let secret), .form(let client, let secret): [client, secret]
            case .assertion(let token): token.texts
            }
        return proofs + [scope, audience].compactMap(\.self)
    }

    /// - Throws: ``CryptographyFailure`` where the key can't sign.
    func request(
        in scope: MessageScope,
        _ cryptography: any Cryptography
    ) throws(CryptographyFailure) -> EgressRequest {
        var headers = [EgressRequest.Header("Content-Type", "application/x-www-form-urlencoded")]
        headers.append(.init("Accept", "application/json"))
        var form: [(String, String?)] = []
        switch proof {
        case .basic(let client, let secret):
            // Each is form-encoded first: RFC 6749, section 2.3.1.
            let pair = [client, secret].map { FormText.encoded(scope.text($0) ?? "") }.joined(separator: ":")
            headers.append(.init("Authorization", "Basic " + Base64.encode(Array(pair.utf8))))
            form = [("grant_type", "client_credentials")]
        case .form(let client, let secret):
            form = [
                ("grant_type", "client_credentials"), ("client_id", scope.text(client)),
                ("client_secret", scope.text(secret)),
            ]
        case .assertion(let token):
            form = [
                ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
                ("assertion", try token.made(in: scope, cryptography)),
            ]
        }
        form += [("scope", self.scope.flatMap { scope.text($0) }), ("audience", audience.flatMap { scope.text($0) })]
        let body = form.compactMap { name, value in value.map { "\(FormText.encoded(name))=\(FormText.encoded($0))" } }
        return EgressRequest(.post, url, headers: headers, body: Array(body.joined(separator: "&").utf8))
    }
}

/// Where a channel's instance takes its tokens from: those that it is granted, or that it signs.
enum TokenSource: Sendable {
    case granted(AccessTokens)
    case signed(SignedTokens)

    func token(insteadOf rejected: String? = nil) async -> Result<String, AccessTokens.Problem> {
        switch self {
        case .granted(let tokens): return await tokens.token(insteadOf: rejected)
        case .signed(let tokens):
            do {
                return .success(try tokens.token())
            } catch {
                return .failure(.misconfigured(OutcomeReason("InvalidKey", error.message)))
            }
        }
    }

    /// Whether a token may be forgotten by the provider before its time, so that a fresh one is worth a try.
    var canReplace: Bool { if case .granted = self { true } else { false } }
}

/// Tokens that are signed here, each used for three quarters of its life.
///
/// A class with a lock: all messages share it.
final class SignedTokens: Sendable {
    private struct Current: Sendable {
        let token: String
        let madeAt: Instant
    }

    private let life: Duration
    private let clock: any WallClock
    private let make: @Sendable (Instant) throws(CryptographyFailure) -> String
    private let current = Mutex<Current?>(nil)

    init(
        _ token: SignedToken,
        clock: any WallClock,
        make: @escaping @Sendable (Instant) throws(CryptographyFailure) -> String
    ) {
        life = .seconds(max(1, token.lifetime * 3 / 4))
        self.clock = clock
        self.make = make
    }

    func token() throws(CryptographyFailure) -> String {
        let now = clock.now
        let result = current.withLock { current in
            Result { () throws(CryptographyFailure) in
                if let known = current, known.madeAt <= now, known.madeAt.duration(to: now) < life {
                    return known.token
                }
                let token = try make(now)
                current = Current(token: token, madeAt: now)
                return token
            }
        }
        return try result.get()
    }
}

extension MessageScope {
    /// What a text of the account's stands for; nil where a setting is absent.
    func text(_ text: ChannelText) -> String? { (try? text.text(in: self)) ?? nil }
}
