import ArgumentParser
import CarillonProfiles

/// A file, or a pipe, that an option names.
enum NamedFile {
    private static let sizeLimit = 64 << 20

    /// The file's content.
    ///
    /// - Throws: `ExitCode(66)` after saying why it can't be read.
    static func text(_ path: String) throws -> String {
        do {
            return String(decoding: try FileSystem.content(of: path, limit: sizeLimit, waits: true), as: UTF8.self)
        } catch {
            Output.printError("carillond: can't read \(error)")
            throw ExitCode(66)
        }
    }
}
