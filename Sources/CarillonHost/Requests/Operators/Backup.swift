public import CarillonModel
import CarillonPipeline
import Crypto
import Foundation

/// A folder with a copy of every tenant's data, and a manifest that says what belongs in it.
///
/// `manifest.json` is written last: a folder without one is no backup.
public struct Backup: Sendable {
    public let folder: String
    public let createdAt: Instant
    public private(set) var copies: [Copy]
    /// Tenants whose files a later version has written, so no copy of them is in it.
    ///
    /// Empty in a backup that was read.
    public private(set) var excluded: [ExcludedTenant] = []

    public struct Copy: Sendable, Hashable {
        public var tenant: TenantID
        /// The name of the copy in the backup's folder, as the store calls it.
        public var file: String
        public var bytes: Int
        /// Hexadecimal.
        public var sha256: String
    }

    public struct ExcludedTenant: Sendable, Hashable {
        public var tenant: TenantID
        /// Names the file and the way out.
        public var reason: String
    }

    /// Why a backup couldn't be made or read, as a message for an operator.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
        /// There is no backup at all where one should be read.
        public var isMissing = false
    }

    static let manifest = "manifest.json"
    private static let format = 1

    /// Copies tenants while they are used, each as it is at one moment.
    ///
    /// Those whose files a later version has written are left out, and listed.
    ///
    /// - Parameter folder: an absolute path; made, or empty.
    static func make(
        _ tenants: [TenantID],
        of store: any CopyableStore,
        in folder: String,
        at now: Instant
    ) async throws(Failure) -> Backup {
        guard isPlain(folder) else { throw Failure(description: "the folder must be \(plainPath)") }
        let isNew = try makeEmpty(folder)
        do throws(Failure) {
            var backup = Backup(folder: folder, createdAt: now, copies: [])
            for tenant in tenants { try await backup.add(tenant, of: store) }
            // A backup without any copy is none.
            guard backup.excluded.isEmpty || !backup.copies.isEmpty else {
                throw Failure(description: backup.excluded.map(\.reason).joined(separator: "; "))
            }
            try backup.writeManifest()
            return backup
        } catch {
            // The folder was empty: the next try may have it, and the disk its room back.
            for name in tenants.map({ store.copyName(of: $0) }) + [manifest] {
                try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
            }
            if isNew { try? FileManager.default.removeItem(atPath: folder) }
            throw error
        }
    }

    static let plainPath = "an absolute path without . and .."

    /// Whether a path says where it leads.
    static func isPlain(_ path: String) -> Bool {
        path.hasPrefix("/") && !path.utf8.contains(0)
            && !path.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    private mutating func add(_ tenant: TenantID, of store: any CopyableStore) async throws(Failure) {
        let name = store.copyName(of: tenant)
        do {
            try await store.copy(tenant, to: "\(folder)/\(name)")
        } catch {
            guard error.kind == .newer || error.kind == .older else { throw Failure(description: error.description) }
            excluded.append(ExcludedTenant(tenant: tenant, reason: error.description))
            return
        }
        copies.append(try Copy(of: tenant, file: name, in: folder))
    }

    /// - Returns: whether it wasn't there.
    private static func makeEmpty(_ folder: String) throws(Failure) -> Bool {
        let files = FileManager.default
        do {
            // Checked on the path itself, because a symbolic link could lead anywhere.
            let earlier = status(of: folder)
            if let earlier {
                guard earlier.st_mode & S_IFMT == S_IFDIR else {
                    throw Failure(description: "\(folder) is no folder: name one that is, and no link to it")
                }
                guard earlier.st_uid == geteuid() else {
                    throw Failure(description: "\(folder) belongs to another user: a backup wants a folder of its own")
                }
            }
            try files.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o750]
            )
            guard try files.contentsOfDirectory(atPath: folder).isEmpty else {
                throw Failure(description: "\(folder) isn't empty: a backup wants a folder of its own")
            }
            return earlier == nil
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(description: "\(folder) can't be made: \(error.localizedDescription)")
        }
    }

    /// Reads a backup's manifest and compares every file with it.
    public init(reading folder: String) throws(Failure) {
        guard let data = Self.readManifest(in: folder) else {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
                throw Failure(description: "there is no folder \(folder)", isMissing: true)
            }
            let message = "\(folder) has no \(Self.manifest): it is no backup, or one that was cut short"
            throw Failure(description: message, isMissing: true)
        }
        guard let json = try? JSONValue(parsing: data), json["format"]?.integer == Int64(Self.format),
            let createdAt = json["createdAt"]?.string.flatMap({ Instant($0) }), let entries = json["tenants"]?.array
        else { throw Failure(description: "\(folder)/\(Self.manifest) isn't one this version can read") }
        var copies: [Copy] = []
        for entry in entries {
            guard let tenant = entry["tenant"]?.string.flatMap({ TenantID($0) }), let bytes = entry["bytes"]?.integer,
                let sha256 = entry["sha256"]?.string, let file = entry["file"]?.string, Self.isName(file)
            else { throw Failure(description: "\(folder)/\(Self.manifest) has an entry that can't be read") }
            copies.append(Copy(tenant: tenant, file: file, bytes: Int(bytes), sha256: sha256))
        }
        guard Set(copies.map(\.tenant)).count == copies.count else {
            throw Failure(description: "\(folder)/\(Self.manifest) names a tenant twice")
        }
        for copy in copies {
            let path = "\(folder)/\(copy.file)"
            guard let size = Self.size(ofFile: path) else {
                throw Failure(description: "\(path) isn't there, or is no file")
            }
            guard size == copy.bytes, try Copy(of: copy.tenant, file: copy.file, in: folder) == copy else {
                throw Failure(description: "\(path) isn't what was backed up: its checksum differs")
            }
        }
        self.init(folder: folder, createdAt: createdAt, copies: copies)
    }

    /// Whether it names a file of the folder itself, wherever it comes from.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && text != manifest
            && !text.utf8.contains { $0 == 0 || $0 == 0x2F }
    }

    /// Of a thousand tenants it has a quarter of a mebibyte.
    private static let longestManifest = 8 << 20

    private static func readManifest(in folder: String) -> Data? {
        let path = "\(folder)/\(manifest)"
        guard let size = size(ofFile: path), size <= longestManifest else { return nil }
        return FileManager.default.contents(atPath: path)
    }

    /// Nil where it is none: a link may lead anywhere, and a pipe or a device never end.
    private static func size(ofFile path: String) -> Int? {
        guard let found = status(of: path), found.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(found.st_size)
    }

    /// Of the path itself, not of what a link leads to.
    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private init(folder: String, createdAt: Instant, copies: [Copy]) {
        self.folder = folder
        self.createdAt = createdAt
        self.copies = copies
    }

    public var json: JSONValue {
        let tenants = copies.map { copy -> JSONValue in
            [
                "tenant": .string(copy.tenant.rawValue), "file": .string(copy.file), "bytes": JSONValue(copy.bytes),
                "sha256": .string(copy.sha256),
            ]
        }
        var json: JSONObject = [
            "format": JSONValue(Self.format), "createdAt": .string(createdAt.rfc3339), "tenants": .array(tenants),
        ]
        if !excluded.isEmpty {
            json["leftOut"] = .array(
                excluded.map { ["tenant": .string($0.tenant.rawValue), "reason": .string($0.reason)] }
            )
        }
        return .object(json)
    }

    /// Writes the manifest, and has it and the names in the folder put on disk.
    private func writeManifest() throws(Failure) {
        let path = "\(folder)/\(Self.manifest)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else {
            throw Failure(description: "\(path) can't be written: \(String(cString: strerror(errno)))")
        }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: Data(json.utf8 + [0x0A]))
            for written in [file, try FileHandle(forReadingFrom: URL(filePath: folder))] {
                try written.synchronize()
                try written.close()
            }
        } catch {
            throw Failure(description: "\(path) can't be written: \(error.localizedDescription)")
        }
    }
}

extension Backup.Copy {
    /// What a file is now.
    fileprivate init(of tenant: TenantID, file: String, in folder: String) throws(Backup.Failure) {
        let path = "\(folder)/\(file)"
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw Backup.Failure(description: "\(path) isn't there, or can't be read")
        }
        defer { try? handle.close() }
        var hash = SHA256()
        var bytes = 0
        do {
            while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
                hash.update(data: part)
                bytes += part.count
            }
        } catch {
            throw Backup.Failure(description: "\(path) can't be read: \(error.localizedDescription)")
        }
        self.init(tenant: tenant, file: file, bytes: bytes, sha256: hash.finalize().hexadecimal)
    }
}
