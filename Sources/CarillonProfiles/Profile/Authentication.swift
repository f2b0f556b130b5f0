public import CarillonModel

/// How callers prove who they are.
public struct Authentication: Sendable, Hashable {
    /// Nil where the tenant's users have no access.
    public package(set) var users: UserAuthentication?
    public package(set) var services: [ServiceKey] = []
    /// Nil where the tenant's staff come to the studio by links only.
    public package(set) var staff: StaffAuthentication?

    public init() {}
}

/// How the tenant's staff authenticate at its studio: by JWTs that say what each may do.
public struct StaffAuthentication: Sendable, Hashable {
    /// The signature, and what it must say: as for users, whose tokens these are not.
    public package(set) var token: UserAuthentication
    /// The claim that has the roles: a list of texts, or one with blanks between them.
    public package(set) var rolesClaim = "roles"
    /// The claim by which colleagues know somebody, and by which they are told apart.
    public package(set) var nameClaim = "sub"

    public init(_ token: UserAuthentication) {
        self.token = token
    }

    /// Whether what the tenant demands of the two kinds of tokens keeps each from being the other, whatever signs them.
    public func isToldApart(from users: UserAuthentication) -> Bool {
        func differ(_ one: String?, _ other: String?) -> Bool { one != nil && other != nil && one != other }
        return differ(token.issuer, users.issuer) || differ(token.audience, users.audience)
    }
}

/// How the tenant's users authenticate: by the tenant's JWTs.
public struct UserAuthentication: Sendable, Hashable {
    /// Source: RFC 7518, section 3.1, and RFC 8037 for EdDSA.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        case hs256 = "HS256"
        case hs384 = "HS384"
        case hs512 = "HS512"
        case rs256 = "RS256"
        case es256 = "ES256"
        case edDSA = "EdDSA"
    }

    public package(set) var algorithm: Algorithm
    /// The name of the secret that holds the key.
    public package(set) var keySecret: String
    /// Names of secrets with further valid keys: while a key is being rotated, tokens are signed by the old or the new
    /// one.
    public package(set) var otherKeySecrets: [String] = []
    /// The claim that names the user.
    public package(set) var userClaim = "sub"
    /// Whether user ids that differ only in the case of A to Z are the same user.
    public package(set) var ignoresCase = false
    /// The required value of `iss`; nil for any.
    public package(set) var issuer: String?
    /// A value that `aud` must contain; nil for any.
    public package(set) var audience: String?
    /// Whether tokens without `exp` are refused: they would be valid for as long as the key.
    public package(set) var wantsExpiry = true
    /// A cookie that may carry the token instead of the `Authorization` header.
    public package(set) var cookie: String?

    public init(algorithm: Algorithm, keySecret: String) {
        self.algorithm = algorithm
        self.keySecret = keySecret
    }

    /// Names of all secrets that hold keys, in the order written; at least one.
    public var keySecrets: [String] { [keySecret] + otherKeySecrets }
}

extension UserAuthentication {
    /// The one form of a user's id that is stored and looked up: in lower case, for A to Z, where case doesn't count.
    public func canonical(_ user: UserID) -> UserID {
        ignoresCase ? UserID(unchecked: user.rawValue.asciiLowercased) : user
    }
}

extension TenantProfile {
    /// As ``UserAuthentication/canonical(_:)``; unchanged where the tenant's users have no access.
    public func canonical(_ user: UserID) -> UserID { authentication.users?.canonical(user) ?? user }
}

/// A key by which the tenant's own services authenticate.
public struct ServiceKey: Sendable, Hashable {
    /// Compared without case.
    public package(set) var header: String
    /// The name of the secret that holds the key.
    public package(set) var keySecret: String
    /// The prefix of the key in the header, such as `Bearer`.
    public package(set) var scheme: String?

    public init(header: String, keySecret: String, scheme: String? = nil) {
        self.header = header
        self.keySecret = keySecret
        self.scheme = scheme
    }
}
