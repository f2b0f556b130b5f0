import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonStudio
import Logging

/// Checks the tenants' folders and the secrets periodically, and replaces what changed.
///
/// Only tenants whose folder or secrets changed are touched. A folder that doesn't validate, or a secret that is refused,
/// keeps what ran before, an unreadable secrets file keeps its secrets, and a folder of tenants that can't be read
/// keeps all of them. An actor, because one reload follows the other.
actor TenantReloader {
    typealias Change = TenantReload.Change

    struct Report: Sendable {
        /// By tenant; what is as it was isn't in it.
        var changes: [String: Change] = [:]
        var unchanged = 0
        /// Why something couldn't be loaded; what ran before goes on.
        ///
        /// The secrets, the folder of tenants, and of each tenant that was rejected its first fault, in one line.
        var faults: [String] = []

        var json: JSONValue {
            let changes = changes.sorted { $0.key < $1.key }.map {
                JSONObject.Member($0.key, .string($0.value.rawValue))
            }
            return [
                "changes": .object(JSONObject(changes)), "unchanged": JSONValue(unchanged),
                "faults": .array(faults.map { .string($0) }),
            ]
        }
    }

    private let folders: TenantFolders
    private let secretsFile: SecretsFile?
    private let directory: TenantDirectory
    private let metrics: HostMetrics
    private let audit: AuditTrail
    private let logger: Logger
    /// Whose staff are told that words are others now.
    private let rooms: StudioRooms
    /// Called with what can't be used, in place of the log, and with all else beside it.
    private let onReload: (@Sendable (TenantReload) -> Void)?
    /// As they were when they were last read.
    private var stamps: [String: FileStamp]
    private var secretsStamp: FileStamp?
    /// Whether the folder of tenants couldn't be read the last time.
    private var isUnreadable: Bool
    /// What changed since, as it was at the last check.
    private var unsettled: Contents?
    private static let checksBetweenRetries = 5
    private var checksUntilRetry = checksBetweenRetries
    /// The texts that were live when they were last read, by tenant.
    private var published: [TenantID: PublishedTexts] = [:]
    /// Tenants whose texts couldn't be read from the store: they are tried again.
    private var unread: Set<String> = []
    /// The reload under way, which the next one waits for.
    private var last: Task<Report, Never>?

    init(
        folders: TenantFolders,
        stamps: [String: FileStamp],
        isUnreadable: Bool = false,
        secretsFile: SecretsFile?,
        directory: TenantDirectory,
        metrics: HostMetrics,
        audit: AuditTrail,
        logger: Logger,
        rooms: StudioRooms = StudioRooms(),
        onReload: (@Sendable (TenantReload) -> Void)? = nil
    ) {
        self.folders = folders
        self.stamps = stamps
        self.isUnreadable = isUnreadable
        self.secretsFile = secretsFile
        self.directory = directory
        self.metrics = metrics
        self.audit = audit
        self.logger = logger
        self.rooms = rooms
        self.onReload = onReload
        secretsStamp = secretsFile?.stamp
    }

    /// Checks once, and reloads what has changed and then stayed the same until this check: an editor may be half way
    /// through.
    func poll() async {
        let contents = contents()
        guard contents != Contents(stamps: isUnreadable ? nil : stamps, secrets: secretsStamp) else {
            unsettled = nil
            await retryStores()
            for name in unread { if let tenant = TenantID(name) { await takeTexts(of: tenant) } }
            return
        }
        guard contents == unsettled else {
            unsettled = contents
            return
        }
        unsettled = nil
        await reload(by: .fileChange)
    }

    /// Reloads what has changed.
    @discardableResult
    func reload(by actor: AuditTrail.Actor) async -> Report {
        let report = await inTurn { await self.run() }
        // An ordered reload was faster than the check, or a file was rewritten unchanged: nothing has happened.
        if actor == .fileChange, report.changes.isEmpty, report.faults.isEmpty { return report }
        let changes = report.changes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
        audit.record(
            "tenants.reload",
            by: actor,
            facts: ["changes": changes.joined(separator: " "), "unchanged": "\(report.unchanged)"],
            result: report.faults.isEmpty && !report.changes.values.contains(.rejected) ? .done : .failed
        )
        return report
    }

    private func inTurn(_ work: @escaping @Sendable () async -> Report) async -> Report {
        let earlier = last
        let next = Task {
            _ = await earlier?.value
            return await work()
        }
        last = next
        return await next.value
    }

    /// Tries again to open stores that couldn't be used: a disk may have space again, a folder may be writable.
    ///
    /// Every few checks only. Damaged files are left alone: while somebody puts a backup in their place, nothing may be
    /// made there.
    private func retryStores() async {
        let waiting = directory.rejections.filter { $0.value.store != nil && $0.value.store != .corrupted }
        guard !waiting.isEmpty else {
            checksUntilRetry = Self.checksBetweenRetries
            return
        }
        checksUntilRetry -= 1
        guard checksUntilRetry <= 0 else { return }
        checksUntilRetry = Self.checksBetweenRetries
        _ = await inTurn { await self.retry(waiting) }
    }

    private func retry(_ waiting: [String: TenantRejection]) async -> Report {
        var report = Report()
        guard let found = try? folders.folders() else { return report }
        for (name, rejection) in waiting.sorted(by: { $0.key < $1.key }) {
            guard directory.rejection(of: name) == rejection, let folder = found[name] else { continue }
            report.changes[name] = await replace(name, from: folder)
            let isNews = directory.rejection(of: name) != rejection
            if isNews, let change = report.changes[name] { note(change, of: name) }
        }
        return report
    }

    private struct Contents: Equatable {
        /// Nil where the folder of tenants can't be read.
        var stamps: [String: FileStamp]?
        var secrets: FileStamp?
    }

    private func contents() -> Contents {
        let found = try? folders.folders()
        return Contents(stamps: found?.mapValues { folders.stamp(of: $0) }, secrets: secretsFile?.stamp)
    }

    private func run() async -> Report {
        var report = Report()
        let haveSecretsChanged = readSecrets(&report)
        guard let found = find(&report) else {
            for name in stamps.keys.sorted() where haveSecretsChanged {
                report.changes[name] = await directory.renew(name)
            }
            return reported(report)
        }
        for (name, folder) in found.sorted(by: { $0.key < $1.key }) {
            let stamp = folders.stamp(of: folder)
            var change: Change?
            // What was rejected is always tried again: its store may be back.
            if stamp != stamps[name] || directory.rejection(of: name) != nil {
                stamps[name] = stamp
                change = await replace(name, from: folder)
            }
            if change == nil, haveSecretsChanged {
                change = folders.adaptsToSecrets ? await replace(name, from: folder) : await directory.renew(name)
            }
            report.changes[name] = change
            if report.changes[name] == nil { report.unchanged += 1 }
        }
        for name in stamps.keys.sorted() where found[name] == nil {
            stamps[name] = nil
            report.changes[name] = folders.keepsMissing ? directory.lose(name) : directory.remove(name)
        }
        return reported(report)
    }

    /// Notes what changed.
    ///
    /// - Returns: the report, with the fault of each tenant that was rejected.
    private func reported(_ report: Report) -> Report {
        var report = report
        for (name, change) in report.changes { note(change, of: name) }
        for (name, change) in report.changes.sorted(by: { $0.key < $1.key }) where change == .rejected {
            guard let rejection = directory.rejection(of: name) else { continue }
            report.faults.append("\(name): \(rejection.first)")
        }
        return report
    }

    /// - Returns: the folders there are now, by the names of their tenants; nil where that isn't known.
    private func find(_ report: inout Report) -> [String: String]? {
        do {
            let found = try folders.folders()
            if isUnreadable { logger.notice("the tenants can be read again") }
            isUnreadable = false
            return found
        } catch {
            logger.error("the tenants can't be read; what ran before goes on", metadata: ["reason": "\(error)"])
            report.faults.append(error.description)
            isUnreadable = true
            return folders.keepsMissing ? [:] : nil
        }
    }

    private func replace(_ name: String, from folder: String) async -> Change? {
        do {
            switch try folders.load(folder) {
            case .success(let loaded):
                let (profile, texts) = try await withTexts(loaded, folder)
                let change = await directory.put(profile)
                if change != .rejected { note(texts, of: profile.id) }
                return change
            case .failure(let rejection): return directory.reject(name, rejection)
            }
        } catch {
            return directory.reject(
                name,
                TenantRejection(diagnostics: 1, first: error.description, report: error.description)
            )
        }
    }

    // MARK: Texts that staff published

    /// Profiles with the texts that are live beside their files, before any of them runs.
    func withTexts(_ profiles: [TenantProfile]) async -> [TenantProfile] {
        guard let found = try? folders.folders() else { return profiles }
        var result: [TenantProfile] = []
        for profile in profiles {
            // What can't be read now is found out where it is read again.
            guard let folder = found[profile.id.rawValue], let laid = try? await withTexts(profile, folder) else {
                result.append(profile)
                continue
            }
            note(laid.texts, of: profile.id)
            result.append(laid.profile)
        }
        return result
    }

    /// Has the newest texts of a tenant count at this host.
    ///
    /// - Returns: the version that counts; nil where none does.
    @discardableResult
    func takeTexts(of tenant: TenantID) async -> Int? {
        _ = await inTurn { await self.layTexts(of: tenant.rawValue) }
        return directory.texts(of: tenant)?.version
    }

    private func layTexts(of name: String) async -> Report {
        var report = Report()
        // Where the folder is gone, what runs goes on.
        guard let folder = (try? folders.folders())?[name] else { return report }
        report.changes[name] = await replace(name, from: folder)
        if let change = report.changes[name] { note(change, of: name) }
        return report
    }

    /// A profile with the texts that are live beside its files, where its staff publish live.
    ///
    /// Where the store doesn't answer, those count that did before.
    private func withTexts(
        _ profile: TenantProfile,
        _ folder: String
    ) async throws(UnreadablePath) -> (profile: TenantProfile, texts: LiveTexts?) {
        let id = profile.id
        unread.remove(id.rawValue)
        guard profile.studio.publishing == .live else { return (profile, nil) }
        do throws(StoreFailure) {
            let store = try await directory.store.tenant(id)
            published[id] = try await PublishedTexts.newest(in: store, known: published[id])
        } catch {
            unread.insert(id.rawValue)
            logger.error(
                "the texts that are live beside a tenant's files can't be read; those that were go on",
                metadata: ["tenant": "\(id)", "reason": "\(error)"]
            )
        }
        guard let texts = published[id] else { return (profile, nil) }
        guard !texts.overlay.entries.isEmpty else { return (profile, LiveTexts(version: texts.number)) }
        guard let (result, laid) = try folders.lay(texts.overlay, over: folder) else { return (profile, nil) }
        return (result, LiveTexts(laid, version: texts.number))
    }

    private func note(_ texts: LiveTexts?, of tenant: TenantID) {
        let earlier = directory.note(texts, of: tenant)
        guard let texts, !texts.setAside.isEmpty, texts.setAside != earlier?.setAside else { return }
        var named = texts.setAside.prefix(Self.mostNamed).map(\.description)
        if texts.setAside.count > Self.mostNamed { named.append("…") }
        logger.warning(
            "texts that staff published don't fit a tenant's files any more; the files count",
            metadata: [
                "tenant": "\(tenant)", "version": "\(texts.version)", "count": "\(texts.setAside.count)",
                "texts": "\(named.joined(separator: "; "))",
            ]
        )
    }

    /// Texts that one line names.
    private static let mostNamed = 10

    /// - Returns: whether there are other secrets now.
    private func readSecrets(_ report: inout Report) -> Bool {
        guard let secretsFile, secretsFile.stamp != secretsStamp else { return false }
        secretsStamp = secretsFile.stamp
        do {
            directory.secrets = try secretsFile.read()
            return true
        } catch {
            logger.error("the secrets stay as they were", metadata: ["reason": "\(error)"])
            report.faults.append(error.description)
            return false
        }
    }

    private func tell(_ change: Change, of tenant: String) {
        let runtime = TenantID(tenant).flatMap { directory.tenant($0) }?.runtime
        if let profile = runtime?.profile {
            let version = directory.texts(of: profile.id)?.version ?? 0
            rooms.tell(.texts(revision: profile.revision.description, version: version), in: profile.id)
        }
        let rejection = change == .rejected ? directory.rejection(of: tenant) : nil
        onReload?(TenantReload(tenant, change, profile: runtime?.profile, rejection))
    }

    private func note(_ change: Change, of tenant: String) {
        metrics.reloads.add(1, tenant, change.rawValue)
        defer { tell(change, of: tenant) }
        switch change {
        case .started: logger.notice("a tenant was started", metadata: ["tenant": "\(tenant)"])
        case .reloaded: logger.notice("a tenant was reloaded", metadata: ["tenant": "\(tenant)"])
        case .mended: logger.notice("a tenant's folder holds again what runs", metadata: ["tenant": "\(tenant)"])
        case .stopped:
            logger.notice("a tenant was stopped, its data stays", metadata: ["tenant": "\(tenant)"])
            Task { [directory, metrics] in
                if let id = TenantID(tenant) { await directory.ended(id) }
                metrics.forget(tenant: tenant)
            }
        case .rejected where onReload == nil:
            let rejection = directory.rejection(of: tenant)
            let subject = rejection?.cause == .secrets ? "secrets" : "folder"
            logger.error(
                "a tenant's \(subject) can't be used; what ran before goes on",
                metadata: [
                    "tenant": "\(tenant)", "errors": "\(rejection?.diagnostics ?? 0)",
                    "first": "\(rejection?.first ?? "")",
                ]
            )
        case .rejected: break
        }
    }
}

/// Polls for changed files for as long as it runs.
struct TenantWatch: Sendable {
    let reloader: TenantReloader
    /// Waits between two checks; a test doesn't.
    let sleep: @Sendable () async throws -> Void

    func run() async {
        while (try? await sleep()) != nil { await reloader.poll() }
    }
}
