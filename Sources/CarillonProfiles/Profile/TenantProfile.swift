public import CarillonModel

/// Everything a product is, read from its folder and proven: what the host runs and what every tool shows.
///
/// A profile is only made by a loader that found no error, or by a test. Its parts refer to one another by name; each
/// name is known to exist, so a lookup that fails is a mistake in code.
public struct TenantProfile: Sendable {
    public var id: TenantID
    /// What people call the product.
    public var name: String
    /// Hosts whose root the tenant's contract answers at, lower-case, without port.
    public var hosts: [String] = []
    public var locales: Locales
    /// IANA name, such as `Asia/Riyadh`: where nothing is known about a recipient.
    public var timeZone = "Etc/UTC"
    public var notificationIDs: NotificationIDStyle = .uuid
    public var deepLinks = DeepLinks()
    /// In the order written.
    public var channels: [ChannelBinding] = []
    public var androidChannels: [AndroidChannel] = []
    public var categories: [Category] = []
    public var priorities = PriorityPolicies()
    public var toggles: [PreferenceToggle] = []
    public var policies = Policies()
    public var authentication = Authentication()
    public var devices = DevicePolicy()
    public var subscriptions = SubscriptionPolicy()
    public var cors: CrossOriginPolicy?
    /// In the order written.
    public var events: [EventType] = []
    /// Words that apps need beside notifications: permission texts, labels, empty states.
    public var texts: [AppText] = []
    public var messages = MessageCatalog()
    public var contract: Contract?
    public var samples: [Sample] = []
    public var sampleContext = SampleContext()
    /// Changes exactly when a byte of the tenant's files changes.
    public var revision = ProfileRevision(hashing: [])

    public init(id: TenantID, name: String, locales: Locales) {
        self.id = id
        self.name = name
        self.locales = locales
    }
}

extension TenantProfile {
    public func channel(_ id: ChannelID) -> ChannelBinding? { channels.first { $0.id == id } }
    public func event(_ id: EventTypeID) -> EventType? { events.first { $0.id == id } }
    public func category(_ id: String) -> Category? { categories.first { $0.id == id } }
    public func androidChannel(_ id: String) -> AndroidChannel? { androidChannels.first { $0.id == id } }

    /// The event type that a contract knows under `name`: its id or its alias.
    public func event(named name: String) -> EventType? {
        events.first { $0.id.rawValue == name || $0.alias == name }
    }

    /// Names of all secrets that the profile needs, sorted.
    public var secretNames: [String] {
        var names = Set(channels.flatMap { $0.secrets.values })
        if let users = authentication.users { names.formUnion(users.keySecrets) }
        for service in authentication.services { names.insert(service.keySecret) }
        return names.sorted()
    }
}
