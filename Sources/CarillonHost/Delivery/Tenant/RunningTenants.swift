import CarillonProfiles

/// The tenants of a host as they are now, for whoever watches them.
protocol RunningTenants: Sendable {
    /// Sorted by tenant.
    var runtimes: [TenantRuntime] { get }
    /// Tenants whose folder or store can't be used as it is now, by name, with the reason.
    var rejections: [String: TenantRejection] { get }
    /// The streams that are open.
    var live: LiveFeeds { get }
}
