import CarillonModel
import CarillonPluginKit

/// The host's ways to others: HTTP, and streams for what isn't HTTP.
///
/// A protocol, so that a test scripts what others answer, and all that stands on it is the host's own.
protocol HostNetwork: Sendable {
    /// The egress for a tenant's channel of this kind: it reaches what the descriptor allows, and nothing else.
    func egress(for descriptor: ChannelDescriptor, of tenant: TenantID) -> any Egress

    /// The egress for a tenant's requests to these origins, and nothing else.
    func limited(to origins: [String], for tenant: TenantID) -> any Egress

    /// The streams of a tenant.
    func streams(of tenant: TenantID) -> any ByteStreams

    /// Whether a URL from outside may be requested, as far as that shows without looking its name up.
    func mayReach(_ origin: WebOrigin) -> Bool

    /// This machine is one of so many hosts whose requests to an origin may be that many together.
    func share(among hosts: Int)

    /// Closes every connection.
    func close() async
}

/// The network over this machine's sockets.
struct SocketNetwork: HostNetwork {
    private let http: HTTPEgress
    private let byteStreams: NIOByteStreams

    /// - Parameters:
    ///   - certificateAuthorities: PEM text, trusted beside the system's.
    ///   - addresses: where requests go whose URL came from users or tenants.
    ///   - resolver: for HTTP and streams alike, so that a tenant's share of look-ups is its share of all of them.
    /// - Throws: what is wrong with the certificates.
    init(
        map: OriginMap,
        certificateAuthorities: String?,
        addresses: AddressRules = AddressRules(),
        resolver: NameResolver = NameResolver()
    ) throws {
        http = try HTTPEgress(
            map: map,
            certificateAuthorities: certificateAuthorities,
            addresses: addresses,
            resolver: resolver
        )
        byteStreams = try NIOByteStreams(map: map, certificateAuthorities: certificateAuthorities, resolver: resolver)
    }

    func egress(for descriptor: ChannelDescriptor, of tenant: TenantID) -> any Egress {
        http.egress(for: descriptor, of: tenant)
    }

    func limited(to origins: [String], for tenant: TenantID) -> any Egress { http.limited(to: origins, for: tenant) }

    func streams(of tenant: TenantID) -> any ByteStreams { byteStreams.streams(of: tenant) }

    func mayReach(_ origin: WebOrigin) -> Bool { http.mayReach(origin) }

    func share(among hosts: Int) { http.share(among: hosts) }

    func close() async { await http.close() }
}
