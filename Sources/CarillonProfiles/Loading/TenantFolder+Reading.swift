extension TenantFolder {
    /// How many entries a folder may have.
    static let entryLimit = 20000

    /// Reads a tenant's folder.
    ///
    /// Files that can't be read become faults, not errors, so that the others are still checked.
    ///
    /// - Parameter display: how diagnostics name it, where it stands in for another folder; nil for as it is.
    /// - Throws: ``UnreadablePath`` when there is no such folder.
    public static func read(_ path: String, shownAs display: String? = nil) throws(UnreadablePath) -> TenantFolder {
        try read(path, display ?? path) { $0.read() }
    }

    private static func read(
        _ path: String,
        _ shown: String,
        _ read: (inout FolderReader) -> Void
    ) throws(UnreadablePath) -> TenantFolder {
        let root = try FileSystem.resolved(path)
        guard case .folder = try FileSystem.kind(of: root) else {
            throw UnreadablePath(path: path, reason: "not a folder")
        }
        let display = shown.count > 1 && shown.hasSuffix("/") ? String(shown.dropLast()) : shown
        var reader = FolderReader(root: root)
        read(&reader)
        let name = root.split(separator: "/").last.map(String.init) ?? root
        var folder = TenantFolder(name: name, path: display, files: reader.files, faults: reader.faults)
        folder.shared = Shared(beside: root, shownAs: display)
        return folder
    }

    /// The same with nothing but `profile.json`.
    static func profileOnly(_ path: String, shownAs display: String) throws(UnreadablePath) -> TenantFolder {
        try read(path, display) { $0.readFile("profile.json") }
    }

    private static let nameFault = "its name isn't UTF-8: rename it"

    /// The tenant folders that `path` names: the folder itself, or the folders in it.
    ///
    /// - Throws: ``UnreadablePath`` when it can't be read or holds none, or one whose name isn't UTF-8.
    public static func find(in path: String) throws(UnreadablePath) -> [String] {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let kind: FileSystem.Kind
        do {
            kind = try FileSystem.kind(of: path)
        } catch {
            // Where an argument isn't UTF-8, this is what it has become.
            guard path.unicodeScalars.contains("\u{FFFD}") else { throw error }
            throw UnreadablePath(path: path, reason: "\(error.reason), or \(Self.nameFault)")
        }
        guard case .folder = kind else { throw UnreadablePath(path: path, reason: "not a folder") }
        let names = try FileSystem.names(in: path)
        if names.contains(where: ["profile.json", "events.json", "templates"].contains) { return [path] }
        if let name = try FileSystem.unnamedFolder(in: path) {
            throw UnreadablePath(path: "\(path)/\(name)", reason: Self.nameFault)
        }
        let folders = names.filter { $0 != "schema" && $0 != "channels" }.map { path == "." ? $0 : "\(path)/\($0)" }
            .filter { folder in
                if case .folder? = try? FileSystem.kind(of: folder) { true } else { false }
            }
        guard !folders.isEmpty else { throw UnreadablePath(path: path, reason: "there is no tenant folder") }
        return folders
    }
}

extension TenantFolder.Shared {
    /// The folder of channels that is beside a tenant's, with its files.
    static func folder(beside tenant: String) -> String {
        "\(tenant.split(separator: "/").dropLast().map { "/\($0)" }.joined())/channels"
    }

    fileprivate init(beside tenant: String, shownAs display: String) {
        let parts = display.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        self.init(
            reading: Self.folder(beside: tenant),
            shownAs: parts.isEmpty ? "channels" : "\(parts.joined(separator: "/"))/channels"
        )
    }

    /// Those of a folder that the operator names.
    ///
    /// - Parameter display: how diagnostics name it, where it stands in for another folder; nil for as it is.
    /// - Throws: ``UnreadablePath`` when there is no such folder.
    public init(in folder: String, shownAs display: String? = nil) throws(UnreadablePath) {
        let root = try FileSystem.resolved(folder)
        guard case .folder = try FileSystem.kind(of: root) else {
            throw UnreadablePath(path: folder, reason: "not a folder")
        }
        let shown = display ?? folder
        let display = shown.count > 1 && shown.hasSuffix("/") ? String(shown.dropLast()) : shown
        self.init(reading: root, shownAs: display, followsLinks: true)
    }

