import CarillonPipeline
import CarillonTesting
import Foundation
import PostgresTesting
import StoredRows
import Testing

@testable import PostgresStore

/// Every fifth, because each has a database made; `make clustertest` asks for all.
private let someRules =
    ProcessInfo.processInfo.environment["CARILLON_POOLER"] == "all"
    ? StoreConformance.rules
    : StoreConformance.rules.enumerated().filter { $0.offset.isMultiple(of: 5) }.map(\.element)

/// Through a pooler in transaction mode that doesn't know prepared statements, as PgBouncer before 1.21.
@Suite(.disabled(if: !Cluster.hasPooler, "no PgBouncer is installed"))
struct PoolerTests {
    @Test(arguments: someRules)
    func `the PostgreSQL store does the same through a pooler`(rule: StoreConformance.Rule) async throws {
        let cluster = try await Cluster.pooled.value
        try await cluster.withDatabase { database in
            let store = try await Self.open(cluster, database)
            try await rule.check(store)
            await store.close()
        }
    }

    @Test(arguments: SharedStoreConformance.rules)
    func `two hosts share a database through a pooler`(rule: SharedStoreConformance.Rule) async throws {
        let cluster = try await Cluster.pooled.value
        try await cluster.withDatabase { database in
            let stores = [try await Self.open(cluster, database), try await Self.open(cluster, database)]
            try await rule.check(stores[0], stores[1])
            for store in stores { await store.close() }
        }
    }

    /// Without `prepared=off` a statement that one client prepared is asked for where it isn't.
    @Test func `a pooler that needs it said is told of`() async throws {
        let cluster = try await Cluster.pooled.value
        try await cluster.withDatabase { database in
            let addresses = [
                try cluster.pooledHost(of: database, parameters: ""), try cluster.pooledHost(of: database),
            ]
            let clients = (0..<3).map { _ in Database(address: addresses[0]) }
            defer { for client in clients { client.close() } }
            for client in clients { try client.openWhereClosed() }
            var failure: StoreFailure?
            // Two sessions for three clients: one of them finds its name taken, or its statement gone.
            for round in 0..<20 where failure == nil {
                do {
                    _ = try clients[round % 3].value("SELECT $1::bigint", Int64(round)) as Int64?
                } catch {
                    failure = StoreFailure(error, at: "it")
                }
            }
            #expect(failure?.description.contains("?prepared=off") == true)
            let unprepared = Database(address: addresses[1])
            defer { unprepared.close() }
            try unprepared.openWhereClosed()
            for round in 0..<20 { #expect(try unprepared.value("SELECT $1::bigint", Int64(round)) == Int64(round)) }
        }
    }

    @Test(arguments: [
        ("postgres://ada@db/carillon", true), ("postgres://ada@db/carillon?prepared=on", true),
        ("postgres://ada@db/carillon?prepared=off", false),
        ("postgresql://ada@db/carillon?sslmode=require&prepared=off&port=6432", false),
    ])
    func `the address says whether statements are prepared`(url: String, isPrepared: Bool) throws {
        let address = try PostgresAddress(url: url)
        #expect(address.preparesStatements == isPrepared)
        #expect(address.description == "the database carillon on db")
    }

    @Test func `what is neither on nor off is refused`() {
        #expect(throws: StoreFailure.self) { try PostgresAddress(url: "postgres://ada@db/carillon?prepared=perhaps") }
    }

    private static func open(_ cluster: Cluster, _ database: String) async throws -> PostgresStore {
        try await PostgresStore.open(
            cluster.pooledHost(of: database),
            direct: cluster.host(of: database),
            identifiers: testingIdentifiers
        )
    }
}
