import CarillonProfiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The few calls that writing tenant files takes.
///
/// Their failures name the path, like those of reading.
enum FileWriting {
    /// Replaces the file's content; what is no regular file is left alone.
    ///
    /// A link is not followed, lest a tenant's folder make the program write into another; nor is a pipe waited for.
    static func write(_ text: String, to path: String) throws(UnreadablePath) {
        let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = open(path, flags, 0o644)
        guard descriptor >= 0 else {
            throw errno == ELOOP
                ? UnreadablePath(path: path, reason: "a link, which is not followed") : FileSystem.failure(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw UnreadablePath(path: path, reason: "no regular file")
        }
        guard ftruncate(descriptor, 0) == 0 else { throw FileSystem.failure(path) }
        try writeAll(text, to: descriptor, path)
    }

    /// Puts the text in the file's place once it is written whole: a full disk leaves the old file as it was.
    ///
    /// What is there already keeps its mode; a link, or what else is no regular file, is left alone.
    static func replace(_ path: String, with text: String) throws(UnreadablePath) {
        var status = stat()
        let exists = lstat(path, &status) == 0
        guard exists else { return try create(text, at: path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw UnreadablePath(path: path, reason: "no regular file")
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let draft = (parts.dropLast() + [".\(parts.last ?? "").new"]).joined(separator: "/")
        unlink(draft)
        do throws(UnreadablePath) {
            try create(text, at: draft)
        } catch {
            // Nobody knows the draft.
            throw UnreadablePath(path: path, reason: error.reason)
        }
        guard chmod(draft, status.st_mode & 0o777) == 0, rename(draft, path) == 0 else {
            let failure = FileSystem.failure(path)
            unlink(draft)
            throw failure
        }
    }

    /// Writes a file that isn't there yet; one that can't be written whole is taken away again.
    static func create(_ text: String, at path: String) throws(UnreadablePath) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileSystem.failure(path) }
        defer { close(descriptor) }
        do throws(UnreadablePath) {
            try writeAll(text, to: descriptor, path)
            guard fsync(descriptor) == 0 else { throw FileSystem.failure(path) }
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Makes the folder and those around it; one that is there already will do.
    static func makeFolder(_ path: String) throws(UnreadablePath) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            prefix += (prefix.isEmpty || prefix == "/" ? "" : "/") + name
            guard mkdir(prefix, 0o755) == 0 || errno == EEXIST else { throw FileSystem.failure(prefix) }
        }
    }

    static func remove(_ path: String) throws(UnreadablePath) {
        guard unlink(path) == 0 else { throw FileSystem.failure(path) }
    }

    private static func writeAll(_ text: String, to descriptor: Int32, _ path: String) throws(UnreadablePath) {
        guard DescriptorOutput.write(text.utf8, to: descriptor) else { throw FileSystem.failure(path) }
    }
}
