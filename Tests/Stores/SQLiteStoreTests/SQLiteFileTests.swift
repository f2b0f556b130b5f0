import CarillonModel
import CarillonPipeline
import CarillonTesting
import Foundation
import GRDB
import StoredRows
import Testing

@testable import SQLiteStore

@Test func `what was accepted is there when the folder is opened again`() async throws {
    try await withFolder { folder in
        let first = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        _ = try await first.tenant("wallet").accept(event("1"))
        await first.close()
        let second = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        let tenant = try await second.tenant("wallet")
        #expect(try await tenant.due(at: Instant(epochMilliseconds: 0), limit: 10).map(\.id) == ["n-1"])
        #expect(try await tenant.accept(event("1")) == .duplicate(event: "event-1", notifications: ["n-1"]))
        await second.close()
    }
}

@Test func `a reader's changes go on where they were when the folder is opened again`() async throws {
    try await withFolder { folder in
        let first = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        var tenant = try await first.tenant("wallet")
        let start = try await tenant.follow("ada").position
        for number in 1...2 {
            _ = try await tenant.accept(event("\(number)"))
            try await tenant.putInFeed(
                [FeedEntry("n-\(number)", FeedContent(locale: "en", texts: JSONObject()))],
                at: .epoch
            )
        }
        let seen = try await tenant.changes(of: "ada", after: start, limit: 1)?.position
        await first.close()
        let second = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        tenant = try await second.tenant("wallet")
        _ = try await tenant.mark(["n-1"], of: "ada", read: true, at: .epoch)
        let rest = try await tenant.changes(of: "ada", after: try #require(seen), limit: 9)
        let kinds = rest?.changes.map { change in
            switch change.kind {
            case .shown(let item): item.id
            case .marked(let ids, _): "marked \(ids)"
            }
        }
        #expect(kinds == ["n-2", "marked [\"n-1\"]"])
        await second.close()
    }
}

extension Instant {
    fileprivate static let epoch = Instant(epochMilliseconds: 0)
}

/// As after `kill -9`: the files are copied while the store still has them open.
@Test func `what was accepted is on disk before the answer, not only at the end`() async throws {
    try await withFolder { folder in
        let store = try SQLiteStore(folder: "\(folder)/live", identifiers: testingIdentifiers)
        let tenant = try await store.tenant("wallet")
        for number in 0..<20 { _ = try await tenant.accept(event("\(number)")) }
        try FileManager.default.copyItem(atPath: "\(folder)/live", toPath: "\(folder)/copy")
        let copy = try SQLiteStore(folder: "\(folder)/copy", identifiers: testingIdentifiers)
        let due = try await copy.tenant("wallet").due(at: Instant(epochMilliseconds: 0), limit: 100)
        #expect(due.count == 20)
        await copy.close()
        await store.close()
    }
}

@Test func `after a clean end the tenant is one file, and the log is gone`() async throws {
    try await withFolder { folder in
        let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        let tenant = try await store.tenant("wallet")
        _ = try await tenant.accept(event("1"))
        // Readers are open as well, which may not write the log back.
        _ = try await tenant.due(at: Instant(epochMilliseconds: 0), limit: 1)
        await store.close()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["carillon.lock", "wallet.sqlite"]
        )
    }
}

@Test func `commits reach the disk: write-ahead log and synchronous FULL`() async throws {
    try await withFolder { folder in
        let database = try openDatabase(folder)
        let (journal, synchronous, foreignKeys) = try await database.write { database in
            (
                try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                try Int.fetchOne(database, sql: "PRAGMA synchronous"),
                try Bool.fetchOne(database, sql: "PRAGMA foreign_keys")
            )
        }
        #expect(journal == "wal")
        #expect(synchronous == 2)
        #expect(foreignKeys == true)
        await database.close()
    }
}

@Test func `a second store on the same folder is told who holds it and what to do`() async throws {
    try await withFolder { folder in
        let first = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        let failure = #expect(throws: StoreFailure.self) {
            _ = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        }
        #expect(failure?.kind == .locked)
        #expect(failure?.description.contains(folder) == true)
        #expect(failure?.description.contains("process \(ProcessInfo.processInfo.processIdentifier)") == true)
        #expect(failure?.description.contains("--data") == true)
        await first.close()
        let second = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        await second.close()
    }
}

@Test func `a full disk fails what doesn't fit, says so, and loses nothing that was accepted`() async throws {
    try await withFolder { folder in
        var options = TenantDatabase.Options(identifiers: testingIdentifiers)
        options.pageLimit = 60
        let store = try SQLiteStore(folder: folder, options: options)
        let tenant = try await store.tenant("wallet")
        _ = try await tenant.accept(event("small"))
        let large = String(repeating: "x", count: 1 << 20)
        let failure = await #expect(throws: StoreFailure.self) {
            _ = try await tenant.accept(event("large", payload: large))
        }
        #expect(failure?.kind == .full)
        #expect(failure?.description.contains("\(folder)/wallet.sqlite") == true)
        #expect(failure?.description.contains("xxx") == false)
        #expect(try await tenant.accept(event("after")) == .accepted)
        #expect(try await tenant.trace(event: "event-large") == nil)
        #expect(try await tenant.trace(event: "event-small") != nil)
        await store.close()
    }
}

