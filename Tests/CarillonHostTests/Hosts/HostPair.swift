import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Two hosts on one store, and two tenants: one works for `shop`, and the other for `other`.
///
/// Their clock stands still, and neither does anything for the other by itself: a test has them renew, look and listen.
struct HostPair: Sendable {
    let store: InMemoryCluster
    let clock: ManualClock
    /// Works for `shop`.
    let holder: TestHost
    let other: TestHost

    static func start(
        expo: @escaping ScriptedEgress.Answer = TestHost.everythingTaken,
        lines: RecordedLines? = nil
    ) async throws -> HostPair {
        let clock = ManualClock()
        let store = InMemoryCluster(identifiers: SystemIdentifiers { clock.now }, clock: clock)
        let hosts = [
            await TestHost.start(expo: expo, sharing: (store, clock), lines: lines),
            await TestHost.start(expo: expo, sharing: (store, clock), lines: lines),
        ]
        for host in hosts { await host.renew() }
        for host in hosts { await host.lookAround() }
        try await waitUntil { hosts.contains { $0.worksForShop } }
        let holder = try #require(hosts.first { $0.worksForShop })
        let other = try #require(hosts.first { !$0.worksForShop })
        return HostPair(store: store, clock: clock, holder: holder, other: other)
    }

    /// The holder can't reach the store any more, and its time goes by; the other lives on.
    func cutHolder() async {
        holder.handle?.isCut = true
        clock.advance(by: HostLease.renewalInterval)
        await other.renew()
        clock.advance(by: HostLease.length - HostLease.renewalInterval)
    }

    /// The other host sees who lives, and takes over.
    func takeOver() async throws {
        await other.renew()
        await other.lookAround()
        try await waitUntil { other.worksForShop }
    }

    func stop() async {
        for host in [holder, other] {
            host.handle?.isCut = false
            await host.stop()
            await host.keeper?.leave()
        }
    }
}

extension TestHost {
    var shop: TenantRuntime? { directory.tenant("shop")?.runtime }
    var worksForShop: Bool { shop?.lanes.areHeld == true }
    /// The tenants that it works for.
    var work: [TenantID] { directory.runtimes.filter(\.lanes.areHeld).map(\.profile.id) }

    func renew() async { await keeper?.renew() }
    func lookAround() async { await keeper?.update() }

    /// Acts on hints as they come, for as long as `body` runs.
    func listening<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        let listening = Task { while !Task.isCancelled { await keeper?.receive() } }
        defer { listening.cancel() }
        return try await body()
    }

    /// The deliveries of an event, as the trace shows them.
    func deliveries(of event: String) async -> [JSONValue] {
        let trace = await send("GET", "/v1/shop/events/\(event)", bearer: Self.serviceKey)
        return trace.json["notifications"]?.array?.flatMap { $0["deliveries"]?.array ?? [] } ?? []
    }
}
