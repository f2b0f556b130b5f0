import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

struct RetentionTests {
    @Test(.onEmbeddedStore) func `what was kept long enough goes, page by page, and what waits or is younger stays`()
        async throws
    {
        let host = await TestHost.start(withWorkers: false) { $0.policies.retention = .seconds(86400) }
        let tenant = try #require(host.directory.tenant("shop"))
        let count = RetentionSweep.pageSize + 3
        for number in 0..<count { await post(host, "old-\(number)") }
        try await settleAll(tenant.runtime.store, at: host.clock.now)
        await post(host, "waiting")
        host.clock.advance(by: .seconds(86400 + 1))
        await post(host, "young")
        let rests = Mutex(0)
        let sweep = RetentionSweep(tenant: tenant.runtime) { rest in
            #expect(rest == RetentionSweep.rest)
            rests.withLock { $0 += 1 }
        }
        #expect(try await sweep.sweep() == count)
        #expect(rests.withLock { $0 } == 1)
        let left = try await tenant.runtime.store.listEvents(ListingPage(limit: 10)).map(\.externalID)
        #expect(left == ["young", "waiting"])
        let page = try await host.metricsPage()
        #expect(page.value("carillon_events_swept_total", ["tenant": "shop"]) == Double(count))
    }

    @Test func `a tenant without a time of retention keeps everything`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let tenant = try #require(host.directory.tenant("shop"))
        await post(host, "old")
        try await settleAll(tenant.runtime.store, at: host.clock.now)
        host.clock.advance(by: .seconds(86400 * 3650))
        let sweep = RetentionSweep(tenant: tenant.runtime) { _ in }
        #expect(try await sweep.sweep() == 0)
    }

    private func post(_ host: TestHost, _ id: String) async {
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event(id))
    }

    /// Routes all that is due to nowhere.
    private func settleAll(_ store: any TenantStore, at now: Instant) async throws {
        let due = try await store.due(at: now, limit: 1000)
        _ = try await store.route(due.map { RoutedNotification(row: $0.row, decisions: [], deliveries: []) }, at: now)
    }
}
