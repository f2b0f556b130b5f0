import CarillonModel

/// The proxies whose word counts for where a request comes from.
///
/// Only `X-Forwarded-For` is read. A proxy that writes that one hands a `Forwarded` (RFC 7239) on as the client wrote it, and
/// the other way round, so that reading both would let every client choose its address.
public struct TrustedProxies: Sendable, Hashable {
    static let header = "x-forwarded-for"
    private var ranges: [AddressRange] = []

    public init() {}

    /// Adds an address or a range, such as `10.1.0.0/16`.
    ///
    /// - Returns: false where that is no range.
    public mutating func trust(_ text: String) -> Bool {
        guard let range = AddressRange(text) else { return false }
        ranges.append(range)
        return true
    }

    func contains(_ address: InternetAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The client: the connection's other end, or, where that is a trusted proxy, whom the header names.
    ///
    /// Each proxy adds at the right whom it had the request from. So the header is read from there, for as long as the one
    /// who wrote is trusted; what is further to the left may be the client's own invention.
    func client(of peer: InternetAddress, _ headers: [(name: String, value: String)]) -> InternetAddress {
        guard contains(peer) else { return peer }
        var client = peer
        let hops = headers.filter { $0.name == Self.header }.flatMap { $0.value.split(separator: ",") }
        for hop in hops.reversed() {
            guard let address = InternetAddress(hop: String(hop).trimmed) else { return client }
            client = address
            guard contains(address) else { return client }
        }
        return client
    }
}

extension InternetAddress {
    /// As proxies write it: an address, some with a port, `192.0.2.1:4711` or `[2001:db8::1]:4711`.
    fileprivate init?(hop: String) {
        let isBracketed = hop.hasPrefix("[")
        let isVersion4 = hop.utf8.count { $0 == UInt8(ascii: ":") } < 2
        let address =
            isBracketed
            ? String(hop.dropFirst().prefix { $0 != "]" }) : isVersion4 ? String(hop.prefix { $0 != ":" }) : hop
        self.init(address)
        self = unmapped
    }

    /// The IPv4 address that a socket for both kinds writes as an IPv6 one, `::ffff:192.0.2.1`.
    ///
    /// Source: RFC 4291, section 2.5.5.2.
    var unmapped: InternetAddress {
        guard !isVersion4, bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10..<12] == [0xFF, 0xFF] else { return self }
        return InternetAddress(bytes: Array(bytes[12...])) ?? self
    }
}
