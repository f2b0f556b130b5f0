import CarillonModel
import CarillonPipeline
import CarillonTesting
import SQLiteStore
import Testing

@Test(arguments: StoreConformance.rules)
func `the SQLite store does what every store must`(rule: StoreConformance.Rule) async throws {
    try await withFolder { folder in
        let store = try SQLiteStore(folder: folder, identifiers: testingIdentifiers)
        try await rule.check(store)
        await store.close()
    }
}
