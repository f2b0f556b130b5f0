import CarillonModel
import CarillonPluginKit
import Testing

@testable import WebPush

/// RFC 8291, appendix A, and RFC 8292, section 2.4.
@Test(arguments: [
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs",
])
func `the points that the RFCs print lie on the curve, and their neighbours don't`(text: String) throws {
    let point = try #require(Base64.decode(text))
    #expect(P256Curve.holds(point))
    for index in [1, 32, 33, 64] {
        var other = point
        other[index] ^= 1
        #expect(!P256Curve.holds(other))
    }
    // The other root of the same x: the prime less y.
    var mirrored = point
    var borrow = 0
    let prime =
        [UInt8](repeating: 0xFF, count: 4) + [0, 0, 0, 1] + [UInt8](repeating: 0, count: 12)
        + [UInt8](repeating: 0xFF, count: 12)
    for index in (0..<32).reversed() {
        let digit = Int(prime[index]) - Int(point[33 + index]) - borrow
        borrow = digit < 0 ? 1 : 0
        mirrored[33 + index] = UInt8(truncatingIfNeeded: digit)
    }
    #expect(P256Curve.holds(mirrored))
}

@Test func `what is no point at all isn't taken for one`() {
    let zero = [4] + [UInt8](repeating: 0, count: 64)
    let beyond = [4] + [UInt8](repeating: 0xFF, count: 64)
    for bytes in [[], zero, beyond, Array(zero.dropLast())] { #expect(!P256Curve.holds(bytes)) }
}
