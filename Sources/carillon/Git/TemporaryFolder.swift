import CarillonProfiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder for what git writes, which nobody else can read; it is deleted, too, where a signal ends the program.
struct TemporaryFolder {
    /// Without links.
    let path: String

    init() throws(GitFailure) {
        let parent = Terminal.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        let made = Interruption.folder {
            var template = Array("\(parent)/carillon-XXXXXX".utf8CString)
            let made = template.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
            }
            return made.flatMap { try? FileSystem.resolved($0) }
        }
        guard let made else { throw GitFailure(message: "no temporary folder can be made in \(parent)") }
        path = made
    }

    /// A failure leaves a folder for the system's own cleaning.
    func remove() {
        Self.delete(path)
        Interruption.forget(path)
    }

    /// Deletes a folder with all that is in it, whatever else happens.
    static func delete(_ path: String) {
        guard let child = try? Git.spawn(["rm", "-rf", "--", path]) else { return }
        _ = Git.status(of: child)
    }

    /// Writes a file of its own in it.
    ///
    /// - Returns: its path.
    func write(_ bytes: [UInt8], to name: String) throws(GitFailure) -> String {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw GitFailure(message: "\(FileSystem.failure(file))") }
        defer { close(descriptor) }
        guard DescriptorOutput.write(bytes, to: descriptor) else {
            throw GitFailure(message: "\(FileSystem.failure(file))")
        }
        return file
    }
}
