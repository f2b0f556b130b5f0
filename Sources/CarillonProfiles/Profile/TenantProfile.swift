public import CarillonModel

/// Everything a product is, read from its folder and proven: what the host runs and what every tool shows.
///
/// It can't be changed, and only the compiler of profiles and tests make one. Its parts refer to one another by name; each
/// name is known to exist. What comes from outside, or was stored under an earlier profile, may name what isn't there: that is
/// why looking up by name can find nothing. A class, so that using it copies none of its parts.
public final class TenantProfile: Sendable {
    package let parts: ProfileParts
    private let index: ProfileIndex

    package init(_ parts: ProfileParts) {
        self.parts = parts
        index = ProfileIndex(parts)
    }

    /// The same without its other events.
    package init(_ profile: TenantProfile, with events: [EventType]) {
        var parts = profile.parts
        var index = profile.index
        parts.events = events
        index.events = EventIndex(events)
        self.parts = parts
        self.index = index
    }

    /// The same with other parts.
    package func changed(_ change: (inout ProfileParts) -> Void) -> TenantProfile {
        var parts = parts
        change(&parts)
        return TenantProfile(parts)
    }
}

extension TenantProfile {
    public var id: TenantID { parts.id }
    /// What people call the product.
    public var name: String { parts.name }
    /// Hosts whose root the tenant's contract answers at, lower-case, without port.
    public var hosts: [String] { parts.hosts }
    public var locales: Locales { parts.locales }
    /// IANA name, such as `Asia/Riyadh`: where nothing is known about a recipient.
    public var timeZone: String { parts.timeZone }
    public var notificationIDs: NotificationIDStyle { parts.notificationIDs }
    public var deepLinks: DeepLinks { parts.deepLinks }
    /// In the order written.
    public var channels: [ChannelBinding] { parts.channels }
    public var androidChannels: [AndroidChannel] { parts.androidChannels }
    public var categories: [Category] { parts.categories }
    public var priorities: PriorityPolicies { parts.priorities }
    public var toggles: [PreferenceToggle] { parts.toggles }
    public var policies: Policies { parts.policies }
    public var authentication: Authentication { parts.authentication }
    public var devices: DevicePolicy { parts.devices }
    public var subscriptions: SubscriptionPolicy { parts.subscriptions }
    public var cors: CrossOriginPolicy? { parts.cors }
    /// What apps with a Supabase client see of feeds; nil where none are served.
    public var supabase: SupabaseTable? { parts.supabase }
    /// Nil where the host serves no page of the inbox.
    public var inbox: InboxSettings? { parts.inbox }
    /// In the order written.
    public var events: [EventType] { parts.events }
    /// Words that apps need beside notifications: permission texts, labels, empty states.
    public var texts: [AppText] { parts.texts }
    public var messages: MessageCatalog { parts.messages }
    public var contract: Contract? { parts.contract }
    public var samples: [Sample] { parts.samples }
    public var sampleContext: SampleContext { parts.sampleContext }
    /// Changes exactly when a byte of the tenant's files changes.
    public var revision: ProfileRevision { parts.revision }
}

extension TenantProfile {
    public func channel(_ id: ChannelID) -> ChannelBinding? { index.channels[id].map { parts.channels[$0] } }
    public func event(_ id: EventTypeID) -> EventType? { index.events.byID[id].map { parts.events[$0] } }
    public func category(_ id: String) -> Category? { index.categories[id].map { parts.categories[$0] } }
    public func androidChannel(_ id: String) -> AndroidChannel? {
        index.androidChannels[id].map { parts.androidChannels[$0] }
    }

    /// Whether there is an event type of that id, without looking at it.
    public func hasEvent(_ id: EventTypeID) -> Bool { index.events.byID[id] != nil }

    /// The event type that a contract knows under `name`: its id or its alias.
    public func event(named name: String) -> EventType? { index.events.byName[name].map { parts.events[$0] } }

    /// The event types of a category, in the order written.
    public func events(inCategory id: String) -> [EventType] {
        index.events.byCategory[id, default: []].map { parts.events[$0] }
    }

    /// The supported locales to try for a reader who asks for `wish`, as ``Locales/chain(for:)`` finds them.
    public func chain(for requested: LocaleTag?) -> [LocaleTag] {
        guard let requested else { return index.standardChain }
        return index.chains[requested] ?? parts.locales.chain(for: requested)
    }

    /// Names of all secrets that the profile needs, sorted.
    public var secretNames: [String] {
        var names = Set(channels.flatMap { $0.secrets.values })
        if let users = authentication.users { names.formUnion(users.keySecrets) }
        for service in authentication.services { names.insert(service.keySecret) }
        return names.sorted()
    }
}
