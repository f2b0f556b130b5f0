/// Whose requests are counted together where nobody says who they are.
enum ClientNetwork {
    /// The address; of IPv6 the network of 64 bits, which is what one customer has at least.
    static func name(of address: String?) -> String {
        guard let address, let parsed = InternetAddress(address), !parsed.isVersion4 else { return address ?? "" }
        // An IPv4 client of a socket for both.
        if parsed.bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            return InternetAddress(bytes: Array(parsed.bytes.suffix(4)))?.description ?? address
        }
        return InternetAddress(bytes: Array(parsed.bytes.prefix(8)) + Array(repeating: 0, count: 8))?.description
            ?? address
    }
}
