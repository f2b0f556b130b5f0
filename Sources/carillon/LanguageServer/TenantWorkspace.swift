import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

/// A document that an editor has open: it counts, not the file.
struct OpenDocument {
    let uri: String
    let path: String
    var version: Int
    var bytes: [UInt8]
}

/// The tenants of an editor's folders, as they are on disk and in open documents.
struct TenantWorkspace {
    private(set) var documents: [String: OpenDocument] = [:]
    private var roots: [String] = []
    private var tenants: [String: Tenant] = [:]
    private var compared: Compared?
    private var glances = DiskGlances()
    /// By the folder that the tenants are in.
    private var baselines: [String: StoredBaseline] = [:]
    private let registry: ChannelRegistry
    private let loader: ProfileLoader

    private struct Tenant {
        var stamp: FileStamp
        var onDisk: TenantFolder
        var snapshot: TenantSnapshot
    }

    /// What was found between tenants, and in which profiles.
    private struct Compared {
        let folders: [String]
        let profiles: [[UInt8]]
        let found: [(diagnostics: [Diagnostic], sources: SourceSet)]
    }

    /// - Parameter channels: the operator's folder of channel files.
    init(channels: String?) {
        registry = .standard
        loader = ProfileLoader(registry: .standard, channels: channels, proof: RenderingProof(registry: .standard))
    }

    // MARK: roots

    mutating func addRoot(_ path: String) {
        guard !roots.contains(path) else { return }
        roots.append(path)
        for folder in Self.tenants(in: path) { _ = load(folder) }
    }

    mutating func removeRoot(_ path: String) {
        roots.removeAll { $0 == path }
        let kept = Set(documents.values.compactMap { Self.tenant(around: $0.path)?.folder })
        for folder in tenants.keys where !kept.contains(folder) && !roots.contains(where: { folder.isInside($0) }) {
            tenants[folder] = nil
        }
    }

    /// The tenants' folders that a folder of the editor has: itself, those in it, or those in its folder `tenants`.
    private static func tenants(in root: String) -> [String] {
        if isTenant(root) { return [root] }
        let inside = folders(in: root).filter(isTenant)
        return inside.isEmpty ? folders(in: "\(root)/tenants").filter(isTenant) : inside
    }

    private static func folders(in path: String) -> [String] {
        ((try? FileSystem.names(in: path)) ?? []).map { "\(path)/\($0)" }
    }

    /// Folders beside tenants that are none, as `carillon validate` knows them.
    private static let others: Set<Substring> = ["schema", "channels"]

    private static func isTenant(_ path: String) -> Bool {
        guard let name = path.split(separator: "/").last, !others.contains(name) else { return false }
        if case .file? = try? FileSystem.kind(of: "\(path)/profile.json") { return true }
        return false
    }

    /// The tenant that a file is of, and its path in that folder; nil for other files.
    static func tenant(around path: String) -> (folder: String, file: String)? {
        let parts = path.split(separator: "/").map(String.init)
        for depth in 1...2 where parts.count > depth {
            let folder = "/" + parts.dropLast(depth).joined(separator: "/")
            let file = parts.suffix(depth).joined(separator: "/")
            let isOwn =
                depth == 1
                ? ["profile.json", "events.json", "contract.json"].contains(file)
                : ["templates", "samples", "channels", "golden"].contains(parts[parts.count - 2])
            guard isOwn, file.hasSuffix(".json") else { continue }
            let isFirst = file == "profile.json" && !others.contains(Substring(parts[parts.count - 2]))
            if isTenant(folder) || isFirst { return (folder, file) }
        }
        return nil
    }

    // MARK: documents

    mutating func open(_ document: OpenDocument) {
        documents[document.uri] = document
        refresh(around: document.path)
    }

    /// - Returns: whether the document is open.
    mutating func change(
        _ uri: String,
        version: Int,
        _ changes: [TextChange],
        _ encoding: PositionEncoding
    ) -> Bool {
        guard var document = documents[uri] else { return false }
        document.bytes = TextChange.applying(changes, to: document.bytes, encoding)
        document.version = version
        documents[uri] = document
        refresh(around: document.path)
        return true
    }

    mutating func close(_ uri: String) {
        guard let document = documents.removeValue(forKey: uri) else { return }
        refresh(around: document.path)
        // What was kept for the document of a tenant that is gone goes with it.
        for folder in tenants.keys where document.path.isInside(folder) && !Self.isFolder(folder) { _ = load(folder) }
    }

    private static func isFolder(_ path: String) -> Bool {
        if case .folder? = try? FileSystem.kind(of: path) { true } else { false }
    }

    /// The URI by which the client knows a file.
    func uri(_ path: String) -> String { documents.values.first { $0.path == path }?.uri ?? FileURI.uri(path) }

    // MARK: snapshots

    /// The tenant of a document, and the document's path in its folder.
    mutating func snapshot(of uri: String) -> (tenant: TenantSnapshot, path: String)? {
        guard let path = documents[uri]?.path ?? FileURI.path(uri), let place = Self.tenant(around: path),
            let tenant = tenants[place.folder]?.snapshot ?? load(place.folder)
        else { return nil }
        return (tenant, place.file)
    }

    /// All tenants, by their folders, in the order in which `carillon validate` reads them.
    var all: [(folder: String, snapshot: TenantSnapshot)] {
        tenants.sorted { $0.key < $1.key }.map { ($0.key, $0.value.snapshot) }
    }

