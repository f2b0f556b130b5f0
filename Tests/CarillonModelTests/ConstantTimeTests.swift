import CarillonModel
import Testing

struct ConstantTimeTests {
    @Test func `one bit of any byte tells two apart`() {
        let bytes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, 0]
        #expect(bytes.isEqualInConstantTime(to: bytes))
        #expect([UInt8]().isEqualInConstantTime(to: []))
        for index in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[index] ^= 1 << bit
                #expect(!bytes.isEqualInConstantTime(to: other) && !other.isEqualInConstantTime(to: bytes))
            }
        }
        // What differs twice in the same bit differs.
        #expect(![1, 1].isEqualInConstantTime(to: [0, 0]))
        #expect(!bytes.isEqualInConstantTime(to: bytes.dropLast()))
        #expect(!bytes.dropLast().isEqualInConstantTime(to: bytes))
    }
}
