import CarillonModel
import CarillonPipeline
import Crypto

/// Which of several hosts is to work for a tenant: each host comes to the same answer by itself, from what the store says.
///
/// Hosts that can work for the same tenants have equally many of them, or one more. A tenant stays where it is unless that
/// makes it move, so a host that comes or goes moves the tenants that it gets or had, and no others.
enum LaneOwner {
    /// Who works for which tenant now.
    static func holders(in lanes: [LaneState]) -> [TenantID: HostNumber] {
        var holders: [TenantID: HostNumber] = [:]
        for state in lanes where state.lane == .home { holders[state.tenant] = state.holder }
        return holders
    }

    /// Who is to work for which tenant.
    ///
    /// A tenant that none of the hosts serves isn't in it.
    ///
    /// - Parameter holders: who works for a tenant now.
    static func owners(among hosts: [LiveHost], holders: [TenantID: HostNumber]) -> [TenantID: HostNumber] {
        let candidates = candidates(among: hosts)
        var stay = Shares(candidates)
        for (tenant, holder) in holders where stay.mayHave(tenant, holder) { stay.give(tenant, to: holder) }
        var goal = stay
        goal.giveFree()
        goal.even()
        // What moves is given anew, as it will be by those who find it free: the same way, whatever moved already.
        for (tenant, owner) in stay.owners where goal.owners[tenant] != owner { stay.take(tenant) }
        let kept = Set(stay.owners.keys)
        stay.giveFree()
        stay.even(keeping: kept)
        return stay.owners
    }

    /// Those that can do the work: with the profile that was loaded last, and all of its channels where any has them.
    private static func candidates(among hosts: [LiveHost]) -> [TenantID: [HostNumber]] {
        var serving: [TenantID: [(host: HostNumber, served: ServedRevision)]] = [:]
        for host in hosts where host.facts.takesLanes {
            for (tenant, served) in host.facts.tenants { serving[tenant, default: []].append((host.number, served)) }
        }
        return serving.mapValues { serving in
            let latest = serving.map(\.served).max { ($0.since, $0.revision) < ($1.since, $1.revision) }
            let current = serving.filter { $0.served.revision == latest?.revision }
            let complete = current.filter(\.served.isComplete)
            return (complete.isEmpty ? current : complete).map(\.host).sorted()
        }
    }
}

/// Tenants, as they are shared among hosts.
private struct Shares {
    private let candidates: [TenantID: [HostNumber]]
    private let hosts: Set<HostNumber>
    private(set) var owners: [TenantID: HostNumber] = [:]
    /// How many tenants each host has.
    private var loads: [HostNumber: Int] = [:]

    init(_ candidates: [TenantID: [HostNumber]]) {
        self.candidates = candidates
        hosts = Set(candidates.values.joined())
    }

    func mayHave(_ tenant: TenantID, _ host: HostNumber) -> Bool { candidates[tenant]?.contains(host) == true }

    mutating func give(_ tenant: TenantID, to host: HostNumber) {
        owners[tenant] = host
        loads[host, default: 0] += 1
    }

    mutating func take(_ tenant: TenantID) {
        guard let owner = owners.removeValue(forKey: tenant) else { return }
        loads[owner, default: 1] -= 1
    }

    private func load(of host: HostNumber) -> Int { loads[host, default: 0] }

    /// Who has the fewest; of several the one that the tenant and it are drawn for.
    private func idlest(for tenant: TenantID) -> HostNumber? {
        let hosts = candidates[tenant] ?? []
        guard let least = hosts.map(load).min() else { return nil }
        let idlest = hosts.filter { load(of: $0) == least }
        return idlest.count == 1 ? idlest[0] : idlest.max { Rank($0, tenant) < Rank($1, tenant) }
    }

    /// Gives those that nobody has to whoever has the fewest.
    mutating func giveFree() {
        for tenant in candidates.keys.filter({ owners[$0] == nil }).sorted() {
            if let host = idlest(for: tenant) { give(tenant, to: host) }
        }
    }

    /// Moves tenants, one after the other, from a host that has the most to one that has at least two fewer.
    ///
    /// - Parameter kept: those that stay where they are.
    mutating func even(keeping kept: Set<TenantID> = []) {
        // As they nearly always are: nothing is drawn then.
        let loads = hosts.map(load)
        guard let most = loads.max(), let least = loads.min(), most - least > 1 else { return }
        var movable: [HostNumber: [Rank]] = [:]
        for (tenant, host) in owners where !kept.contains(tenant) {
            movable[host, default: []].append(Rank(host, tenant))
        }
        for host in movable.keys { movable[host]?.sort() }
        while let (index, rank, other) = nextMove(among: movable) {
            movable[rank.host]?.remove(at: index)
            take(rank.tenant)
            give(rank.tenant, to: other)
            let moved = Rank(other, rank.tenant)
            let place = movable[other]?.firstIndex { $0 > moved } ?? movable[other]?.endIndex ?? 0
            movable[other, default: []].insert(moved, at: place)
        }
    }

    /// Of the hosts with the most, the tenant that belongs to it least and that another can have, and that other.
    ///
    /// - Parameter movable: the tenants of each host that may move, those that belong to it least first.
    private func nextMove(among movable: [HostNumber: [Rank]]) -> (index: Int, rank: Rank, other: HostNumber)? {
        guard let least = hosts.map(load).min() else { return nil }
        let loaded = movable.keys.filter { load(of: $0) - least > 1 }
        for host in loaded.sorted(by: { (load(of: $0), $1) > (load(of: $1), $0) }) {
            for (index, rank) in (movable[host] ?? []).enumerated() {
                guard let other = idlest(for: rank.tenant), load(of: host) - load(of: other) > 1 else { continue }
                return (index, rank, other)
            }
        }
        return nil
    }

    /// How much a tenant belongs to a host: drawn by a hash, so that equal hosts get different tenants.
    ///
    /// Source: Thaler and Ravishankar, “A Name-Based Mapping Scheme for Rendezvous”, 1996.
    private struct Rank: Comparable {
        var hash: UInt64
        /// Should two hashes be equal.
        var host: HostNumber
        var tenant: TenantID

        init(_ host: HostNumber, _ tenant: TenantID) {
            self.host = host
            self.tenant = tenant
            let digest = SHA256.hash(data: Array("\(host)/\(tenant)".utf8))
            hash = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }

        static func < (left: Self, right: Self) -> Bool {
            (left.hash, left.host, left.tenant) < (right.hash, right.host, right.tenant)
        }
    }
}
