/// Whose a device is.
public struct DevicePolicy: Sendable, Hashable {
    public enum Owner: String, Sendable, Hashable, CaseIterable {
        case user
        /// Nobody: each subscription of the device carries its user, or none.
        case subscription
        /// A session: ending it stops its pushes.
        case session
    }

    public package(set) var owner: Owner

    public init(owner: Owner = .user) {
        self.owner = owner
    }
}

/// What a tenant means by subscribing to a topic.
public struct SubscriptionPolicy: Sendable, Hashable {
    /// Topics that differ only in case are the same.
    public package(set) var ignoresCase: Bool
    /// The role of a subscription that came with a user, such as `owner`; nil for none.
    public package(set) var userRole: String?
    /// The role of one that came without, such as `observer`.
    public package(set) var anonymousRole: String?

    public init(ignoresCase: Bool = false, userRole: String? = nil, anonymousRole: String? = nil) {
        self.ignoresCase = ignoresCase
        self.userRole = userRole
        self.anonymousRole = anonymousRole
    }

    /// The roles there are.
    public var roles: [String] { [userRole, anonymousRole].compactMap { $0 } }
}

/// Which web pages may call the tenant's API from a browser.
public struct CrossOriginPolicy: Sendable, Hashable {
    /// Such as `https://app.acme.example`; `*` is not taken.
    public package(set) var origins: [String]
    public package(set) var allowsCredentials: Bool

    public init(origins: [String], allowsCredentials: Bool = false) {
        self.origins = origins
        self.allowsCredentials = allowsCredentials
    }
}
