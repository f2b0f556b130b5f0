import Foundation

/// A file that only its owner may read.
///
/// It is replaced as a whole, so readers see either the old content or the new.
struct PrivateFile {
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let reason: String
        var description: String { "\(path): \(reason)" }
    }

    /// The path with links resolved, so that the file is replaced and not the link.
    private let path: String

    init(_ path: String) {
        self.path = URL(filePath: path).resolvingSymlinksInPath().path
    }

    /// The file's mode, such as `0644`, where users other than the owner and the group have any permission; nil where
    /// they have none, or there is no file.
    var modeForOthers: String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o007 != 0 else { return nil }
        return "0" + String(status.st_mode & 0o777, radix: 8)
    }

    /// - Returns: nil where there is no file.
    /// - Throws: ``Failure`` where it can't be read, or isn't a regular file, such as a pipe.
    func content() throws(Failure) -> [UInt8]? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
            throw Failure(path: path, reason: "this is no regular file, so it can't be completed")
        }
        do {
            return Array(try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw Failure(path: path, reason: "can't be read: \(error.localizedDescription)")
        }
    }

    /// Writes the content to a new file beside it, syncs that to disk, and renames it.
    ///
    /// The mode is 0600. An existing file keeps its owner, and keeps its mode where only owner and group may read it.
    func replace(with text: String) throws(Failure) {
        var status = stat()
        let exists = stat(path, &status) == 0
        let temporary = "\(path).\(UUID().uuidString.prefix(8)).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("can't be written") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            if exists, status.st_mode & 0o007 == 0 {
                guard fchmod(descriptor, status.st_mode & 0o770) == 0 else { throw failure("its mode can't be kept") }
            }
            if exists, status.st_uid != geteuid() || status.st_gid != getegid() {
                guard fchown(descriptor, status.st_uid, status.st_gid) == 0 else {
                    throw failure("its owner can't be kept")
                }
            }
            try handle.write(contentsOf: Data(text.utf8))
            try handle.synchronize()
            guard rename(temporary, path) == 0 else { throw failure("can't be replaced") }
        } catch {
            unlink(temporary)
            throw error as? Failure ?? Failure(path: path, reason: "can't be written: \(error.localizedDescription)")
        }
    }

    private func failure(_ message: String) -> Failure {
        Failure(path: path, reason: "\(message): \(String(cString: strerror(errno)))")
    }
}
