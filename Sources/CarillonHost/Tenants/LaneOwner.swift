import CarillonModel
import CarillonPipeline
import Crypto

/// Which of several hosts is to work for a tenant: each host comes to the same answer by itself.
///
/// By rendezvous hashing: a host that comes or goes moves the tenants that it gets or had, and no others.
///
/// Source: Thaler and Ravishankar, “A Name-Based Mapping Scheme for Rendezvous”, 1996.
enum LaneOwner {
    /// - Returns: nil where none of them serves the tenant.
    static func host(of tenant: TenantID, among hosts: [LiveHost]) -> HostNumber? {
        candidates(for: tenant, among: hosts).max { rank($0, tenant) < rank($1, tenant) }
    }

    /// Those that can do the work: with the profile that was loaded last, and all of its channels where any has them.
    private static func candidates(for tenant: TenantID, among hosts: [LiveHost]) -> [HostNumber] {
        let serving = hosts.filter(\.facts.takesLanes).compactMap { host in
            host.facts.tenants[tenant].map { (host.number, $0) }
        }
        let latest = serving.map(\.1).max { ($0.since, $0.revision) < ($1.since, $1.revision) }
        let current = serving.filter { $0.1.revision == latest?.revision }
        let complete = current.filter(\.1.isComplete)
        return (complete.isEmpty ? current : complete).map(\.0)
    }

    private static func rank(_ host: HostNumber, _ tenant: TenantID) -> Rank {
        let digest = SHA256.hash(data: Array("\(host)/\(tenant)".utf8))
        return Rank(hash: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }, host: host)
    }

    private struct Rank: Comparable {
        var hash: UInt64
        /// Should two hashes be equal.
        var host: HostNumber

        static func < (left: Self, right: Self) -> Bool { (left.hash, left.host) < (right.hash, right.host) }
    }
}
