import CarillonPipeline
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Holds a data folder for this process, by `flock(2)`: the system releases it when the process ends, however it ends.
final class FolderLock: Sendable {
    private let descriptor: Mutex<Int32?>

    init(folder: String) throws(StoreFailure) {
        try Self.make(folder)
        let path = "\(folder)/carillon.lock"
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o640)
        guard opened >= 0 else { throw .cannotUse(path, errno) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let holder = Self.holder(opened)
            close(opened)
            throw .lockedFolder(folder, holder: holder)
        }
        // For people, and for the message above; the lock itself doesn't depend on it.
        let note = Array("\(getpid())\n".utf8)
        guard ftruncate(opened, 0) == 0, pwrite(opened, note, note.count, 0) == note.count else {
            let reason = errno
            close(opened)
            throw .cannotUse(path, reason)
        }
        descriptor = Mutex(opened)
    }

    deinit { release() }

    func release() {
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    private static func make(_ folder: String) throws(StoreFailure) {
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o750) != 0, errno != EEXIST else { continue }
            // A part that is there but can't be made again (`EROFS`, `EACCES`) is fine.
            guard access(path, F_OK) != 0 else { continue }
            throw .cannotUse(folder, errno)
        }
    }

    private static func holder(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { (48...57).contains($0) }, as: UTF8.self)
    }
}

extension StoreFailure {
    fileprivate static func lockedFolder(_ folder: String, holder: String?) -> StoreFailure {
        let process = holder.map { " (process \($0))" } ?? ""
        return StoreFailure(
            .locked,
            "another carillond\(process) uses the data folder \(folder): end it first, or start with another --data"
        )
    }

    fileprivate static func cannotUse(_ path: String, _ number: Int32) -> StoreFailure {
        let message = String(cString: strerror(number))
        return switch number {
        case ENOSPC, EDQUOT: StoreFailure(.full, "no room for \(path): free some space (\(message))")
        case EACCES, EPERM, EROFS:
            StoreFailure(
                .readOnly,
                "\(path) can't be written: give this user the right to, or name another --data (\(message))"
            )
        default: StoreFailure(.unavailable, "\(path) can't be used: \(message)")
        }
    }
}
