import Foundation
import Testing

@testable import CarillonSandbox

/// Made by zlib; each holds the checksum and length of what must come out.
private let stored = "H4sIAAAAAAAEAwEMAPP/c3RvcmVkIGJ5dGVzeHemDwwAAAA="
private let fixed = """
    H4sIAAAAAAACA4uuVirJV7JScq0oyM9LzSsJKC3OCMnPTs2LToxV0lEqySzJSQVKH24tSM1TSDm8o0jhw/xZq4AySfkplUCJxKRkCFIYZY2yqMdSqo\
    0FAHBDrvibAgAA
    """
private let dynamic = """
    H4sIAAAAAAACA21W2ZXrMAhtRa3Z8prI8b72E9eQfzX2AAlQJu9jco4tBNwFPNbfth32zeZmyYtsLidTnc9yeOWbedbD4t9meNiyOJ5Ha/x7c1nvqs\
    Wc02z8p17M4G9zVJUp5nk1dnrl8DwepbkO52xTNIMpj6br/AfemB6yrc1yXSc8a1p7HV3fHRjhloxS8itMNU1lJs1RHarsimm3dIHP3Jybay0Xfy/D5s\
    zklvlZ7lhqNdv0Op/93Dvj770as3p0pSm7Nbf+njBg8O/qdcWsGh2eu64rhrXLzTmaoa33BbIX88OUa+sWNxSMXAm6Gn93AQ/+SaBkulaovBUd1s6bfP\
    Kf8vEKWP9mFUGaq9rPxjx3twzzZXL7etnv+0yFYpdkyE5U9ArENuuaBCbijpInIYtfxSbqcXCHtKJp5GZwB5EqoH8sFrIgQ4ScfuCmv+Ena2v2mTwLGo\
    AQG0H3aXnyBzqI9GlKW5XN1vwXJsIXN0pH7SMLzMyPUY/XefN3/1DVKD00AewHi2SXqdzZTNOpt2zVd1Pr3yX0E6IQD4GkPnEe/Pt59I/FFmMyMyqoIs\
    Bbtu6rwiy1lkD0SQo4gkYIg+jFGYa8JmYibzyXSsg8s7m/Ggff4FWhHrtWPqEcRvjP1O4vt+G+gGBUFGxkf7cLmQ7Joy3BdCYQCKgSAE0had+eD8TrlP\
    Jp9HdYRnGFEBlZOcN7KhkGk08xtzAUNCLnYqhaeegj9cGvX5Rx7Tis0fIhUDukLtC0AJ9vIG+r/1igsSXyw1VsCZ6S0QvdJxxhFgxLtx1yitLoUktFQ+\
    HTQUJ83AcIRYwFblE6NDMPBCVewihGjAoreinNzKMiyPgFJo4C4Wwl3vjdHlGlX4XZtbyugUJsLLQu0MmzwcqcUZiILfN72U0COAWjnakjdbyjh3juSW\
    M9JcOQmWhFoa3FaVyduQl2QVoSlVHAdMlhBlAmAhN+STvJzARFqeTbLNzQ2uO7unIoO1IZlkfNCcCJ38tGBz1xn+AR9KpuYuQ/ez8JCgKif1VzaOL3+y\
    I4yI/Jnvqyu06olAwVCCazjnwzX1r2a4ASuMCEmIX7kg9atECUS4ry+ZAIEDcauwcew97RRS3/GYWedT/hwuDx+jtmiXFwl0gOmmdaIHH4QjVRCpYSmE\
    o/bPQJVskSAuJ95Za/FuT0kDaRNJ7CdmF2QkgAxfDRU1j/UA8xInTiP4QCCaygCgAA
    """
private let flagged = "H4sIHgAAAAAAAwMAeHl6bmFtZQBjb21tZW50AKS7Ky7JL0pNUUiqLEktBgB4d6YPDAAAAA=="
private let empty = "H4sIAAAAAAACAwMAAAAAAAAAAAA="

private func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }

@Test(arguments: [(stored, 12), (fixed, 667), (dynamic, 2720), (flagged, 12), (empty, 0)])
func `gzip of every block type is read, checksum and all`(base64: String, count: Int) throws {
    #expect(try Gzip.decompressed(bytes(base64), limit: 5000).count == count)
}

@Test func `the text that went in comes out`() throws {
    #expect(try Gzip.decompressed(bytes(flagged), limit: 100) == Array("stored bytes".utf8))
    let json = String(decoding: try Gzip.decompressed(bytes(fixed), limit: 1000), as: UTF8.self)
    #expect(json.hasPrefix(#"[{"to":"ExponentPushToken[a]","title":"Åpen dør 🚪","body":"abcabcabc abc"#))
}

@Test func `members one after the other are one text`() throws {
    let twice = bytes(flagged) + bytes(stored)
    #expect(try Gzip.decompressed(twice, limit: 100) == Array("stored bytesstored bytes".utf8))
}

@Test func `a text cut anywhere is truncated, and a changed one is noticed`() {
    let whole = bytes(dynamic)
    for count in [0, 5, 9, 10, 11, 40, 100, whole.count - 9, whole.count - 1] {
        #expect(throws: InflateFault.truncated) { try Gzip.decompressed(Array(whole.prefix(count)), limit: 5000) }
    }
    for index in whole.indices {
        var changed = whole
        changed[index] ^= 0x10
        // Time, flags of no meaning here, and the name of the system don't count.
        guard index >= 10 else { continue }
        #expect(throws: InflateFault.self) { try Gzip.decompressed(changed, limit: 5000) }
    }
}

@Test func `what unpacks to more than allowed is given up`() {
    #expect(throws: InflateFault.tooLarge) { try Gzip.decompressed(bytes(dynamic), limit: 2719) }
}

@Test func `zlib's own format isn't gzip`() {
    #expect(throws: InflateFault.malformed) { try Gzip.decompressed([0x78, 0x9C] + bytes(stored), limit: 5000) }
}
