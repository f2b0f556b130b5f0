import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonPipeline
public import CarillonPluginKit
public import CarillonProfiles
import CarillonStudio

/// The folder of tenant folders, as the service loads it at start and checks it again later.
///
/// A tenant's folder with errors stops that tenant only.
public struct TenantFolders: Sendable {
    let path: String
    /// The operator's folder of channel files.
    private let channels: String?
    private let loader: ProfileLoader
    private let registry: ChannelRegistry
    private let adapt: (@Sendable (TenantProfile) -> TenantProfile)?
    private let advise: @Sendable (String) -> Void
    private let wayOut: String
    let keepsMissing: Bool

    /// - Parameters:
    ///   - channels: the operator's folder of channel files, which all tenants may use.
    ///   - adapt: changes what was loaded before it is served, by the secrets as they are then, such as keys for a trial.
    ///   - advise: called with what `carillon validate` reports of a folder that can be served all the same.
    ///   - wayOut: what to do for a user who named a path without tenants.
    ///   - keepsMissing: whether a tenant whose folder is gone goes on with what it had; otherwise it stops.
    public init(
        _ path: String,
        registry: ChannelRegistry,
        channels: String? = nil,
        adapt: (@Sendable (TenantProfile) -> TenantProfile)? = nil,
        advise: @escaping @Sendable (String) -> Void = { _ in },
        wayOut: String = "name the folder of tenants with --tenants",
        keepsMissing: Bool = false
    ) {
        self.path = path
        self.channels = channels
        loader = ProfileLoader(registry: registry, channels: channels)
        self.registry = registry
        self.adapt = adapt
        self.advise = advise
        self.wayOut = wayOut
        self.keepsMissing = keepsMissing
    }

    /// Every tenant of the folder: what can be served, and for the rest what `carillon validate` reports.
    public func load() -> LoadedProfiles {
        var loaded = LoadedProfiles(tenants: [])
        do {
            for folder in try TenantFolder.find(in: path) {
                let name = Self.name(of: folder)
                loaded.stamps[name] = stamp(of: folder)
                switch try load(folder) {
                case .success(let profile): loaded.tenants.append(profile)
                case .failure(let rejection): loaded.failures[name] = rejection
                }
            }
        } catch {
            loaded.failures[path] = TenantRejection(
                diagnostics: 1,
                first: error.description,
                report: "carillond: \(error.path): \(error.reason); \(wayOut)"
            )
            loaded.isUnreadable = true
        }
        loaded.leaveOutContested()
        return loaded
    }

    /// How a tenant's folder is now, with the channel files that it can use.
    func stamp(of folder: String) -> FileStamp { FileStamp(folder: folder, channels: channels) }

    /// Whether a profile may be another with other secrets.
    var adaptsToSecrets: Bool { adapt != nil }

    /// The folders there are now, by the names of their tenants.
    func folders() throws(UnreadablePath) -> [String: String] {
        Dictionary(try TenantFolder.find(in: path).map { (Self.name(of: $0), $0) }) { first, _ in first }
    }

    func load(_ folder: String) throws(UnreadablePath) -> Result<TenantProfile, TenantRejection> {
        let (profiles, report) = try loader.load([folder])
        if let profile = profiles.first {
            if !report.diagnostics.isEmpty { advise(TextRenderer(isColored: false).render(report)) }
            return .success(adapt?(profile) ?? profile)
        }
        let errors = report.diagnostics.filter { $0.severity == .error }
        let first = errors.first.map { "\($0.message) [\($0.code.number) \($0.code.slug)]" } ?? ""
        return .failure(
            TenantRejection(
                diagnostics: errors.count,
                first: first,
                report: TextRenderer(isColored: false).render(report)
            )
        )
    }

    /// A tenant's folder with words laid over it, which was loaded before.
    ///
    /// - Returns: the profile that results, of which the host has proven as much as of any folder, and the words with their states;
    ///   nil where the folder has errors by now.
    func lay(_ overlay: TextOverlay, over folder: String) throws(UnreadablePath) -> (TenantProfile, LaidTexts)? {
        let proving = ProfileLoader(registry: registry, channels: channels, proof: RenderingProof(registry: registry))
        let files = StudioDraft(of: try loader.folder(at: folder), registry: registry, loader: proving)
        let texts = LaidTexts(overlay, over: files)
        var sources = SourceSet()
        guard let profile = loader.load(texts.draft.snapshot.folder, into: &sources).profile else { return nil }
        return (adapt?(profile) ?? profile, texts)
    }

    private static func name(of folder: String) -> String {
        folder.split(separator: "/").last.map(String.init) ?? folder
    }
}

/// What a folder of tenants yielded.
public struct LoadedProfiles: Sendable {
    public var tenants: [TenantProfile]
    /// Tenants with errors, by the folder's name.
    public var failures: [String: TenantRejection]
    /// The folder itself can't be read: there is nothing to serve, and nothing to correct in it.
    public var isUnreadable = false
    /// How the folders were when they were read, by name.
    var stamps: [String: FileStamp] = [:]

    public init(tenants: [TenantProfile], failures: [String: TenantRejection] = [:]) {
        self.tenants = tenants
        self.failures = failures
    }

    /// Several tenants claim one host.
    fileprivate mutating func leaveOutContested() {
        for (host, claimers) in HostClaims.contested(tenants).sorted(by: { $0.key < $1.key }) {
            for tenant in claimers {
                failures[tenant.rawValue] = TenantRejection(host, of: tenant, claimedBy: claimers)
            }
            tenants.removeAll { claimers.contains($0.id) }
        }
    }
}
