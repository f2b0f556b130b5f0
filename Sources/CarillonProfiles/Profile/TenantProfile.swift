public import CarillonChannels
public import CarillonModel
import CarillonPluginKit

/// A product as it was read from its folder and validated: the host runs it, and every tool shows it.
///
/// It is immutable; only the profile compiler and tests create one. Its parts refer to one another by names that are
/// known to exist. But requests and rows stored under an earlier profile may contain unknown names, so look-ups return
/// optionals. A class, so that passing it around copies nothing.
public final class TenantProfile: Sendable {
    package let parts: ProfileParts
    private let index: ProfileIndex

    package init(_ parts: ProfileParts) {
        self.parts = parts
        index = ProfileIndex(parts)
    }

    /// The same profile with only these events.
    package init(_ profile: TenantProfile, with events: [EventType]) {
        var parts = profile.parts
        var index = profile.index
        parts.events = events
        index.events = EventIndex(events)
        self.parts = parts
        self.index = index
    }

    /// The same profile with other texts.
    init(_ profile: TenantProfile, with messages: MessageCatalog, revision: ProfileRevision) {
        var parts = profile.parts
        parts.messages = messages
        parts.revision = revision
        self.parts = parts
        index = profile.index
    }

    /// The same profile with some parts changed.
    package func changed(_ change: (inout ProfileParts) -> Void) -> TenantProfile {
        var parts = parts
        change(&parts)
        return TenantProfile(parts)
    }
}

extension TenantProfile {
    public var id: TenantID { parts.id }
    /// The product's name for people.
    public var name: String { parts.name }
    /// Host names, in lower case and without port, at whose root the tenant's contract is served.
    public var hosts: [String] { parts.hosts }
    public var locales: Locales { parts.locales }
    /// An IANA name such as `Asia/Riyadh`, used where a recipient's zone isn't known.
    public var timeZone: String { parts.timeZone }
    public var notificationIDs: NotificationIDStyle { parts.notificationIDs }
    public var deepLinks: DeepLinks { parts.deepLinks }
    /// In the order written.
    public var channels: [ChannelBinding] { parts.channels }
    /// Ways of delivering that files declare for it, used or not.
    public var declaredChannels: [DeclaredChannel] { parts.declaredChannels }
    /// Ways of delivering that the operator's files declare for all tenants: they may send where they say.
    public var operatorChannels: [DeclaredChannel] { parts.operatorChannels }
    /// Whether a file of the tenant's, or one that it shares, declares the way of delivering that is called so.
    public func declares(_ plugin: PluginID) -> Bool { declaredChannels.contains { $0.descriptor.id == plugin } }
    public var androidChannels: [AndroidChannel] { parts.androidChannels }
    public var categories: [Category] { parts.categories }
    public var priorities: PriorityPolicies { parts.priorities }
    public var toggles: [PreferenceToggle] { parts.toggles }
    public var policies: Policies { parts.policies }
    public var authentication: Authentication { parts.authentication }
    public var devices: DevicePolicy { parts.devices }
    public var subscriptions: SubscriptionPolicy { parts.subscriptions }
    /// What apps do with pushes on the device.
    public var device: DeviceSettings { parts.device }
    public var cors: CrossOriginPolicy? { parts.cors }
    /// The feed as apps with a Supabase client see it; nil where that isn't served.
    public var supabase: SupabaseTable? { parts.supabase }
    /// Nil where the host serves no inbox page.
    public var inbox: InboxSettings? { parts.inbox }
    /// How the tenant's staff change texts, and how these go live.
    public var studio: StudioSettings { parts.studio }
    /// In the order written.
    public var events: [EventType] { parts.events }
    /// Texts that apps need beside notifications: permission texts, labels, empty states.
    public var texts: [AppText] { parts.texts }
    public var messages: MessageCatalog { parts.messages }
    public var contract: Contract? { parts.contract }
    public var samples: [Sample] { parts.samples }
    public var sampleContext: SampleContext { parts.sampleContext }
    /// Changes if and only if a byte of the tenant's files changes.
    public var revision: ProfileRevision { parts.revision }
    /// Changes if and only if a byte of the tenant's files changes that aren't templates or samples: where it stays, two
    /// profiles differ in words alone.
    public var settingsRevision: ProfileRevision { parts.settingsRevision }
}

extension TenantProfile {
    public func channel(_ id: ChannelID) -> ChannelBinding? { index.channels[id].map { parts.channels[$0] } }
    public func event(_ id: EventTypeID) -> EventType? { index.events.byID[id].map { parts.events[$0] } }
    public func category(_ id: String) -> Category? { index.categories[id].map { parts.categories[$0] } }
    public func androidChannel(_ id: String) -> AndroidChannel? {
        index.androidChannels[id].map { parts.androidChannels[$0] }
    }

    /// Whether there is an event type with that id; faster than reading it.
    public func hasEvent(_ id: EventTypeID) -> Bool { index.events.byID[id] != nil }

    /// The event type that contracts call `name`: its id or its alias.
    public func event(named name: String) -> EventType? { index.events.byName[name].map { parts.events[$0] } }

    /// The event types of a category, in the order written.
    public func events(inCategory id: String) -> [EventType] {
        index.events.byCategory[id, default: []].map { parts.events[$0] }
    }

    /// The supported locales for a reader who asks for `requested`, as ``Locales/chain(for:)`` finds them.
    public func chain(for requested: LocaleTag?) -> [LocaleTag] {
        guard let requested else { return index.standardChain }
        return index.chains[requested] ?? parts.locales.chain(for: requested)
    }

    /// The names of all secrets that the profile uses, sorted.
    public var secretNames: [String] {
        var names = Set(channels.flatMap { $0.secrets.values })
        if let users = authentication.users { names.formUnion(users.keySecrets) }
        if let staff = authentication.staff { names.formUnion(staff.token.keySecrets) }
        for service in authentication.services { names.insert(service.keySecret) }
        return names.sorted()
    }
}
