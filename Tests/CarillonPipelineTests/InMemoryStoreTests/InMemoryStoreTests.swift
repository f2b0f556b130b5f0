import CarillonModel
import CarillonPipeline
import CarillonTesting
import Testing

@Test(arguments: StoreConformance.rules)
func `the store in memory does what every store must`(rule: StoreConformance.Rule) async throws {
    let identifiers = SystemIdentifiers { Instant(epochMilliseconds: 1_772_020_800_000) }
    try await rule.check(InMemoryStore(identifiers: identifiers))
}

@Test(arguments: StoreConformance.rules)
func `a store in memory that hosts share does what every store must`(rule: StoreConformance.Rule) async throws {
    let clock = ManualClock()
    let cluster = InMemoryCluster(identifiers: SystemIdentifiers { clock.now }, clock: clock)
    try await rule.check(cluster.handle())
}

@Test(arguments: SharedStoreConformance.rules)
func `a store in memory does for two hosts what every shared store must`(
    rule: SharedStoreConformance.Rule
) async throws {
    let clock = ManualClock()
    let cluster = InMemoryCluster(identifiers: SystemIdentifiers { clock.now }, clock: clock)
    try await rule.check(cluster.handle(), cluster.handle())
}
