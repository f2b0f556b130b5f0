/// How a tenant uses subscriptions to topics.
public struct SubscriptionPolicy: Sendable, Hashable {
    /// Topics that differ only in case are the same.
    public package(set) var ignoresCase: Bool
    /// The role of a subscription that a user made, such as `owner`; nil for none.
    public package(set) var userRole: String?
    /// The role of a subscription without a user, such as `observer`.
    public package(set) var anonymousRole: String?

    public init(ignoresCase: Bool = false, userRole: String? = nil, anonymousRole: String? = nil) {
        self.ignoresCase = ignoresCase
        self.userRole = userRole
        self.anonymousRole = anonymousRole
    }

    /// All roles that subscriptions can have.
    public var roles: [String] { [userRole, anonymousRole].compactMap { $0 } }
}

/// Which web pages may call the tenant's API from a browser.
public struct CrossOriginPolicy: Sendable, Hashable {
    /// Such as `https://app.acme.example`; `*` is not allowed.
    public package(set) var origins: [String]
    public package(set) var allowsCredentials: Bool

    public init(origins: [String], allowsCredentials: Bool = false) {
        self.origins = origins
        self.allowsCredentials = allowsCredentials
    }
}
