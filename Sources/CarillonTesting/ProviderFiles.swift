public import CarillonDiagnostics
public import CarillonProfiles
import Foundation

/// The repository's channel files: `Plugins/Providers`, and one that tests alone have.
public enum ProviderFiles {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    public static let folder = repository.appending(path: "Plugins/Providers").path

    /// Expo's send with several messages in one request, as a file.
    public static let batch = "Tests/Benchmarks/DataChannel/expo-data.json"

    /// The providers, sorted.
    public static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { !$0.hasSuffix(".md") && !$0.hasPrefix(".") }.sorted()

    public static func content(_ name: String) throws -> [UInt8] {
        try content(at: "Plugins/Providers/\(name)/channel.json")
    }

    /// - Parameter path: from the repository's root.
    public static func content(at path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: repository.appending(path: path)))
    }

    /// A provider's file, read as `carillon channel test` reads it.
    public static func read(_ name: String, into sources: inout SourceSet) throws -> ChannelFile {
        ChannelFile(try content(name), path: "\(name)/channel.json", into: &sources)
    }

    /// The same of the file at a path from the repository's root.
    public static func read(at path: String) throws -> ChannelFile {
        var sources = SourceSet()
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return ChannelFile(try content(at: path), path: name, into: &sources)
    }
}
