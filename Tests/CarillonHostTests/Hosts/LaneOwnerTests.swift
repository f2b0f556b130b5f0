import CarillonModel
import CarillonPipeline
import Testing

@testable import CarillonHost

/// Who is to work for which tenant.
struct LaneOwnerTests {
    private static let tenants = (0..<1000).map { TenantID(unchecked: "tenant-\($0)") }

    private static func host(
        _ number: Int64,
        takesLanes: Bool = true,
        serving: (TenantID) -> ServedRevision? = { _ in ServedRevision("a", since: Instant(epochMilliseconds: 0)) }
    ) -> LiveHost {
        var facts = HostFacts(name: "", address: "", version: "", takesLanes: takesLanes)
        for tenant in tenants { facts.tenants[tenant] = serving(tenant) }
        let now = Instant(epochMilliseconds: 0)
        return LiveHost(number: HostNumber(rawValue: number), facts: facts, joinedAt: now, renewedAt: now)
    }

    @Test func `hosts share the tenants about evenly, whatever order they are seen in`() {
        let hosts = (1...3).map { Self.host($0) }
        let owners = Self.tenants.map { LaneOwner.host(of: $0, among: hosts) }
        for host in hosts { #expect((260...410).contains(owners.count { $0 == host.number }), "host \(host.number)") }
        #expect(Self.tenants.map { LaneOwner.host(of: $0, among: hosts.reversed()) } == owners)
    }

    @Test func `a host that comes takes its share, and nothing else moves`() {
        let before = (1...3).map { Self.host($0) }
        let after = before + [Self.host(4)]
        for tenant in Self.tenants {
            let (was, now) = (LaneOwner.host(of: tenant, among: before), LaneOwner.host(of: tenant, among: after))
            #expect(now == was || now == HostNumber(rawValue: 4))
        }
    }

    @Test func `only a host that takes lanes, and serves the tenant, has it`() {
        let answering = Self.host(1, takesLanes: false)
        let without = Self.host(2) { $0 == "tenant-1" ? nil : ServedRevision("a", since: .init(epochMilliseconds: 0)) }
        #expect(LaneOwner.host(of: "tenant-1", among: [answering, without]) == nil)
        #expect(LaneOwner.host(of: "tenant-2", among: [answering, without]) == without.number)
    }

    @Test func `the profile that was loaded last counts, and then whether all channels can work`() {
        func served(_ revision: String, _ since: Int64, isComplete: Bool = true) -> LiveHost {
            Self.host(since) { _ in
                ServedRevision(revision, since: Instant(epochMilliseconds: since), isComplete: isComplete)
            }
        }
        let (old, new, incomplete) = (served("a", 1), served("b", 2), served("b", 3, isComplete: false))
        for tenant in Self.tenants.prefix(50) {
            #expect(LaneOwner.host(of: tenant, among: [old, new, incomplete]) == new.number)
            #expect(LaneOwner.host(of: tenant, among: [old, incomplete]) == incomplete.number)
        }
    }
}
