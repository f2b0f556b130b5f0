import CarillonDiagnostics
import CarillonHost
import CarillonPluginKit
import CarillonProfiles

/// The tenants of a folder, as the service loads them: a folder with errors stops that tenant only.
enum TenantFolders {
    /// - Returns: what can be served, and for the rest what `carillon validate` says of it.
    static func load(_ path: String, registry: ChannelRegistry) -> LoadedProfiles {
        var loaded = LoadedProfiles(tenants: [])
        do {
            let loader = ProfileLoader(registry: registry)
            for folder in try TenantFolder.find(in: path) {
                let (profiles, report) = try loader.load([folder])
                loaded.tenants += profiles
                guard profiles.isEmpty else { continue }
                let name = folder.split(separator: "/").last.map(String.init) ?? folder
                loaded.failures[name] = TextRenderer(isColored: false).render(report)
            }
        } catch {
            loaded.failures[path] =
                "carillond: \(error.path): \(error.reason); name the folder of tenants with --tenants"
            loaded.isUnreadable = true
        }
        return loaded
    }
}
