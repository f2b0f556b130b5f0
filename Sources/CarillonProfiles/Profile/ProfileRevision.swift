import CarillonModel

/// A fingerprint of a tenant's files: equal files have the same revision, on every machine and in every run.
///
/// It distinguishes versions, but is no protection against forgery.
public struct ProfileRevision: Hashable, Sendable, CustomStringConvertible {
    private let hash: UInt128

    /// - Parameter files: the path inside the tenant's folder, and the content, in any order.
    public init(hashing files: [(path: String, content: [UInt8])]) {
        var hash = FowlerNollVo.basis128
        for file in files.sorted(by: { $0.path < $1.path }) {
            for part in [Array(file.path.utf8), file.content] {
                for byte in String(part.count).utf8 { hash = FowlerNollVo.mixed(hash, byte) }
                hash = FowlerNollVo.mixed(hash, 0xFF)
                for byte in part { hash = FowlerNollVo.mixed(hash, byte) }
            }
        }
        self.hash = hash
    }

    /// 32 hexadecimal digits.
    public var description: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
