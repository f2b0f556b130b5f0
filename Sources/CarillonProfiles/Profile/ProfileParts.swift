package import CarillonChannels
package import CarillonModel

/// The mutable parts of a profile: readers of a tenant's files fill them in, and a ``TenantProfile`` is made from them.
///
/// They aren't validated. Only readers and tests create them.
package struct ProfileParts: Sendable {
    package var id: TenantID
    package var name: String
    package var hosts: [String] = []
    package var locales: Locales
    package var timeZone = "Etc/UTC"
    package var notificationIDs: NotificationIDStyle = .uuid
    package var deepLinks = DeepLinks()
    package var channels: [ChannelBinding] = []
    /// Those that files declare, of the tenant's own and shared, for `use` to name.
    package var declaredChannels: [DeclaredChannel] = []
    /// Those that the operator's files declare.
    package var operatorChannels: [DeclaredChannel] = []
    package var androidChannels: [AndroidChannel] = []
    package var categories: [Category] = []
    package var priorities = PriorityPolicies()
    package var toggles: [PreferenceToggle] = []
    package var policies = Policies()
    package var authentication = Authentication()
    package var devices = DevicePolicy()
    package var subscriptions = SubscriptionPolicy()
    package var device = DeviceSettings()
    package var cors: CrossOriginPolicy?
    package var supabase: SupabaseTable?
    package var inbox: InboxSettings?
    package var studio = StudioSettings()
    package var events: [EventType] = []
    package var texts: [AppText] = []
    package var messages = MessageCatalog()
    package var contract: Contract?
    package var samples: [Sample] = []
    package var sampleContext = SampleContext()
    package var revision = ProfileRevision(hashing: [])
    package var settingsRevision = ProfileRevision(hashing: [])

    package init(id: TenantID, name: String, locales: Locales) {
        self.id = id
        self.name = name
        self.locales = locales
    }
}
