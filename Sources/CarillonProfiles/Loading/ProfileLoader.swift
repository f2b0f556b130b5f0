public import CarillonDiagnostics
import CarillonModel
public import CarillonPluginKit

/// Reads and validates a tenant's folder; returns a profile, or what is wrong with it.
///
/// There are four phases: syntax, shape, references, advice. With a ``MessageProof``, rendering the messages is a
/// fifth. Each phase keeps silent about what an earlier one reported. The host runs exactly the value that is returned
/// for a folder without errors.
public struct ProfileLoader: Sendable {
    let registry: ChannelRegistry
    let proof: (any MessageProof)?
    /// The operator's folder of channel files.
    package let channels: String?
    /// The day by which `until` of what a profile allows is measured, such as `2026-02-25`.
    let today: String

    /// - Parameters:
    ///   - registry: the plugins that profiles may use.
    ///   - channels: the operator's folder of channel files, which all tenants may use too.
    ///   - proof: renders the messages of a folder that has no error so far; nil to skip that.
    ///   - today: in UTC, such as `2026-02-25`; by the system's clock when nil.
    public init(
        registry: ChannelRegistry,
        channels: String? = nil,
        proof: (any MessageProof)? = nil,
        today: String? = nil
    ) {
        self.registry = registry
        self.channels = channels
        self.proof = proof
        self.today = today ?? Exemptions.today
    }

    /// - Parameters:
    ///   - folder: a tenant's files.
    ///   - sources: collects the files, so that several tenants share one report.
    /// - Returns: the profile where there is no error, and all diagnostics.
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
        let loading = ProfileLoading(folder: folder, registry: registry, sources: sources)
        sources = loading.sources
        return run(loading)
    }

    func run(_ loading: ProfileLoading) -> (profile: TenantProfile?, loading: ProfileLoading) {
        var loading = loading
        let profile = loading.run()
        if let proof { loading.prove(profile, by: proof) }
        return finish(loading, profile)
    }

    /// The same of a folder, unless it is cancelled before it is through.
    ///
    /// - Parameter intact: see ``TenantInspection/intact``.
    func run(
        _ folder: TenantFolder,
        unless cancellation: Cancellation,
        intact: [String: JSONNode] = [:]
    ) -> (profile: TenantProfile?, loading: ProfileLoading)? {
        var loading = ProfileLoading(folder: folder, registry: registry, sources: SourceSet(), intact: intact)
        loading.cancellation = cancellation
        var ran = run(loading)
        guard !cancellation.isCancelled else { return nil }
        // Whoever gives up from here on gives up something else.
        ran.loading.cancellation = nil
        return ran
    }

    /// Of a folder that was checked almost as it is: goes on from that.
    func run(
        _ folder: TenantFolder,
        after earlier: ProfileLoading
    ) -> (profile: TenantProfile?, loading: ProfileLoading)? {
        Recheck(of: folder, after: earlier)?.run(proof: proof).map { finish($0, $0.trace.profile) }
    }

    private func finish(
        _ loading: ProfileLoading,
        _ profile: TenantProfile?
    ) -> (profile: TenantProfile?, loading: ProfileLoading) {
        var loading = loading
        loading.allow(today: today)
        return (loading.isProvable ? profile : nil, loading)
    }

    /// The proven sizes of a folder's messages; nil where the folder has errors.
    package func provenSizes(of folder: TenantFolder) -> ProvenSizes? {
        var sources = SourceSet()
        let loaded = run(folder, into: &sources)
        return loaded.profile == nil ? nil : loaded.loading.context.map { ProvenSizes($0) }
    }

    /// Reads and validates several folders.
    ///
    /// - Throws: ``UnreadablePath`` where one of them doesn't exist.
    public func load(_ paths: [String]) throws(UnreadablePath) -> (profiles: [TenantProfile], report: DiagnosticReport)
    {
        var remains = Remains()
        return try load(paths, keeping: &remains)
    }

    /// Every value that was made on the way.
    ///
    /// A program that is about to exit keeps it: freeing hundreds of thousands of values one by one takes longer than
    /// many checks, and the system frees the memory of a process at once.
    public struct Remains {
        fileprivate var loadings: [ProfileLoading] = []

        public init() {}
    }

    /// A tenant's folder with the operator's channel files, read and not checked.
    package func folder(at path: String) throws(UnreadablePath) -> TenantFolder {
        var folder = try TenantFolder.read(path)
        if let channels { folder.operators = try TenantFolder.Shared(in: channels) }
        return folder
    }

    /// The same, but also returns the intermediate values, so that the caller decides when to free them.
    ///
    /// - Parameters:
    ///   - neighbours: those of the folders that are read only for what several tenants together can do wrong, such as
    ///     claiming one host; nothing else about them is reported, and nobody gets their profiles.
    ///   - standIns: folders that are read in place of others, also of the operator's channels, by the path of the other,
    ///     which is what diagnostics name.
    public func load(
        _ paths: [String],
        neighbours: Set<String> = [],
        standIns: [String: String] = [:],
        keeping remains: inout Remains
    ) throws(UnreadablePath) -> (profiles: [TenantProfile], report: DiagnosticReport) {
        var sources = SourceSet()
        var loadings: [ProfileLoading] = []
        var shared: Set<String> = []
        let operators = try channels.map { path throws(UnreadablePath) in
            try TenantFolder.Shared(in: standIns[path] ?? path, shownAs: path)
        }
        var isFirst = true
        for path in paths {
            let isNeighbour = neighbours.contains(path)
            let place = standIns[path] ?? path
            var folder =
                isNeighbour
                ? try TenantFolder.profileOnly(place, shownAs: path) : try TenantFolder.read(place, shownAs: path)
            folder.operators = operators ?? TenantFolder.Shared()
            let reportsShared = ProfileLoading.SharedReports(
                shared: !isNeighbour && shared.insert(folder.shared.path).inserted,
                operators: !isNeighbour && isFirst
            )
            if !isNeighbour { isFirst = false }
            let loading = ProfileLoading(
                folder: folder,
                registry: registry,
                sources: sources,
                reportsShared: reportsShared
            )
            sources = loading.sources
            loadings.append(loading)
        }
        let loaded = Parallel.map(loadings, run)
        remains.loadings += loaded.map(\.loading)
        let chosen = loaded.filter { !neighbours.contains($0.loading.folder.path) }
        var profiles = chosen.compactMap(\.profile)
        var diagnostics = chosen.flatMap(\.loading.diagnostics)
        let contexts = remains.loadings.compactMap(\.context)
        let contested = HostClaims.check(contexts)
        let losers = Set(contested.map(\.tenant))
        profiles.removeAll { losers.contains($0.id) }
        diagnostics += contested.map(\.diagnostic) + SupabaseKeys.check(contexts)
        var report = DiagnosticReport(
            sources: sources,
            diagnostics: StablePlaces.identified(diagnostics, in: sources),
            subjects: chosen.map(\.loading.folder.path),
            suppressed: chosen.flatMap(\.loading.allowed)
        )
        report.passedOver = loadings.map(\.folder.path).filter(neighbours.contains)
        return (profiles, report)
    }
}
