import DocumentationTesting
import Foundation
import Synchronization

/// A PostgreSQL server of a test's own, reached by a socket in its folder.
final class DatabaseServer: Sendable {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Tools/cluster.sh").standardizedFileURL.path
    private static let count = Atomic(0)

    /// Without a server on this machine the tests are left out, by name; but in CI nothing is.
    static let isMissing =
        (try? run(["installed"])) == nil && ProcessInfo.processInfo.environment["CI"] != "1"

    let folder: String

    /// - Parameter isPrepared: whether the database `carillon` is ready for hosts.
    init(isPrepared: Bool = true) async throws {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        folder = FileManager.default.temporaryDirectory.appending(path: "carillon-db-\(getpid())-\(number)").path
        try Self.run(["start", folder])
        try Self.run(["watch", folder, "\(getpid())"])
        try sql("CREATE DATABASE carillon")
        guard isPrepared else { return }
        let prepare = try Carillond(["database", "prepare", "--database", administrator])
        guard await prepare.status() == 0 else { throw Failure(text: prepare.text) }
    }

    var administrator: String { address(of: "postgres") }
    var host: String { address(of: "carillon_host") }

    func address(of user: String, database: String = "carillon") -> String {
        "postgres://\(user)@/\(database)?host=\(folder)"
    }

    /// What the superuser is answered.
    @discardableResult
    func sql(_ statement: String, in database: String = "postgres") throws -> String {
        try Self.run(["sql", folder, statement, database])
    }

    /// Ends it in the middle of everything.
    func halt() throws { try Self.run(["halt", folder]) }
    func resume() throws { try Self.run(["resume", folder]) }
    func stop() { _ = try? Self.run(["stop", folder]) }

    struct Failure: Error {
        let text: String
    }

    @discardableResult
    private static func run(_ arguments: [String]) throws -> String {
        let line = (["bash", script] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        let result = try BuiltTool.shell(line, in: FileManager.default.temporaryDirectory)
        guard result.status == 0 else { throw Failure(text: result.errors) }
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
