import CarillonProfiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the language server has to say besides the protocol: lines on standard error, or in a file.
///
/// No content of documents.
struct ServerLog: Sendable {
    private let descriptor: Int32

    /// - Parameter path: a file that lines are added to; nil for standard error.
    init(file path: String?) throws(UnreadablePath) {
        guard let path else {
            descriptor = STDERR_FILENO
            return
        }
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure(path) }
    }

    func line(_ text: String) {
        let bytes = Array("carillon lsp: \(text)\n".utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Remembers what is being answered, for the line that a crash leaves.
    func note(_ method: String?) { CrashLine.set(method ?? "an answer", descriptor) }
}

/// A crash says during which method it happened: with what a signal's handler may do, which is little.
///
/// `nonisolated(unsafe)` is sound because one thread sets the line, and a signal's handler reads it when nothing else counts
/// any more: at worst its line is that of two methods.
private enum CrashLine {
    private static let size = 160
    nonisolated(unsafe) private static let text: UnsafeMutablePointer<UInt8> = {
        let text = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        text.initialize(repeating: 0, count: size)
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
            signal(number) { number in
                _ = write(CrashLine.descriptor, CrashLine.text, CrashLine.length)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        return text
    }()
    nonisolated(unsafe) private static var length = 0
    nonisolated(unsafe) private static var descriptor = STDERR_FILENO

    static func set(_ method: String, _ descriptor: Int32) {
        let isPlain = method.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        let line = Array("carillon lsp: a bug in \(isPlain ? method : "a message"); please report it\n".utf8).prefix(
            size
        )
        for (offset, byte) in line.enumerated() { text[offset] = byte }
        length = line.count
        self.descriptor = descriptor
    }
}
