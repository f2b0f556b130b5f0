import Testing

@testable import SQLiteStore

/// Published test vectors of FNV-1a.
@Test(arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)])
func `a hash of 64 bits is that of the reference`(text: String, hash: UInt64) {
    #expect(FowlerNollVo.hash64(text) == Int64(bitPattern: hash))
}
