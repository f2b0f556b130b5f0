import Foundation

/// A place for data that nobody wants to keep, which only its owner may enter.
struct TemporaryFolder: Sendable {
    let path: String

    /// - Parameter name: what its name begins with; short, so that the path has room for a socket in it.
    init(_ name: String) throws {
        let unique = UUID().uuidString.prefix(8)
        path = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(unique)").path
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Removes it with all that is in it.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
