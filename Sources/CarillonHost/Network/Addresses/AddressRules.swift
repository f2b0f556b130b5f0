/// Which addresses may be reached by requests whose URL came from outside: the public ones, and what the operator adds.
///
/// Source: the IANA special-purpose address registries (RFC 6890 and its updates).
public struct AddressRules: Sendable, Hashable {
    private var allowed: [AddressRange] = []

    public init() {}

    /// Adds a range in which private targets are fine, such as `10.1.0.0/16`.
    ///
    /// - Returns: false where that is no range.
    public mutating func allow(_ text: String) -> Bool {
        guard let range = AddressRange(text) else { return false }
        allowed.append(range)
        return true
    }

    func allows(_ address: InternetAddress) -> Bool {
        if allowed.contains(where: { $0.contains(address) }) { return true }
        if address.isVersion4 { return !Self.reserved4.contains { $0.contains(address) } }
        return Self.global6.contains(address) && !Self.reserved6.contains { $0.contains(address) }
    }

    private static let reserved4: [AddressRange] = [
        "0.0.0.0/8",  // this network
        "10.0.0.0/8",  // private
        "100.64.0.0/10",  // shared by carriers
        "127.0.0.0/8",  // loopback
        "168.63.129.16/32",  // the host beneath a virtual machine, in one cloud
        "169.254.0.0/16",  // link-local, with the clouds' metadata
        "172.16.0.0/12",  // private
        "192.0.0.0/24",  // protocol assignments
        "192.0.2.0/24",  // documentation
        "192.88.99.0/24",  // 6to4 relays
        "192.168.0.0/16",  // private
        "198.18.0.0/15",  // benchmarks
        "198.51.100.0/24",  // documentation
        "203.0.113.0/24",  // documentation
        "224.0.0.0/4",  // multicast
        "240.0.0.0/4",  // reserved, broadcast
    ]

    /// All that was ever given out.
    ///
    /// Outside lie loopback, link-local, unique local, multicast, and what wraps an IPv4 address: mapped (`::ffff:0:0/96`)
    /// and translated (`64:ff9b::/96`).
    private static let global6: AddressRange = "2000::/3"

    private static let reserved6: [AddressRange] = [
        "2001::/23",  // protocol assignments, with Teredo
        "2001:db8::/32",  // documentation
        "2002::/16",  // 6to4: wraps an IPv4 address
        "3fff::/20",  // documentation
    ]
}

/// An IP address: 4 or 16 bytes, most significant first.
struct InternetAddress: Sendable, Hashable {
    let bytes: [UInt8]

    init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    var isVersion4: Bool { bytes.count == 4 }
}

/// Addresses with the same beginning.
struct AddressRange: Sendable, Hashable, ExpressibleByStringLiteral {
    private let address: InternetAddress
    private let length: Int

    /// Reads `10.0.0.0/8` and `2001:db8::/32`; without a length, the one address.
    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = InternetAddress(String(parts[0])) else { return nil }
        let longest = address.bytes.count * 8
        guard let length = parts.count == 2 ? Int(parts[1]) : longest, (0...longest).contains(length) else {
            return nil
        }
        self.address = address
        self.length = length
    }

    /// - Precondition: it is a range.
    init(stringLiteral value: String) {
        guard let range = AddressRange(value) else { preconditionFailure("“\(value)” is no range of addresses") }
        self = range
    }

    func contains(_ other: InternetAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        let whole = length / 8
        guard other.bytes[..<whole] == address.bytes[..<whole] else { return false }
        guard length % 8 > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> (length % 8))
        return other.bytes[whole] & mask == address.bytes[whole] & mask
    }
}