    /// What is wrong between tenants of one folder; found again where a profile has changed.
    mutating func conflicts() -> [(diagnostics: [Diagnostic], sources: SourceSet)] {
        let all = all
        let profiles = all.map { $0.snapshot.folder.file("profile.json")?.content ?? [] }
        if let compared, compared.folders == all.map(\.folder), compared.profiles == profiles { return compared.found }
        let found = Dictionary(grouping: all) { $0.folder.split(separator: "/").dropLast().joined(separator: "/") }
            .values
            .map { loader.conflicts(among: $0.map(\.snapshot.folder)) }.filter { !$0.diagnostics.isEmpty }
        compared = Compared(folders: all.map(\.folder), profiles: profiles, found: found)
        return found
    }

    /// Those that haven't been checked since they changed.
    var unchecked: [(folder: String, snapshot: TenantSnapshot)] { all.filter { !$0.snapshot.isChecked } }

    /// Looks whether files have changed on disk, unless it has looked just before.
    mutating func glanceAtDisk() { if glances.isDue { lookAtDisk() } }

    /// Looks whether files have changed on disk.
    mutating func lookAtDisk() {
        glances.begin()
        for root in roots {
            for folder in Self.tenants(in: root) where tenants[folder] == nil { _ = load(folder) }
        }
        for (folder, tenant) in tenants where FileStamp(folder: folder, channels: loader.channels) != tenant.stamp {
            _ = load(folder)
        }
        for folder in Set(tenants.keys.map(Self.parent)) {
            let path = "\(folder)/\(Baseline.fileName)"
            let stamp = FileStamp(file: path)
            guard baselines[folder]?.stamp != stamp else { continue }
            let content = try? FileSystem.content(of: path, limit: Self.baselineLimit)
            baselines[folder] = StoredBaseline(stamp: stamp, baseline: content.flatMap { try? Baseline(parsing: $0) })
        }
        glances.end()
    }

    private static let baselineLimit = 64 << 20

    private struct StoredBaseline {
        let stamp: FileStamp
        /// Nil where there is none that can be read.
        let baseline: Baseline?
    }

    /// The warnings that the tenants of a folder had when their checks began; nil where nothing says so.
    func baseline(beside tenant: String) -> Baseline? { baselines[Self.parent(tenant)]?.baseline }

    private static func parent(_ path: String) -> String {
        path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    }

    /// Reads a folder anew; nil where there is none, and nothing of it is open.
    private mutating func load(_ folder: String) -> TenantSnapshot? {
        let stamp = FileStamp(folder: folder, channels: loader.channels)
        guard var onDisk = try? TenantFolder.read(folder) else {
            guard documents.values.contains(where: { Self.tenant(around: $0.path)?.folder == folder }) else {
                tenants[folder] = nil
                return nil
            }
            let name = folder.split(separator: "/").last.map(String.init) ?? folder
            return keep(TenantFolder(name: name, path: folder), stamp, folder)
        }
        onDisk.operators = loader.channels.flatMap { try? TenantFolder.Shared(in: $0) } ?? TenantFolder.Shared()
        return keep(onDisk, stamp, folder)
    }

    private mutating func keep(_ onDisk: TenantFolder, _ stamp: FileStamp, _ folder: String) -> TenantSnapshot {
        let snapshot = TenantSnapshot(
            of: overlaid(onDisk, folder),
            registry: registry,
            timeZones: BuiltInTimeZones(),
            loader: loader,
            after: tenants[folder]?.snapshot
        )
        tenants[folder] = Tenant(stamp: stamp, onDisk: onDisk, snapshot: snapshot)
        return snapshot
    }

    private mutating func refresh(around path: String) {
        guard let place = Self.tenant(around: path) else { return }
        if let known = tenants[place.folder] {
            _ = keep(known.onDisk, known.stamp, place.folder)
        } else {
            _ = load(place.folder)
        }
    }

    /// The folder with what is open in place of what is on disk; what is too large is refused as it would be there.
    private func overlaid(_ onDisk: TenantFolder, _ folder: String) -> TenantFolder {
        var files = Dictionary(onDisk.files.map { ($0.path, $0.content) }) { first, _ in first }
        var result = onDisk
        for document in documents.values {
            guard let place = Self.tenant(around: document.path), place.folder == folder,
                !place.file.hasPrefix("golden/")
            else { continue }
            result.faults.removeAll { $0.path == place.file && $0.isOfContent }
            guard document.bytes.count <= JSONReader.sizeLimit else {
                files[place.file] = nil
                result.faults.append(TenantFolder.Fault(path: place.file, kind: .tooLarge))
                continue
            }
            files[place.file] = document.bytes
        }
        result.files = files.map { TenantFolder.File($0.key, $0.value) }.sorted { $0.path < $1.path }
        return result
    }
}

/// When there is time to look at the disk again: many files take a twentieth of the time at most.
private struct DiskGlances {
    private var began = ContinuousClock.now
    private var due = ContinuousClock.now

    var isDue: Bool { ContinuousClock.now >= due }

    mutating func begin() { began = .now }

    mutating func end() {
        let now = ContinuousClock.now
        due = now + (now - began) * 20
    }
}

extension TenantFolder.Fault {
    /// Whether the content that an editor has takes it away.
    fileprivate var isOfContent: Bool {
        switch kind {
        case .unreadable, .tooLarge: true
        case .unexpected, .outsideFolder, .tooMany: false
        }
    }
}

extension String {
    fileprivate func isInside(_ folder: String) -> Bool { self == folder || hasPrefix(folder + "/") }
}
