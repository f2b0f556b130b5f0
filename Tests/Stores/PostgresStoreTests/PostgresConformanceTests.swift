import CarillonPipeline
import CarillonTesting
import Testing

@testable import PostgresStore

@Test(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"), arguments: StoreConformance.rules)
func `the PostgreSQL store does what every store must`(rule: StoreConformance.Rule) async throws {
    let cluster = try await Cluster.shared.value
    try await cluster.withDatabase { database in
        let store = try await PostgresStore.open(
            cluster.host(of: database),
            identifiers: testingIdentifiers,
            isRenewed: true
        )
        try await rule.check(store)
        await store.close()
    }
}
