import CarillonModel
import Testing

/// Published test vectors of FNV-1a.
@Test(arguments: [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)])
func `a hash of 64 bits is that of the reference`(text: String, hash: UInt64) {
    #expect(FowlerNollVo.hash64(text.utf8) == hash)
}

@Test(arguments: [
    ("", 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D), ("a", 0xD228_CB69_6F1A_8CAF_7891_2B70_4E4A_8964),
])
func `a hash of 128 bits is that of the reference`(text: String, hash: UInt128) {
    #expect(text.utf8.reduce(FowlerNollVo.basis128) { FowlerNollVo.mixed($0, $1) } == hash)
}
