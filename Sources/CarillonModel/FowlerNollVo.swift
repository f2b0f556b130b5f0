/// FNV-1a: a hash that is the same in every process, unlike Swift's own.
///
/// Not for secrets: two texts with one hash are easy to find. Source: Internet-Draft draft-eastlake-fnv, section 5.
public enum FowlerNollVo {
    /// The hashes of no bytes.
    public static let basis64: UInt64 = 0xCBF2_9CE4_8422_2325
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    public static var basis128: UInt128 { 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D }

    @inlinable
    public static func hash64(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(basis64) { mixed($0, $1) }
    }

    /// The hash of one byte more.
    @inlinable
    public static func mixed(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    @inlinable
    public static func mixed(_ hash: UInt128, _ byte: UInt8) -> UInt128 {
        (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
    }
}
