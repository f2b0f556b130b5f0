import Foundation

/// A place for data that nobody wants to keep; made by whoever writes there first.
struct TemporaryFolder: Sendable {
    let path: String

    /// - Parameter name: what its name begins with.
    init(_ name: String) {
        path = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)").path
    }

    /// Removes it with all that is in it; one that nobody made is as good as removed.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
