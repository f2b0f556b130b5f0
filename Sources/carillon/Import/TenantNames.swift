/// What a draft uses of the tenant that it is for.
struct TenantNames {
    /// Whether somebody named a tenant.
    var isNamed = false
    /// Preferences, which two operations take and give by name.
    var toggles: [String] = []
    /// Plugins that reach devices: of several, each registration names one.
    var devicePlugins: [String] = []
}
