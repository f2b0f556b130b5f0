import CarillonDiagnostics
import CarillonPluginKit
import CarillonProfiles
import Testing

/// In how many parts an SMS can go out, and why it may take more room.
struct PartsTests {
    /// What is found where the fixture's SMS has these words.
    ///
    /// - Parameters:
    ///   - body: MessageFormat.
    ///   - parts: `maxParts`; nil leaves it out.
    ///   - item: the type of the field `item`.
    private static func found(
        _ body: String,
        parts: Int? = 1,
        item: String = #""type": "text", "maxLength": 80"#
    ) throws -> [Diagnostic] {
        var folder = try Fixture(name: "T0724-too-many-parts").read()
        func change(_ path: String, _ edit: (String) -> String) throws {
            let index = try #require(folder.files.firstIndex { $0.path == path })
            let text = String(decoding: folder.files[index].content, as: UTF8.self)
            let changed = edit(text)
            #expect(changed != text, "\(path)")
            folder.files[index].content = Array(changed.utf8)
        }
        try change("templates/en.json") { _ in
            #"{"locale": "en", "messages": {"order.paid": {"title": "Paid", "body": "\#(body)"}}}"#
        }
        try change("profile.json") {
            $0.replacing(#""maxParts": 2"#, with: parts.map { #""maxParts": \#($0) "# } ?? #""fallbackFor": ["push"]"#)
        }
        try change("events.json") {
            $0.replacing(/"type": "text",\s+"maxLength": 80/, with: item + " ")
        }
        var sources = SourceSet()
        return ProfileLoader(registry: TestChannels.registry).load(folder, into: &sources).diagnostics
            .filter { $0.code == .tooManyParts }
    }

    @Test(arguments: [
        "Paid, \(String(repeating: "x", count: 154))",
        // What the channel writes otherwise: an ellipsis is three places, and quotes are plain.
        "“Paid” — \(String(repeating: "x", count: 148))…", "Paid: {$count} of {$order_id}", "{$count :percent}",
    ])
    func `a text of the GSM alphabet that fits into one part isn't reported`(body: String) throws {
        #expect(try Self.found(body) == [])
    }

    @Test(arguments: [
        (String(repeating: "x", count: 161), 2), (String(repeating: "x", count: 307), 3),
        // Each takes two places.
        (String(repeating: "€", count: 81), 2), ("…\(String(repeating: "x", count: 158))", 2),
    ])
    func `a text of the GSM alphabet is counted by its places`(body: String, parts: Int) throws {
        let found = try Self.found(body)
        #expect(found.map(\.message) == ["`order.paid` can take \(parts) parts on `sms` in `en`, and `maxParts` is 1"])
        #expect(found.first?.notes == ["a part has room for 153 characters of the GSM alphabet"])
    }

    @Test(arguments: [
        ("ł\(String(repeating: "x", count: 70))", "the “ł” of these words"), ("{$item} is paid", "`item` may hold"),
        ("{$count :currency currency=INR}\(String(repeating: "x", count: 20))", "numbers or dates in `en` show “₹”"),
    ])
    func `what takes a text out of the GSM alphabet is named`(body: String, cause: String) throws {
        let found = try Self.found(body)
        #expect(found.count == 1 && found.first?.notes.first?.contains(cause) == true, "\(found)")
        #expect(found.first?.notes.first?.contains("67 characters instead of 153") == true)
    }

    @Test func `a text that can take more than the channel does is cut, and that is said`() throws {
        let found = try Self.found("{$item}", parts: nil, item: #""type": "text", "maxLength": 400"#)
        #expect(found.map(\.message) == ["`order.paid` can take 12 parts on `sms` in `en`, and is cut to 3"])
        #expect(try Self.found("{$item}", parts: nil) == [])
    }

    @Test func `words that a sender brings have no limit, and aren't counted`() throws {
        #expect(try Self.found("{$item}", item: #""type": "localizedText", "maxLength": 400"#) == [])
    }
}
