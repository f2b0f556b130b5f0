import CarillonProfiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The few calls that writing tenant files takes. Their failures name the path, like those of reading.
enum FileWriting {
    /// Replaces the file's content.
    static func write(_ text: String, to path: String) throws(UnreadablePath) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
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
