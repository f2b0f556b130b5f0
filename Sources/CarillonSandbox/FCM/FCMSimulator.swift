import CarillonModel

/// Simulates FCM and Google's token endpoint: which access tokens were issued, and for whom.
struct FCMSimulator: Sendable {
    static let tokenPath = "/token"
    static let tokenURL = "https://oauth2.googleapis.com/token"

    private struct Access: Sendable {
        /// Nil where the account doesn't name it.
        let project: String?
        let expiresAt: Instant
    }

    private static let capacity = 1000
    private static let lifetime = Duration.seconds(3599)

    private let rate: Int?
    private var issued = 0
    private var accesses: [String: Access] = [:]
    private var order: [String] = []
    private var buckets: [String: TokenBucket] = [:]

    init(_ configuration: SandboxConfiguration) {
        rate = configuration.fcmRate
    }

    /// `projects/{project}/messages:send`, and the project of it.
    static func project(inPath path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "v1", parts[2] == "projects", !parts[3].isEmpty,
            parts[4] == "messages:send"
        else { return nil }
        return String(parts[3])
    }

    /// The answer to an assertion.
    ///
    /// Source: RFC 7523, section 3.
    mutating func grant(_ assertion: String, credentials: Credentials, now: Instant) -> Result<JSONValue, FCMGrantFault>
    {
        guard let token = SignedToken(assertion), token.header["alg"] == "RS256" else {
            return .failure("Invalid JWT: it must be signed with RS256")
        }
        let claims = token.claims
        guard let issuer = claims["iss"]?.string, issuer.contains("@") else { return .failure("Invalid JWT: iss") }
        guard claims["aud"]?.string == Self.tokenURL else {
            return .failure("Invalid JWT: aud is not the token endpoint")
        }
        let scopes = claims["scope"]?.string?.split(separator: " ").map(String.init) ?? []
        guard
            scopes.contains(where: { $0.hasSuffix("/auth/firebase.messaging") || $0.hasSuffix("/auth/cloud-platform") })
        else { return .failure("Invalid JWT: scope") }
        guard let issuedAt = claims["iat"]?.integer, let expiry = claims["exp"]?.integer, expiry - issuedAt <= 3600,
            expiry > issuedAt
        else { return .failure("Invalid JWT: iat and exp must be at most an hour apart") }
        let seconds = now.epochMilliseconds.floorDivided(by: 1000)
        guard issuedAt <= seconds + 60, expiry > seconds - 60 else {
            return .failure("Invalid JWT: Token must be a short-lived token and in a reasonable timeframe")
        }
        let account = credentials.serviceAccounts[issuer]
        guard account.map({ token.isSigned(by: $0.key) }) ?? (token.signature.count >= 128) else {
            return .failure("Invalid JWT Signature.")
        }
        return .success(issue(project: account?.project ?? Self.project(ofAccount: issuer), now))
    }

    private mutating func issue(project: String?, _ now: Instant) -> JSONValue {
        issued += 1
        let value = "ya29.sandbox-\(issued)"
        if order.count == Self.capacity { accesses[order.removeFirst()] = nil }
        order.append(value)
        accesses[value] = Access(project: project, expiresAt: now.advanced(by: Self.lifetime))
        return ["access_token": .string(value), "expires_in": JSONValue(3599), "token_type": "Bearer"]
    }

    /// `name@project.iam.gserviceaccount.com`.
    private static func project(ofAccount email: String) -> String? {
        let suffix = ".iam.gserviceaccount.com"
        guard email.hasSuffix(suffix), let at = email.firstIndex(of: "@") else { return nil }
        return String(email[email.index(after: at)...].dropLast(suffix.count))
    }

    /// Whether the bearer may send for the project; the answer where not.
    func accessFault(_ authorization: String?, project: String, now: Instant) -> SandboxResponse? {
        guard let authorization, authorization.hasPrefix("Bearer "),
            let access = accesses[String(authorization.dropFirst(7))], access.expiresAt > now
        else { return FCMWording.unauthenticated }
        return access.project.map { $0 == project } ?? true ? nil : FCMWording.forbidden
    }

    /// The project's quota, where one is set.
    mutating func isWithinQuota(_ project: String, now: Instant) -> Bool {
        guard let rate else { return true }
        return buckets[project, default: TokenBucket(rate: rate, now: now)].take(1, now: now)
    }
}

/// Why an assertion earns no access token.
struct FCMGrantFault: Error, Hashable, ExpressibleByStringLiteral {
    let message: String
    init(stringLiteral value: String) { message = value }
}