@Test func `a file that is no database is reported as damaged, by name, and left alone`() async throws {
    try await withFolder { folder in
        let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        let path = "\(folder)/wallet.sqlite"
        let noise = Data(repeating: 0x5A, count: 8192)
        try noise.write(to: URL(filePath: path))
        let failure = await #expect(throws: StoreFailure.self) { _ = try await store.tenant("wallet") }
        #expect(failure?.kind == .corrupted)
        #expect(failure?.description.contains(path) == true)
        #expect(failure?.description.contains("backup") == true)
        #expect(try Data(contentsOf: URL(filePath: path)) == noise)
        _ = try await store.tenant("escrow")
        await store.close()
    }
}

@Test func `a file without content isn't taken for a new tenant`() async throws {
    try await withFolder { folder in
        let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        let path = "\(folder)/wallet.sqlite"
        try Data().write(to: URL(filePath: path))
        let failure = await #expect(throws: StoreFailure.self) { _ = try await store.tenant("wallet") }
        #expect(failure?.kind == .corrupted)
        #expect(failure?.description.contains("\(path) is empty") == true)
        #expect(try Data(contentsOf: URL(filePath: path)).isEmpty)
        try FileManager.default.removeItem(atPath: path)
        _ = try await store.tenant("wallet")
        await store.close()
    }
}

@Test func `a copy that can't be written names its own place, and leaves nothing there`() async throws {
    try await withFolder { folder in
        let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        _ = try await store.tenant("wallet").accept(event("1"))
        let failure = await #expect(throws: StoreFailure.self) {
            try await store.copy("wallet", to: "/dev/full/wallet.sqlite")
        }
        #expect(failure?.description.contains("/dev/full/wallet.sqlite") == true)
        await store.close()
    }
}

@Test func `a restore that fails half way takes away what it restored`() async throws {
    try await withFolder { folder in
        let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        var copies: [TenantID: String] = [:]
        for tenant in ["escrow", "wallet"] as [TenantID] {
            _ = try await store.tenant(tenant).accept(event("1"))
            copies[tenant] = "\(folder)/\(tenant).copy"
            try await store.copy(tenant, to: "\(folder)/\(tenant).copy")
        }
        await store.close()
        let place = "\(folder)/restored"
        // Something is in the way of the second.
        try FileManager.default.createDirectory(
            atPath: "\(place)/wallet.sqlite.part",
            withIntermediateDirectories: true
        )
        let failure = #expect(throws: StoreFailure.self) { try SQLiteStore.restore(copies, into: place) }
        #expect(failure?.description.contains("taken away again") == true)
        #expect(!FileManager.default.fileExists(atPath: "\(place)/escrow.sqlite"))
        try FileManager.default.removeItem(atPath: "\(place)/wallet.sqlite.part")
        try SQLiteStore.restore(copies, into: place)
        #expect(FileManager.default.fileExists(atPath: "\(place)/escrow.sqlite"))
    }
}

@Test func `a damaged page is reported when it is met`() async throws {
    try await withFolder { folder in
        let path = "\(folder)/wallet.sqlite"
        let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        let tenant = try await store.tenant("wallet")
        for number in 0..<200 {
            _ = try await tenant.accept(event("\(number)", payload: String(repeating: "p", count: 200)))
        }
        await store.close()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        let size = try file.seekToEnd()
        // Every page but the first, which names the tables.
        for page in stride(from: UInt64(4096), to: size, by: 4096) {
            try file.seek(toOffset: page)
            try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
        }
        try file.close()
        let again = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        let failure = await #expect(throws: StoreFailure.self) {
            _ = try await again.tenant("wallet").due(at: Instant(epochMilliseconds: 0), limit: 10)
        }
        #expect(failure?.kind == .corrupted)
        #expect(failure?.description.contains(path) == true)
        // From then on nothing is written to it, were it to a sound page.
        let before = try Data(contentsOf: URL(filePath: path))
        let next = await #expect(throws: StoreFailure.self) {
            _ = try await again.tenant("wallet").accept(event("more"))
        }
        #expect(next == failure)
        await again.close()
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
}

@Test(arguments: [
    (ResultCode.SQLITE_FULL, StoreFailure.Kind.full), (.SQLITE_READONLY, .readOnly), (.SQLITE_CANTOPEN, .readOnly),
    (.SQLITE_CORRUPT, .corrupted), (.SQLITE_NOTADB, .corrupted), (.SQLITE_BUSY, .locked), (.SQLITE_IOERR, .unavailable),
])
func `SQLite's errors name the file and never the values`(code: ResultCode, kind: StoreFailure.Kind) {
    let error = DatabaseError(resultCode: code, message: "secret value", sql: "SELECT 'secret value'")
    let failure = StoreFailure(error, path: "/data/wallet.sqlite")
    #expect(failure.kind == kind)
    #expect(failure.description.contains("/data/wallet.sqlite"))
    #expect(!failure.description.contains("secret"))
}

@Test func `a folder that can't be made is reported with its name`() {
    let failure = #expect(throws: StoreFailure.self) {
        _ = try SQLiteStore(folder: "/dev/null/data", identifiers: testingIdentifiers)
    }
    #expect(failure?.description.contains("/dev/null/data") == true)
}

func openDatabase(_ folder: String) throws -> TenantDatabase {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try TenantDatabase(path: "\(folder)/wallet.sqlite", options: .init(identifiers: testingIdentifiers))
}
