import CarillonProfiles
import Foundation

/// A tenant with one fault: what makes it differ from a sound tenant, in `Fixtures/<code>-<slug>/shop`.
///
/// Its other files are those of a base in `FixtureBases`: `channel` where it declares a channel in a file of its own,
/// otherwise `plain`. `without.txt` names files of the base that it doesn't have, one a line.
struct Fixture {
    let name: String

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    static let folder = tests.appending(path: "Fixtures")
    static let all = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted().map {
        Fixture(name: $0)
    }

    /// What `validate` prints.
    var expected: URL { Self.folder.appending(path: "\(name)/expected.txt") }

    private var own: String { Self.folder.appending(path: "\(name)/shop").path }

    /// Only what is its own.
    private func readOwn() throws -> TenantFolder {
        guard FileManager.default.fileExists(atPath: own) else { return TenantFolder(name: "shop", path: "shop") }
        return try TenantFolder.read(own)
    }

    private func readBase(of own: TenantFolder) throws -> [TenantFolder.File] {
        let base = own.files.contains { $0.path.hasPrefix("channels/") } ? "channel" : "plain"
        return try TenantFolder.read(Self.tests.appending(path: "FixtureBases/\(base)").path).files
    }

    /// The whole folder.
    func read() throws -> TenantFolder {
        var folder = try readOwn()
        let list = Self.folder.appending(path: "\(name)/without.txt")
        let left = ((try? String(contentsOf: list, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
        let base = try readBase(of: folder).filter { file in
            !left.contains(file.path) && folder.file(file.path) == nil
        }
        folder.files = (folder.files + base).sorted { $0.path < $1.path }
        folder.path = "shop"
        return folder
    }

    /// Files that are as in its base, and so needn't be there.
    func repeatedFiles() throws -> [String] {
        let own = try readOwn()
        let base = try readBase(of: own)
        return own.files.filter { file in base.contains { $0.path == file.path && $0.content == file.content } }
            .map(\.path)
    }
}
