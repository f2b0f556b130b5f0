import CarillonModel
import CarillonPipeline
import Foundation
import Synchronization
import Testing

@testable import CarillonTesting
@testable import PostgresStore

let testingIdentifiers = SystemIdentifiers { Instant(epochMilliseconds: 1_772_020_800_000) }

/// The server that the tests of a process share: made when the first asks for it, and ended with the process.
///
/// A database for each test is a copy of one that is prepared.
struct Cluster: Sendable {
    let folder: String
    private static let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Tools/cluster.sh").standardizedFileURL.path
    private static let template = "prepared"
    private static let count = Atomic(0)

    /// Without a server on this machine the tests are left out, by name; but in CI nothing is.
    static let isMissing = (try? run("installed")) == nil && ProcessInfo.processInfo.environment["CI"] != "1"

    /// The same for a pooler.
    static let hasPooler =
        !isMissing && ((try? run("pooler")) != nil || ProcessInfo.processInfo.environment["CI"] == "1")

    static let shared = Task { try await Cluster() }
    /// The same with a pooler before it.
    static let pooled = Task {
        let cluster = try await shared.value
        try run("pool", cluster.folder)
        return cluster
    }

    private init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "carillon-pg-\(getpid())").path
        // Only what tests look at must be there after a crash, and these look at none of the server's machine.
        try Self.run("start", folder, "fsync=off", "synchronous_commit=off", "full_page_writes=off")
        Self.stopAtExit(folder)
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
    func sql(_ statement: String, in database: String = "postgres") throws -> String {
        try Self.run("sql", folder, statement, database)
    }

    func administrator(of database: String) throws -> PostgresAddress {
        try PostgresAddress(url: "host=\(folder) user=postgres dbname=\(database)")
    }

    func host(of database: String) throws -> PostgresAddress {
        try PostgresAddress(url: "host=\(folder) user=carillon_host dbname=\(database)")
    }

    /// Through the pooler, whose sessions go from client to client.
    func pooledHost(of database: String, parameters: String = "&prepared=off") throws -> PostgresAddress {
        try PostgresAddress(url: "postgres://carillon_host@/\(database)?host=\(folder)/pooler&port=6432\(parameters)")
    }

    /// Runs `body` with the name of a prepared database of its own.
    func withDatabase<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        let name = "test_\(Self.count.add(1, ordering: .relaxed).newValue)"
        try sql("CREATE DATABASE \(name) TEMPLATE \(Self.template) STRATEGY file_copy")
        defer { _ = try? sql("DROP DATABASE \(name) WITH (FORCE)") }
        // What a database says of its roles isn't copied with it.
        _ = try await PostgresSchema.prepare(administrator(of: name))
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

extension PostgresStore {
    /// As a host of its own does.
    func join() async throws { _ = try await membership?.join(.testing) }
}

/// Runs `body` with two hosts that joined on one database.
func withTwoHosts(
    _ body: (_ first: PostgresStore, _ second: PostgresStore, _ cluster: Cluster, _ database: String) async throws ->
        Void
) async throws {
    let cluster = try await Cluster.shared.value
    try await cluster.withDatabase { database in
        let first = try await PostgresStore.open(
            cluster.host(of: database),
            identifiers: testingIdentifiers
        )
        let second = try await PostgresStore.open(
            cluster.host(of: database),
            identifiers: testingIdentifiers
        )
        for host in [first, second] { try await host.join() }
        try await body(first, second, cluster, database)
        await first.close()
        await second.close()
    }
}

func event(_ id: String, to recipient: UserID = "ada") -> AcceptedEvent {
    AcceptedEvent(
        id: "event-\(id)",
        source: "core",
        externalID: id,
        type: "transfer.completed",
        payload: "{}",
        fingerprint: "{}",
        revision: "r1",
        acceptedAt: Instant(epochMilliseconds: 0),
        notifications: [
            PlannedNotification(
                id: "n-\(id)",
                recipient: recipient,
                priority: .normal,
                dueAt: Instant(epochMilliseconds: 0)
            )
        ]
    )
}
