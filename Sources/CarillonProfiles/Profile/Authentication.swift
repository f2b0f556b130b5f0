public import CarillonModel

/// Who may speak for whom.
public struct Authentication: Sendable, Hashable {
    /// Nil: the tenant's users have no access.
    public package(set) var users: UserAuthentication?
    public package(set) var services: [ServiceKey] = []

    public init() {}
}

/// How the tenant's users prove who they are: with its JWT.
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
    /// Name of the secret that holds the key.
    public package(set) var keySecret: String
    /// Names of those that are believed, too: while keys change, tokens are signed with one or the other.
    public package(set) var otherKeySecrets: [String] = []
    /// The claim that names the user.
    public package(set) var userClaim = "sub"
    /// Users that differ only in the case of A to Z are the same.
    public package(set) var ignoresCase = false
    /// What `iss` must be, where given.
    public package(set) var issuer: String?
    /// What `aud` must hold, where given.
    public package(set) var audience: String?
    /// Tokens without `exp` are refused: they would be good for as long as the key is.
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
    /// The one form of a user that is stored and asked for: where case doesn't count, with A to Z in lower case.
    public func canonical(_ user: UserID) -> UserID {
        ignoresCase ? UserID(unchecked: user.rawValue.asciiLowercased) : user
    }
}

extension TenantProfile {
    /// As ``UserAuthentication/canonical(_:)``; users are as written where none of them has access.
    public func canonical(_ user: UserID) -> UserID { authentication.users?.canonical(user) ?? user }
}

/// A key that lets the tenant's own services in.
public struct ServiceKey: Sendable, Hashable {
    /// Compared without case.
    public package(set) var header: String
    /// Name of the secret that holds the key.
    public package(set) var keySecret: String
    /// What stands before the key in the header, such as `Bearer`.
    public package(set) var scheme: String?

    public init(header: String, keySecret: String, scheme: String? = nil) {
        self.header = header
        self.keySecret = keySecret
        self.scheme = scheme
    }
}
