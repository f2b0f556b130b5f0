import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio
import Synchronization

/// The tenants' folders as they are now, each on a desk of its own: nobody waits while another tenant's files are read.
///
/// A lock, because any request looks for its tenant's desk.
final class StudioDesk: Sendable {
    /// The folder of tenants' folders.
    private let path: String
    private let registry: ChannelRegistry
    private let loader: ProfileLoader
    private let desks = Mutex(Desks())

    private struct Desks {
        var all: [TenantID: TenantDesk] = [:]
        /// The last one that was asked for at the end.
        var order: [TenantID] = []
    }

    /// Of how many tenants is kept what was read and found: of a large one that takes tens of megabytes.
    private static let mostTenants = 64

    /// - Parameters:
    ///   - path: the folder of tenants' folders.
    ///   - channels: the operator's folder of channel files.
    init(_ path: String, channels: String?, registry: ChannelRegistry) {
        self.path = path
        self.registry = registry
        loader = ProfileLoader(registry: registry, channels: channels, proof: RenderingProof(registry: registry))
    }

    /// A tenant's desk; the same one for as long as it is among those that were asked for last.
    func desk(of tenant: TenantID) -> TenantDesk {
        desks.withLock { desks in
            desks.order.removeAll { $0 == tenant }
            desks.order.append(tenant)
            if desks.order.count > Self.mostTenants { desks.all[desks.order.removeFirst()] = nil }
            if let known = desks.all[tenant] { return known }
            let desk = TenantDesk(tenant, in: path, registry: registry, loader: loader)
            desks.all[tenant] = desk
            return desk
        }
    }
}

/// A tenant's folder as it is now, read and checked once for each state of its files.
actor TenantDesk {
    private let tenant: TenantID
    /// The folder of tenants' folders.
    private let path: String
    private let registry: ChannelRegistry
    private let loader: ProfileLoader
    private var read: (stamp: FileStamp, draft: StudioDraft)?
    private var laid: Laid?
    private var proposed: [ProposedTexts] = []
    private var search: TextSearch?

    /// How many proposals are kept.
    private static let mostProposals = 8

    /// The words of a version over the folder as it was read.
    private struct Laid {
        let stamp: FileStamp
        let texts: LaidTexts
        let published: PublishedTexts
        /// Of the folder that results.
        let draft: StudioDraft
    }

    fileprivate init(_ tenant: TenantID, in path: String, registry: ChannelRegistry, loader: ProfileLoader) {
        self.tenant = tenant
        self.path = path
        self.registry = registry
        self.loader = loader
    }

    /// The folder without edits: as it was last, while a file of it is broken, as the host itself goes on with what it has.
    ///
    /// - Throws: `unavailable` where it can't be read.
    func draft() throws(Problem) -> StudioDraft {
        let stamp: FileStamp
        let new: StudioDraft
        do throws(UnreadablePath) {
            let folder = try folder()
            stamp = FileStamp(folder: folder, channels: loader.channels)
            if let known = read, known.stamp == stamp { return known.draft }
            new = StudioDraft(of: try loader.folder(at: folder), registry: registry, loader: loader)
        } catch {
            throw Problem(.unavailable, "the tenant's files can't be read right now", retryAfter: .seconds(5))
        }
        // Nobody is told that texts aren't written which just can't be read.
        guard let draft = new.base.isWhole ? new : read?.draft else {
            throw Problem(
                .unavailable,
                "the tenant's files have faults that keep their texts from being read",
                retryAfter: .seconds(5)
            )
        }
        read = (stamp, draft)
        return draft
    }

    /// The folder with a version of its texts laid over it.
    ///
    /// - Returns: the words with their states, and a draft of the folder that results, without edits.
    /// - Throws: `unavailable` where it can't be read.
    func draft(with published: PublishedTexts) throws(Problem) -> (texts: LaidTexts, draft: StudioDraft) {
        let files = try draft()
        if let known = laid, known.stamp == read?.stamp, known.published == published {
            return (known.texts, known.draft)
        }
        let texts = LaidTexts(published.overlay, over: files)
        let draft = texts.draft.withoutHistory
        if let stamp = read?.stamp {
            laid = Laid(stamp: stamp, texts: texts, published: published, draft: draft)
        }
        return (texts, draft)
    }

    /// A proposal's words as they were laid over the folder before; nil where they weren't.
    func texts(ofProposal id: String, version: Int, over base: TenantSnapshot) -> ProposedTexts? {
        proposed.first { $0.id == id && $0.version == version && $0.draft.base === base }
    }

    /// Keeps the words of a proposal, which then is read anew, and checked, no more than it changes.
    func keep(_ texts: ProposedTexts) {
        proposed.removeAll { $0.id == texts.id }
        proposed = (proposed + [texts]).suffix(Self.mostProposals)
    }

    /// What is known of the words of a folder, for whoever looks for some.
    func search(over base: TenantSnapshot) -> TextSearch {
        if let search, search.isOf(base) { return search }
        let new = TextSearch(base)
        search = new
        return new
    }

    /// The newest version that was laid, which needn't be read from the store again where it still is.
    var published: PublishedTexts? { laid?.published }

    /// The tenant's golden files, by their names in `golden`.
    func golden() throws(Problem) -> [TenantFolder.File] {
        do throws(UnreadablePath) {
            return try GoldenFile.files(in: folder())
        } catch {
            throw Problem(.unavailable, "the tenant's golden files can't be read right now", retryAfter: .seconds(5))
        }
    }

    private func folder() throws(UnreadablePath) -> String {
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
    let conflicts: ProposalConflicts
}

/// What of a proposal doesn't fit the folder any more.
struct ProposalConflicts: Sendable, Hashable {
    var texts: [TextEdit] = []
    var samples: [SampleEdit] = []

    var isEmpty: Bool { texts.isEmpty && samples.isEmpty }
}
