public import CarillonDiagnostics
import CarillonModel
public import CarillonPluginKit

/// Reads a tenant's folder and proves it: a profile, or what is wrong with it.
///
/// Four phases: syntax, shape, references, advice. Each keeps silent about what an earlier one broke. The value that
/// comes out of a folder without errors is the one the host runs.
public struct ProfileLoader: Sendable {
    private let registry: ChannelRegistry

    /// - Parameter registry: the plugins that profiles may use.
    public init(registry: ChannelRegistry) {
        self.registry = registry
    }

    /// - Parameters:
    ///   - folder: a tenant's files.
    ///   - sources: receives the files, so that several tenants make one report.
    /// - Returns: the profile when there is no error, and all diagnostics.
    public func load(
        _ folder: TenantFolder,
        into sources: inout SourceSet
    ) -> (profile: TenantProfile?, diagnostics: [Diagnostic]) {
        let loaded = run(folder, into: &sources)
        return (loaded.profile, loaded.loading.diagnostics)
    }

    func run(
        _ folder: TenantFolder,
        into sources: inout SourceSet
    ) -> (profile: TenantProfile?, loading: ProfileLoading) {
        var loading = ProfileLoading(folder: folder, registry: registry, sources: sources)
        let profile = loading.run()
        sources = loading.sources
        let isSound = loading.diagnostics.allSatisfy { $0.severity != .error }
        return (isSound ? profile : nil, loading)
    }

    /// Reads and proves several folders.
    ///
    /// - Throws: ``UnreadablePath`` when one of them isn't there at all.
    public func load(_ paths: [String]) throws(UnreadablePath) -> (profiles: [TenantProfile], report: DiagnosticReport)
    {
        var remains = Remains()
        return try load(paths, keeping: &remains)
    }

    /// Everything that was made on the way.
    ///
    /// A program that ends soon keeps it: giving back hundreds of thousands of values one by one takes longer than many
    /// a check, and the system takes the memory of a process at once.
    public struct Remains {
        fileprivate var loadings: [ProfileLoading] = []

        public init() {}
    }

    /// The same, keeping what isn't asked for.
    public func load(
        _ paths: [String],
        keeping remains: inout Remains
    ) throws(UnreadablePath) -> (profiles: [TenantProfile], report: DiagnosticReport) {
        var sources = SourceSet()
        var profiles: [TenantProfile] = []
        var diagnostics: [Diagnostic] = []
        var subjects: [String] = []
        for path in paths {
            let folder = try TenantFolder.read(path)
            let loaded = run(folder, into: &sources)
            if let profile = loaded.profile { profiles.append(profile) }
            diagnostics += loaded.loading.diagnostics
            remains.loadings.append(loaded.loading)
            subjects.append(folder.path)
        }
        let contested = HostClaims.check(remains.loadings.compactMap(\.context))
        let losers = Set(contested.map(\.tenant))
        profiles.removeAll { losers.contains($0.id) }
        diagnostics += contested.map(\.diagnostic)
        return (profiles, DiagnosticReport(sources: sources, diagnostics: diagnostics, subjects: subjects))
    }
}
