import CarillonModel
import CarillonPipeline
import Foundation
import GRDB
import StoredRows
import Testing

@testable import SQLiteStore

@Suite struct WriteBackTests {
    @Test func `a log that is long is brought in while writing goes on, and begins anew`() async throws {
        try await withFolder { folder in
            let (database, path) = try open(folder)
            let first = try await write(1, to: database, log: path)
            var written = 1
            // The writer never rests, so the log never ends by itself.
            while try await write(written + 1, to: database, log: path) < first + 3 {
                written += 1
                try #require(written < 20_000, "the log only grows")
            }
            #expect(try await count(database) == written + 1)
            await database.close()
        }
    }

    @Test func `a log that a reader still needs is brought in after it has ended`() async throws {
        try await withFolder { folder in
            let (database, path) = try open(folder)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let reader = try DatabaseQueue(path: String(path.dropLast(4)), configuration: configuration)
            let first = try await write(1, to: database, log: path)
            try await reader.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN; SELECT count(*) FROM user")
            }
            var last = first
            for number in 2...1500 { last = try await write(number, to: database, log: path) }
            // Once where all had been brought in just before the reader came.
            #expect(last <= first + 1)
            try await reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            var written = 1500
            while try await write(written + 1, to: database, log: path) == last {
                written += 1
                try #require(written < 20_000, "the log only grows")
            }
            #expect(try await count(database) == written + 1)
            try reader.close()
            await database.close()
        }
    }

    @Test func `closing while a log is brought in leaves the file alone, with everything in it`() async throws {
        try await withFolder { folder in
            let (database, path) = try open(folder)
            for number in 1...500 { _ = try await write(number, to: database, log: path) }
            await database.close()
            #expect(!FileManager.default.fileExists(atPath: path))
            let (again, _) = try open(folder)
            #expect(try await count(again) == 500)
            await again.close()
        }
    }

    private func open(_ folder: String) throws -> (TenantDatabase, log: String) {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var options = TenantDatabase.Options(identifiers: testingIdentifiers)
        options.longLog = 100
        return (try TenantDatabase(path: "\(folder)/wallet.sqlite", options: options), "\(folder)/wallet.sqlite-wal")
    }

    /// How often the log began anew: the checkpoint sequence number of its header (https://www.sqlite.org/fileformat2.html).
    private func write(_ number: Int, to database: TenantDatabase, log: String) async throws -> Int {
        try await database.write { try $0.run("INSERT INTO user (id) VALUES (?)", "user-\(number)") }
        let file = try #require(FileHandle(forReadingAtPath: log))
        defer { try? file.close() }
        let header = try #require(try file.read(upToCount: 16))
        return header.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    private func count(_ database: TenantDatabase) async throws -> Int? {
        try await database.read { try $0.number("SELECT count(*) FROM user").map(Int.init) }
    }
}
