/// A fingerprint of a tenant's files: equal files, equal revision, on every machine and in every run.
///
/// It tells versions apart and is no protection against forgery.
public struct ProfileRevision: Hashable, Sendable, CustomStringConvertible {
    private let hash: UInt128

    /// - Parameter files: path inside the tenant's folder and content, in any order.
    public init(hashing files: [(path: String, content: [UInt8])]) {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for file in files.sorted(by: { $0.path < $1.path }) {
            for part in [Array(file.path.utf8), file.content] {
                for byte in String(part.count).utf8 { Self.mix(byte, into: &hash) }
                Self.mix(0xFF, into: &hash)
                for byte in part { Self.mix(byte, into: &hash) }
            }
        }
        self.hash = hash
    }

    /// Source: FNV-1a with 128 bits, Internet-Draft draft-eastlake-fnv, section 5.
    private static func mix(_ byte: UInt8, into hash: inout UInt128) {
        hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }

    /// 32 hexadecimal digits.
    public var description: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
