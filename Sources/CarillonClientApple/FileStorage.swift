public import CarillonModel
public import Foundation

/// Keeps states and tables as files of one folder, such as that of the app group, which the app's extension reads as well.
///
/// Files are replaced as a whole. On a phone they can be read from its first unlock on: pushes come while it is locked.
public struct FileStorage: Sendable {
    private let folder: URL

    /// - Parameter folder: made with the first file; one for each user keeps them apart.
    public init(folder: URL) {
        self.folder = folder
    }

    /// Nil where there is no such file, or it isn't JSON.
    public func read(_ name: String) -> JSONValue? {
        (try? Data(contentsOf: file(name))).flatMap { try? JSONValue(parsing: $0) }
    }

    /// - Throws: what the file system says, such as that it is full; what was there before then still is.
    public func replace(_ name: String, with value: JSONValue) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #if os(iOS)
        let options: Data.WritingOptions = [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
        #else
        let options: Data.WritingOptions = [.atomic]
        #endif
        try Data(value.utf8).write(to: file(name), options: options)
    }

    /// All of it, as at a log-out.
    public func removeAll() throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.removeItem(at: folder)
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).json") }
}
