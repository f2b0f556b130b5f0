import CarillonModel
import CarillonPipeline
import CarillonTesting
import Foundation
import PostgresTesting
import SQLiteStore
import StoredRows
import Testing

@testable import PostgresStore

/// Tenants on their way from one kind of store to the other, and back.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
struct MovingTests {
    private static let moveAway = Withholding(id: "m1", .leaving, peer: "elsewhere")
    private static let moveHere = Withholding(id: "m1", .arriving, peer: "elsewhere")

    enum Kind: CaseIterable {
        case sqlite
        case postgreSQL
    }

    /// Runs `body` with a store of a kind that has the tenant globex, with one event in it.
    private func withStore(
        _ kind: Kind,
        _ body: (any MovableStore, _ folder: String) async throws -> Void
    ) async throws {
        try await withStores { sqlite, postgres, folder, _ in
            let store: any MovableStore = kind == .sqlite ? sqlite : postgres
            let tenant = try await store.tenant("globex")
            #expect(try await tenant.accept(event("1")) == .accepted)
            try await body(store, folder)
        }
    }

    private func withStores(
        _ body: (_ sqlite: SQLiteStore, _ postgres: PostgresStore, _ folder: String, _ database: String) async throws ->
            Void
    ) async throws {
        let cluster = try await Cluster.shared.value
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await cluster.withDatabase { database in
            let postgres = try await PostgresStore.open(cluster.host(of: database), identifiers: testingIdentifiers)
            try await postgres.join()
            let sqlite = try SQLiteStore(folder: "\(folder)/data", identifiers: testingIdentifiers)
            try await body(sqlite, postgres, folder, database)
            await sqlite.close()
            await postgres.close()
        }
    }

    @Test func `rows of every kind come from a file to the database and back as they were`() async throws {
        try await withStores { sqlite, postgres, folder, _ in
            _ = try await sqlite.tenant("globex")
            try await sqlite.vacate("globex")
            let file = "\(folder)/data/globex.sqlite"
            try MovedRows.fill(file)
            let before = try MovedRows.content(of: file)
            #expect(Set(before.keys) == Set(CopiedTable.all.map(\.name)))
            // Whose rows have smaller and larger numbers than those that come.
            for id in ["a", "b"] { _ = try await postgres.tenant("initech").accept(event(id)) }
            let counts = try await postgres.receive(file, as: "globex", in: nil)
            #expect(counts == before.mapValues(\.count))
            _ = try await postgres.tenant("initech").accept(event("c"))
            try await postgres.copy("globex", to: "\(folder)/back.sqlite")
            #expect(try MovedRows.content(of: "\(folder)/back.sqlite") == before)
            // And once more, with PostgreSQL's numbers.
            _ = try await postgres.drop("globex")
            #expect(try await postgres.receive("\(folder)/back.sqlite", as: "globex", in: nil) == counts)
            try await postgres.copy("globex", to: "\(folder)/again.sqlite")
            #expect(try MovedRows.content(of: "\(folder)/again.sqlite") == before)
            let other = try await postgres.tenant("initech")
            #expect(try await other.listEvents(ListingPage(limit: 9)).count == 3)
        }
    }

    @Test func `what works on a tenant goes on with what came`() async throws {
        try await withStores { sqlite, postgres, folder, _ in
            let origin = try await sqlite.tenant("globex")
            _ = try await origin.accept(event("1"))
            let journal = try await origin.key(FeedJournal.keyName, orNew: [1])
            let inbox = try await origin.key("inbox", orNew: [2])
            try await sqlite.vacate("globex")
            _ = try await postgres.receive("\(folder)/data/globex.sqlite", as: "globex", in: nil)
            let tenant = try await postgres.tenant("globex")
            #expect(try await tenant.key(FeedJournal.keyName, orNew: [3]) != journal)
            #expect(try await tenant.key("inbox", orNew: [4]) == inbox)
            #expect(try await tenant.take([.home], at: .epoch).count == 1)
            let due = try await tenant.due(at: .epoch, limit: 9)
            #expect(due.map(\.id) == ["n-1"])
            #expect(try await tenant.accept(event("2")) == .accepted)
        }
    }