    /// Those that can be read; what isn't JSON is left alone.
    ///
    /// - Parameter followsLinks: whether links may lead out of the folder, as those of a ConfigMap of the operator's do.
    private init(reading folder: String, shownAs display: String, followsLinks: Bool = false) {
        path = display
        for name in (try? FileSystem.names(in: folder)) ?? [] where name.hasSuffix(".json") {
            let file = "\(folder)/\(name)"
            do throws(UnreadablePath) {
                let isOurs = followsLinks ? true : try Self.isInside(file, folder)
                guard isOurs, case .file = try FileSystem.kind(of: file) else {
                    faults.append(.init(path: name, kind: .outsideFolder))
                    continue
                }
                let content = try FileSystem.content(of: file, limit: ChannelFile.sizeLimit + 1)
                files.append(TenantFolder.File(name, content))
            } catch {
                faults.append(.init(path: name, kind: .unreadable(error.reason)))
            }
        }
    }

    private static func isInside(_ path: String, _ folder: String) throws(UnreadablePath) -> Bool {
        guard !FileSystem.isPlainFile(path) else { return true }
        return try FileSystem.resolved(path).hasPrefix(FileSystem.resolved(folder) + "/")
    }
}

/// Reads one tenant's folder, and follows no link out of it.
private struct FolderReader {
    let root: String
    var files: [TenantFolder.File] = []
    var faults: [TenantFolder.Fault] = []

    init(root: String) {
        self.root = root
    }

    mutating func read() {
        for name in names(in: "") {
            switch name {
            case "profile.json", "events.json", "contract.json": readFile(name)
            case "templates", "samples", "channels": readFolder(name)
            case "golden": checkGolden()
            default: if !isNote(name) { faults.append(.init(path: name, kind: .unexpected)) }
            }
        }
    }

    private mutating func readFolder(_ folder: String) {
        guard isInside(folder) else { return }
        for name in names(in: folder) {
            if name.hasSuffix(".json") {
                readFile("\(folder)/\(name)")
            } else if !isNote(name) {
                faults.append(.init(path: "\(folder)/\(name)", kind: .unexpected))
            }
        }
    }

    /// Golden files aren't read here, but `carillon test --update` writes them, so they must not be links out of the
    /// folder.
    private mutating func checkGolden() {
        guard isInside("golden"), case .folder? = try? FileSystem.kind(of: "\(root)/golden") else { return }
        for name in names(in: "golden") where name.hasSuffix(".json") {
            let path = "golden/\(name)"
            guard !FileSystem.isPlainFile("\(root)/\(path)"), isInside(path) else { continue }
            if case .file? = try? FileSystem.kind(of: "\(root)/\(path)") { continue }
            faults.append(.init(path: path, kind: .outsideFolder))
        }
    }

    private func isNote(_ name: String) -> Bool { name.hasSuffix(".md") }

    private mutating func names(in folder: String) -> [String] {
        do {
            let names = try FileSystem.names(in: "\(root)/\(folder)")
            guard names.count <= TenantFolder.entryLimit else {
                faults.append(.init(path: folder, kind: .tooMany(limit: TenantFolder.entryLimit)))
                return []
            }
            return names
        } catch {
            faults.append(.init(path: folder, kind: .unreadable(error.reason)))
            return []
        }
    }

    mutating func readFile(_ path: String) {
        // A file that is no link itself is inside if its folder is, which was checked.
        guard FileSystem.isPlainFile("\(root)/\(path)") || isInside(path) else { return }
        do {
            guard case .file(let size) = try FileSystem.kind(of: "\(root)/\(path)") else {
                faults.append(.init(path: path, kind: .outsideFolder))
                return
            }
            guard size <= JSONReader.sizeLimit else {
                faults.append(.init(path: path, kind: .tooLarge))
                return
            }
            let content = try FileSystem.content(of: "\(root)/\(path)", limit: JSONReader.sizeLimit)
            files.append(TenantFolder.File(path, content))
        } catch {
            faults.append(.init(path: path, kind: .unreadable(error.reason)))
        }
    }

    /// Whether all links on the path stay in the folder.
    private mutating func isInside(_ path: String) -> Bool {
        do {
            if try FileSystem.resolved("\(root)/\(path)").hasPrefix(root + "/") { return true }
            faults.append(.init(path: path, kind: .outsideFolder))
        } catch {
            faults.append(.init(path: path, kind: .unreadable(error.reason)))
        }
        return false
    }
}
