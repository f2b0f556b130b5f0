import CarillonProfiles

/// The tenants of a host as they are now, for whoever watches them.
protocol RunningTenants: Sendable {
    /// Sorted by tenant.
    var runtimes: [TenantRuntime] { get }
    /// Tenants whose folder or store can't be used as it is now, by name, with the reason.
    var rejections: [String: TenantRejection] { get }
    /// How many hosts share the store and live; nil where it isn't shared.
    var livingHosts: Int? { get }
    /// The streams that are open.
    var live: LiveFeeds { get }
}