    @Test func `a repeated event is answered as one wherever the first has come to lie`() async throws {
        try await withStores { sqlite, postgres, folder, _ in
            let first = try await sqlite.tenant("globex").accept(event("1"))
            #expect(first == .accepted)
            try await sqlite.vacate("globex")
            _ = try await postgres.receive("\(folder)/data/globex.sqlite", as: "globex", in: nil)
            let there = try await postgres.tenant("globex")
            #expect(try await there.accept(event("2")) == .accepted)
            try await postgres.copy("globex", to: "\(folder)/copy.sqlite")
            _ = try await sqlite.drop("globex")
            _ = try await sqlite.receive("\(folder)/copy.sqlite", as: "globex", in: nil)
            for tenant in [there, try await sqlite.tenant("globex")] {
                for id in ["1", "2"] {
                    var again = event(id)
                    again.id = "another"
                    #expect(
                        try await tenant.accept(again) == .duplicate(event: "event-\(id)", notifications: ["n-\(id)"])
                    )
                    again.fingerprint = "something else"
                    #expect(try await tenant.accept(again) == .conflict(event: "event-\(id)"))
                }
            }
        }
    }

    @Test func `events from before the stores had one hash are known by their own, also where they came to`()
        async throws
    {
        let cluster = try await Cluster.shared.value
        try await withStores { sqlite, postgres, folder, database in
            let tenant = try await postgres.tenant("globex")
            _ = try await tenant.accept(event("1"))
            try cluster.sql(
                "UPDATE carillon.event SET content_hash = NULL, fingerprint = carillon.key_of('{}')",
                in: database
            )
            try await postgres.copy("globex", to: "\(folder)/copy.sqlite")
            _ = try await sqlite.receive("\(folder)/copy.sqlite", as: "globex", in: nil)
            try await sqlite.vacate("globex")
            _ = try await postgres.receive("\(folder)/data/globex.sqlite", as: "initech", in: nil)
            for known in [tenant, try await sqlite.tenant("globex"), try await postgres.tenant("initech")] {
                var again = event("1")
                #expect(try await known.accept(again) == .duplicate(event: "event-1", notifications: ["n-1"]))
                again.fingerprint = "something else"
                #expect(try await known.accept(again) == .conflict(event: "event-1"))
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `a tenant that is withheld is neither opened nor changed, also by whoever has it open`(
        kind: Kind
    ) async throws {
        try await withStore(kind) { store, _ in
            let open = try await store.tenant("globex")
            try await store.withhold("globex", for: Self.moveAway)
            try await store.withhold("globex", for: Self.moveAway)
            #expect(try await store.withheld() == ["globex": Self.moveAway])
            #expect(try await store.withholding(of: "globex") == Self.moveAway)
            // A file's own process lets go of it first.
            if kind == .sqlite { try await store.vacate("globex") }
            await #expect(throws: StoreFailure.self) { try await open.accept(event("2")) }
            try await store.vacate("globex")
            await #expect(throws: StoreFailure.self) { try await open.accept(event("2")) }
            let failure = await #expect(throws: StoreFailure.self) { _ = try await store.tenant("globex") }
            #expect(failure?.kind == .withheld)
            let other = Withholding(id: "m2", .leaving, peer: "elsewhere")
            await #expect(throws: StoreFailure.self) { try await store.withhold("globex", for: other) }
            try await store.readmit("globex")
            try await store.readmit("globex")
            #expect(try await store.withheld() == [:])
            #expect(try await store.tenant("globex").accept(event("2")) == .accepted)
            await #expect(throws: StoreFailure.self) { try await store.withhold("hooli", for: Self.moveAway) }
        }
    }

    @Test func `what a host has in flight is settled though its tenant is withheld, and its lanes are given back`()
        async throws
    {
        try await withStores { _, postgres, _, _ in
            let tenant = try await postgres.tenant("globex")
            _ = try await tenant.accept(event("1"))
            let leases = try await tenant.take([.home, .channel("push")], at: .epoch)
            #expect(leases.count == 2)
            try await postgres.withhold("globex", for: Self.moveAway)
            try await tenant.settle([])
            await #expect(throws: StoreFailure.self) { try await tenant.take([.home], at: .epoch) }
            try await tenant.releaseLanes(leases, at: .epoch)
            let lanes = try await #require(postgres.membership).lanes()
            #expect(lanes.map(\.holder) == [nil, nil])
            try await postgres.vacate("globex")
        }
    }

    @Test(arguments: Kind.allCases)
    func `nothing is taken into what isn't empty, and what came by a move says so`(kind: Kind) async throws {
        try await withStore(kind) { store, folder in
            try await store.copy("globex", to: "\(folder)/copy.sqlite")
            await #expect(throws: StoreFailure.self) {
                try await store.receive("\(folder)/copy.sqlite", as: "globex", in: nil)
            }
            #expect(try await store.arrival(of: "globex") == nil)
            #expect(try await store.arrival(of: "initech") == nil)
            // What a host makes by itself is no hindrance.
            _ = try await store.tenant("initech").key("inbox", orNew: [1])
            try await store.withhold("initech", for: Self.moveHere)
            await #expect(throws: StoreFailure.self) {
                try await store.receive(
                    "\(folder)/copy.sqlite",
                    as: "initech",
                    in: Withholding(id: "m9", .arriving, peer: "x")
                )
            }
            let counts = try await store.receive("\(folder)/copy.sqlite", as: "initech", in: Self.moveHere)
            #expect(counts["event"] == 1 && counts["user"] == 1)
            #expect(try await store.arrival(of: "initech") == "m1")
            await #expect(throws: StoreFailure.self) {
                try await store.receive("\(folder)/copy.sqlite", as: "initech", in: Self.moveHere)
            }
            try await store.readmit("initech")
            #expect(
                try await store.tenant("initech").accept(event("1"))
                    == .duplicate(event: "event-1", notifications: ["n-1"])
            )
        }
    }

    @Test(arguments: Kind.allCases)
    func `what is no tenant's file, or is there already, is neither read nor written`(kind: Kind) async throws {
        try await withStore(kind) { store, folder in
            try Data("nothing".utf8).write(to: URL(filePath: "\(folder)/odd.sqlite"))
            await #expect(throws: StoreFailure.self) {
                try await store.receive("\(folder)/odd.sqlite", as: "initech", in: nil)
            }
            await #expect(throws: StoreFailure.self) { try await store.copy("globex", to: "\(folder)/odd.sqlite") }
            #expect(try Data(contentsOf: URL(filePath: "\(folder)/odd.sqlite")) == Data("nothing".utf8))
            await #expect(throws: StoreFailure.self) { try await store.copy("hooli", to: "\(folder)/new.sqlite") }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/new.sqlite"))
        }
    }
}

extension Instant {
    fileprivate static let epoch = Instant(epochMilliseconds: 0)
}
