import Foundation

/// A folder for data that is thrown away at the end.
///
/// Only its owner may enter it.
struct TemporaryFolder: Sendable {
    let path: String

    /// - Parameter name: a short prefix, so that the path of a socket inside the folder stays within the system's
    ///   limit.
    init(_ name: String) throws {
        let unique = UUID().uuidString.prefix(8)
        path = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(unique)").path
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Removes the folder with its content.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
