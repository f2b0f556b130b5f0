import CarillonModel
import Testing

/// Bytes as hexadecimal digits, and digits as numbers.
struct HexadecimalTests {
    @Test func `each byte has two digits`() {
        #expect([0x00, 0x0A, 0x7F, 0xFF].hexadecimal == "000a7fff")
        #expect([UInt8]().hexadecimal == "")
    }

    @Test func `sixteen digits stand for numbers, in either case, and nothing else does`() {
        #expect("0123456789abcdef".utf8.map(\.hexadecimalValue) == (0...15).map { $0 })
        #expect("ABCDEF".utf8.map(\.hexadecimalValue) == (10...15).map { $0 })
        #expect("/:@G`g+- ".utf8.allSatisfy { $0.hexadecimalValue == nil })
    }
}
