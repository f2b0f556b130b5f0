/// FNV-1a: a hash that is the same in every process, unlike Swift's own.
///
/// Not for secrets: who wants two texts with one hash finds them. Source: G. Fowler, L. C. Noll, K.-P. Vo,
/// “The FNV Non-Cryptographic Hash Algorithm”.
enum FowlerNollVo {
    static func hash64(_ text: String) -> Int64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
