import CarillonPipeline
import Foundation
package import PostgresStore
import Synchronization

/// The server that the tests of a process share: made when the first asks for it, and ended with the process.
///
/// A database for each test is a copy of one that is prepared.
package struct Cluster: Sendable {
    package let folder: String
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Tools/cluster.sh").standardizedFileURL.path
    private static let template = "prepared"
    private static let count = Atomic(0)

    /// Without a server on this machine the tests are left out, by name; but in CI nothing is.
    package static let isMissing = (try? run("installed")) == nil && ProcessInfo.processInfo.environment["CI"] != "1"

    /// The same for a pooler.
    package static let hasPooler =
        !isMissing && ((try? run("pooler")) != nil || ProcessInfo.processInfo.environment["CI"] == "1")

    package static let shared = Task { try await Cluster() }
    /// The same with a pooler before it.
    package static let pooled = Task {
        let cluster = try await shared.value
        try run("pool", cluster.folder)
        return cluster
    }

    private init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "carillon-pg-\(getpid())").path
        // Only what tests look at must be there after a crash, and these look at none of the server's machine.
        try Self.run("start", folder, "fsync=off", "synchronous_commit=off", "full_page_writes=off")
        Self.stopAtExit(folder)
        try Self.run("watch", folder, "\(getpid())")
        try sql("CREATE DATABASE \(Self.template)")
        _ = try await PostgresSchema.prepare(administrator(of: Self.template))
    }

    private static let folderToRemove = Mutex<String?>(nil)

    private static func stopAtExit(_ folder: String) {
        folderToRemove.withLock { $0 = folder }
        atexit {
            guard let folder = Cluster.folderToRemove.withLock(\.self) else { return }
            _ = try? Cluster.run("stop", folder)
        }
    }

    /// What the superuser is answered, by `psql`: no code under test is in between.
    @discardableResult
    package func sql(_ statement: String, in database: String = "postgres") throws -> String {
        try Self.run("sql", folder, statement, database)
    }

    package func administrator(of database: String) throws -> PostgresAddress {
        try PostgresAddress(url: "host=\(folder) user=postgres dbname=\(database)")
    }

    package func host(of database: String) throws -> PostgresAddress {
        try PostgresAddress(url: "host=\(folder) user=carillon_host dbname=\(database)")
    }

    /// Through the pooler, whose sessions go from client to client.
    package func pooledHost(of database: String, parameters: String = "&prepared=off") throws -> PostgresAddress {
        try PostgresAddress(url: "postgres://carillon_host@/\(database)?host=\(folder)/pooler&port=6432\(parameters)")
    }

    /// The name of a new database, prepared and empty.
    package func makeDatabase() async throws -> String {
        let name = "test_\(Self.count.add(1, ordering: .relaxed).newValue)"
        try sql("CREATE DATABASE \(name) TEMPLATE \(Self.template) STRATEGY file_copy")
        // What a database says of its roles isn't copied with it.
        _ = try await PostgresSchema.prepare(administrator(of: name))
        return name
    }

    /// Whoever is still connected is cut off.
    package func drop(_ database: String) throws { try sql("DROP DATABASE \(database) WITH (FORCE)") }

    /// Runs `body` with the name of a prepared database of its own.
    package func withDatabase<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let name = try await makeDatabase()
        defer { try? drop(name) }
        return try await body(name)
    }

    @discardableResult
    private static func run(_ arguments: String...) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", script] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ScriptFailure(arguments: arguments) }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    struct ScriptFailure: Error {
        let arguments: [String]
    }
}
