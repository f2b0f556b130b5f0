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
        let draft = StudioDraft(of: texts.draft.snapshot.folder, registry: registry, loader: loader)
        if let stamp = read[tenant]?.stamp {
            laid[tenant] = Laid(stamp: stamp, texts: texts, published: published, draft: draft)
        }
        return (texts, draft)
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

    private func folder(of tenant: TenantID) throws(UnreadablePath) -> String {
        let name = Substring(tenant.rawValue)
        let folder = try TenantFolder.find(in: path).first { $0.split(separator: "/").last == name }
        guard let folder else { throw UnreadablePath(path: path, reason: "there is no folder of tenant \(tenant)") }
        return folder
    }
}
