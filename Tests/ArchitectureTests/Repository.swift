import Foundation

/// The checkout these tests belong to.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Swift files below a folder of the repository, or below an absolute path, sorted.
func swiftFiles(in folder: String) throws -> [URL] {
    let root = folder.hasPrefix("/") ? URL(filePath: folder) : repository.appending(path: folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }
        .filter { $0.pathExtension == "swift" && !$0.lastPathComponent.hasPrefix(".") }
        .sorted { $0.path < $1.path }
}

/// Names of the folders directly inside a folder of the repository, sorted.
func folders(in folder: String) throws -> [String] {
    try FileManager.default
        .contentsOfDirectory(at: repository.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey])
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        .map(\.lastPathComponent)
        .sorted()
}
