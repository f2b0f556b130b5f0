import CarillonPipeline
import CarillonTesting
import PostgresTesting
import Testing

@testable import PostgresStore

@Test(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"), arguments: StoreConformance.rules)
func `the PostgreSQL store does what every store must`(rule: StoreConformance.Rule) async throws {
    let cluster = try await Cluster.shared.value
    try await cluster.withDatabase { database in
        let store = try await PostgresStore.open(
            cluster.host(of: database),
            identifiers: testingIdentifiers
        )
        try await rule.check(store)
        await store.close()
    }
}

@Test(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"), arguments: SharedStoreConformance.rules)
func `the PostgreSQL store does for two hosts what every shared store must`(
    rule: SharedStoreConformance.Rule
) async throws {
    let cluster = try await Cluster.shared.value
    try await cluster.withDatabase { database in
        let stores = [
            try await PostgresStore.open(cluster.host(of: database), identifiers: testingIdentifiers),
            try await PostgresStore.open(cluster.host(of: database), identifiers: testingIdentifiers),
        ]
        try await rule.check(stores[0], stores[1])
        for store in stores { await store.close() }
    }
}
