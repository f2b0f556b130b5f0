import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio

/// The tenants' folders as they are now, read and checked once for each state of their files.
actor StudioDesk {
    /// The folder of tenants' folders.
    private let path: String
    private let registry: ChannelRegistry
    private let loader: ProfileLoader
    private var read: [TenantID: (stamp: FileStamp, draft: StudioDraft)] = [:]
    private var laid: [TenantID: Laid] = [:]
    private var proposed: [TenantID: [ProposedTexts]] = [:]
    /// Those of which anything is kept, the last one that was asked for at the end.
    private var tenants: [TenantID] = []

    /// Of how many tenants is kept what was read and found: of a large one that takes tens of megabytes.
    private static let mostTenants = 64
    /// How many proposals are kept with it, of each tenant.
    private static let mostProposals = 8

    /// The words of a version over the folder as it was read.
    private struct Laid {
        let stamp: FileStamp
        let texts: LaidTexts
        let published: PublishedTexts
        /// Of the folder that results.
        let draft: StudioDraft
    }

    /// - Parameters:
    ///   - path: the folder of tenants' folders.
    ///   - channels: the operator's folder of channel files.
    init(_ path: String, channels: String?, registry: ChannelRegistry) {
        self.path = path
        self.registry = registry
        loader = ProfileLoader(registry: registry, channels: channels, proof: RenderingProof(registry: registry))
    }

    /// A tenant's folder without edits.
    ///
    /// - Throws: `unavailable` where it can't be read.
    func draft(of tenant: TenantID) throws(Problem) -> StudioDraft {
        touch(tenant)
        do throws(UnreadablePath) {
            let folder = try folder(of: tenant)
            let stamp = FileStamp(folder: folder, channels: loader.channels)
            if let known = read[tenant], known.stamp == stamp { return known.draft }
            let draft = StudioDraft(of: try loader.folder(at: folder), registry: registry, loader: loader)
            read[tenant] = (stamp, draft)
            return draft
        } catch {
            throw Problem(.unavailable, "the tenant's files can't be read right now", retryAfter: .seconds(5))
        }
    }

    /// The tenant's folder with a version of its texts laid over it.
    ///
    /// - Returns: the words with their states, and a draft of the folder that results, without edits.
    /// - Throws: `unavailable` where it can't be read.
    func draft(
        of tenant: TenantID,
        with published: PublishedTexts
    ) throws(Problem) -> (texts: LaidTexts, draft: StudioDraft) {
        let files = try draft(of: tenant)
        if let known = laid[tenant], known.stamp == read[tenant]?.stamp, known.published == published {
            return (known.texts, known.draft)
        }
        let texts = LaidTexts(published.overlay, over: files)
        let draft = texts.draft.withoutHistory
        if let stamp = read[tenant]?.stamp {
            laid[tenant] = Laid(stamp: stamp, texts: texts, published: published, draft: draft)
        }
        return (texts, draft)
    }

    /// A proposal's words as they were laid over a tenant's folder before; nil where they weren't.
    func texts(
        ofProposal id: String,
        version: Int,
        over base: TenantSnapshot,
        of tenant: TenantID
    ) -> ProposedTexts? {
        proposed[tenant]?.first { $0.id == id && $0.version == version && $0.draft.base === base }
    }

    /// Keeps the words of a proposal, which then is read anew, and checked, no more than it changes.
    func keep(_ texts: ProposedTexts, of tenant: TenantID) {
        guard read[tenant] != nil else { return }
        var all = (proposed[tenant] ?? []).filter { $0.id != texts.id }
        all.append(texts)
        proposed[tenant] = Array(all.suffix(Self.mostProposals))
    }

    /// The newest version that was laid, which needn't be read from the store again where it still is.
    func published(of tenant: TenantID) -> PublishedTexts? { laid[tenant]?.published }

    /// The tenant's golden files, by their names in `golden`.
    func golden(of tenant: TenantID) throws(Problem) -> [TenantFolder.File] {
        do throws(UnreadablePath) {
            return try GoldenFile.files(in: folder(of: tenant))
        } catch {
            throw Problem(.unavailable, "the tenant's golden files can't be read right now", retryAfter: .seconds(5))
        }
    }

    private func touch(_ tenant: TenantID) {
        tenants.removeAll { $0 == tenant }
        tenants.append(tenant)
        guard tenants.count > Self.mostTenants else { return }
        let oldest = tenants.removeFirst()
        (read[oldest], laid[oldest], proposed[oldest]) = (nil, nil, nil)
    }

    private func folder(of tenant: TenantID) throws(UnreadablePath) -> String {
        let name = Substring(tenant.rawValue)
        let folder = try TenantFolder.find(in: path).first { $0.split(separator: "/").last == name }
        guard let folder else { throw UnreadablePath(path: path, reason: "there is no folder of tenant \(tenant)") }
        return folder
    }
}

/// The words of a proposal over a tenant's folder.
struct ProposedTexts: Sendable {
    let id: String
    let version: Int
    let draft: StudioDraft
    /// The edits that don't fit the folder any more.
    let conflicts: [TextEdit]
}
