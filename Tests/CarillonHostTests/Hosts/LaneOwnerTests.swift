import CarillonModel
import CarillonPipeline
import Testing

@testable import CarillonHost

/// Who is to work for which tenant.
struct LaneOwnerTests {
    private typealias Owners = [TenantID: HostNumber]

    private static let tenants = (0..<100).map { TenantID(unchecked: "tenant-\($0)") }
    private static let first = ServedRevision("a", since: Instant(epochMilliseconds: 0))

    private static func host(
        _ number: Int64,
        takesLanes: Bool = true,
        serving: (TenantID) -> ServedRevision? = { _ in first }
    ) -> LiveHost {
        var facts = HostFacts(name: "", address: "", version: "", takesLanes: takesLanes)
        for tenant in tenants { facts.tenants[tenant] = serving(tenant) }
        let now = Instant(epochMilliseconds: 0)
        return LiveHost(number: HostNumber(rawValue: number), facts: facts, joinedAt: now, renewedAt: now)
    }

    /// How many tenants each of the hosts has, sorted.
    private static func shares(_ owners: Owners, among hosts: [LiveHost]) -> [Int] {
        hosts.map { host in owners.values.count { $0 == host.number } }.sorted()
    }

    @Test func `hosts share the tenants evenly, whatever order they are seen in`() {
        let hosts = (1...3).map { Self.host($0) }
        let owners = LaneOwner.owners(among: hosts, holders: [:])
        #expect(Self.shares(owners, among: hosts) == [33, 33, 34])
        #expect(LaneOwner.owners(among: hosts.reversed(), holders: [:]) == owners)
    }

    @Test func `a host that comes takes its share, and nothing else moves`() {
        let three = (1...3).map { Self.host($0) }
        let before = LaneOwner.owners(among: three, holders: [:])
        let four = three + [Self.host(4)]
        let after = LaneOwner.owners(among: four, holders: before)
        #expect(Self.shares(after, among: four) == [25, 25, 25, 25])
        for tenant in Self.tenants where after[tenant] != before[tenant] { #expect(after[tenant] == four[3].number) }
    }

    @Test func `what a host had that is gone is shared among the others, and nothing else moves`() {
        let three = (1...3).map { Self.host($0) }
        let before = LaneOwner.owners(among: three, holders: [:])
        let left = [three[0], three[2]]
        let after = LaneOwner.owners(among: left, holders: before)
        #expect(Self.shares(after, among: left) == [50, 50])
        for tenant in Self.tenants where before[tenant] != three[1].number { #expect(after[tenant] == before[tenant]) }
    }

    @Test func `whoever looks while tenants move comes to the same answer, and then nothing moves`() {
        let hosts = (1...3).map { Self.host($0) }
        let before = Owners(uniqueKeysWithValues: Self.tenants.map { ($0, hosts[0].number) })
        let after = LaneOwner.owners(among: hosts, holders: before)
        #expect(Self.shares(after, among: hosts) == [33, 33, 34])
        // Given back, not yet taken, one after the other and all at once.
        var between = before
        for tenant in Self.tenants where after[tenant] != before[tenant] {
            between[tenant] = nil
            #expect(LaneOwner.owners(among: hosts, holders: between) == after)
        }
        #expect(LaneOwner.owners(among: hosts, holders: after) == after)
    }

    @Test func `shares are as even as they can be where not all hosts serve all tenants`() {
        let few = Set(Self.tenants.prefix(10))
        let hosts = [Self.host(1) { few.contains($0) ? Self.first : nil }, Self.host(2), Self.host(3)]
        let before = Owners(uniqueKeysWithValues: Self.tenants.map { ($0, hosts[1].number) })
        let owners = LaneOwner.owners(among: hosts, holders: before)
        #expect(owners.filter { $0.value == hosts[0].number }.keys.sorted() == few.sorted())
        #expect(Self.shares(owners, among: hosts) == [10, 45, 45])
    }

    @Test func `only a host that takes lanes, and serves the tenant, has it`() {
        let answering = Self.host(1, takesLanes: false)
        let without = Self.host(2) { $0 == "tenant-1" ? nil : Self.first }
        let owners = LaneOwner.owners(among: [answering, without], holders: ["tenant-2": answering.number])
        #expect(owners["tenant-1"] == nil)
        #expect(owners["tenant-2"] == without.number)
    }

    @Test func `the profile that was loaded last counts, and then whether all channels can work`() {
        func served(_ revision: String, _ since: Int64, isComplete: Bool = true) -> LiveHost {
            Self.host(since) { _ in
                ServedRevision(revision, since: Instant(epochMilliseconds: since), isComplete: isComplete)
            }
        }
        let (old, new, incomplete) = (served("a", 1), served("b", 2), served("b", 3, isComplete: false))
        let holders = Owners(uniqueKeysWithValues: Self.tenants.map { ($0, old.number) })
        let owners = LaneOwner.owners(among: [old, new, incomplete], holders: holders)
        let fallback = LaneOwner.owners(among: [old, incomplete], holders: holders)
        for tenant in Self.tenants {
            #expect(owners[tenant] == new.number)
            #expect(fallback[tenant] == incomplete.number)
        }
    }

    @Test func `home says who works for a tenant`() {
        func state(_ lane: Lane, _ holder: Int64?) -> LaneState {
            let since = Instant(epochMilliseconds: 0)
            return LaneState(tenant: "a", lane: lane, holder: holder.map(HostNumber.init), epoch: 1, since: since)
        }
        #expect(LaneOwner.holders(in: [state(.home, 1), state(.channel("push"), 2)]) == ["a": HostNumber(rawValue: 1)])
        #expect(LaneOwner.holders(in: [state(.home, nil), state(.channel("push"), 2)]).isEmpty)
    }
}
