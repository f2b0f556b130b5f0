import CarillonChannels
import CarillonPluginKit
import Testing

/// Parts of an SMS.
struct SMSLengthTests {
    private static let texts: [(String, SMSLength.Encoding, Int, Int)] = [
        ("", .gsm7, 0, 1),
        (String(repeating: "a", count: 160), .gsm7, 160, 1),
        (String(repeating: "a", count: 161), .gsm7, 161, 2),
        (String(repeating: "a", count: 306), .gsm7, 306, 2),
        (String(repeating: "a", count: 307), .gsm7, 307, 3),
        // Ten characters take two places, which are never parted.
        (String(repeating: "€", count: 80), .gsm7, 160, 1),
        (String(repeating: "a", count: 152) + "€" + String(repeating: "a", count: 152), .gsm7, 306, 3),
        ("æøåÆØÅ Γ Ω £ ¥ ¿ ü", .gsm7, 18, 1),
        (String(repeating: "я", count: 70), .ucs2, 70, 1),
        (String(repeating: "я", count: 71), .ucs2, 71, 2),
        (String(repeating: "я", count: 134), .ucs2, 134, 2),
        (String(repeating: "я", count: 135), .ucs2, 135, 3),
        (String(repeating: "👍", count: 35), .ucs2, 70, 1),
        // 33 of them are 66 places of 67; the next would be parted.
        (String(repeating: "👍", count: 67), .ucs2, 134, 3),
        ("Koden er “4711”", .ucs2, 15, 1),
    ]

    @Test(arguments: texts) func `a text is counted as networks count it`(
        text: String,
        encoding: SMSLength.Encoding,
        units: Int,
        segments: Int
    ) {
        let length = SMSLength(text)
        #expect(length.encoding == encoding)
        #expect(length.units == units)
        #expect(length.segments == segments)
    }

    @Test func `the character that takes a text out of seven bits is named`() {
        #expect(SMSLength("fine").foreign == nil)
        #expect(SMSLength("a “b” я").foreign == "“")
    }

    @Test(arguments: [(1, "a"), (3, "a"), (1, "я"), (2, "€"), (1, "👍")])
    func `a text is cut by parts, with an end that its alphabet has`(most: Int, character: String) {
        let text = String(repeating: character, count: 1000)
        let fitted = TextLimit(most, .segments).fitted(text)
        #expect(SMSLength(fitted).segments <= most)
        #expect(SMSLength(fitted).encoding == SMSLength(text).encoding)
        #expect(SMSLength(fitted + character).segments > most)
    }

    @Test(arguments: [
        ("Koden er “4711” – bruk den…", "Koden er \"4711\" - bruk den..."), ("kr\u{00A0}1", "kr 1"),
        ("\u{2068}Ada\u{2069}", "Ada"), ("‘я’", "‘я’"), ("plain", "plain"),
    ])
    func `a text is folded only where it is one of seven bits then`(text: String, folded: String) throws {
        let channel = try Acme.channel(fold: #""fold": "gsm7", "#)
        let message = try Acme.message { $0.slots["body"] = text }
        let request = try channel.request(
            for: message,
            settings: channel.settings(of: nil),
            at: DeclaredChannel.sampleTime
        )
        #expect(try Acme.body(of: request) == folded)
    }

    @Test func `a message tells the parts that it goes out in, and what costs most of them`() throws {
        let channel = try Acme.channel(limit: #""max": 6, "unit": "segments""#)
        let kind: any ChannelKind = channel
        let plain = try Acme.message { $0.slots["body"] = "Koden er 4711" }
        #expect(kind.segments(of: plain) == MessageSegments(count: 1, encoding: "GSM-7", foreign: nil))
        let cyrillic = try Acme.message { $0.slots["body"] = String(repeating: "я", count: 1000) }
        // Of what is sent, which is cut, and how long it was.
        #expect(kind.segments(of: cyrillic) == MessageSegments(count: 6, uncut: 15, encoding: "UCS-2", foreign: "я"))
        #expect(try Acme.channel().segments(of: plain) == nil)
    }
}
