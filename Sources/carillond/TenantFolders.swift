import CarillonHost
import CarillonPluginKit

/// The tenants of a folder, as the programs load them.
enum TenantFolders {
    static func load(_ path: String, registry: ChannelRegistry) -> LoadedProfiles {
        LoadedProfiles(tenants: [])
    }
}
