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
            throw errno == ELOOP ? UnreadablePath(path: path, reason: "a link, which is not followed") : failure(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw UnreadablePath(path: path, reason: "no regular file")
        }
        guard ftruncate(descriptor, 0) == 0 else { throw failure(path) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.systemWrite(descriptor, $0) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path)
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes the folder and those around it; one that is there already will do.
    static func makeFolder(_ path: String) throws(UnreadablePath) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            prefix += (prefix.isEmpty || prefix == "/" ? "" : "/") + name
            guard mkdir(prefix, 0o755) == 0 || errno == EEXIST else { throw failure(prefix) }
        }
    }

    static func remove(_ path: String) throws(UnreadablePath) {
        guard unlink(path) == 0 else { throw failure(path) }
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }

    private static func failure(_ path: String) -> UnreadablePath {
        UnreadablePath(path: path, reason: String(cString: strerror(errno)))
    }
}
