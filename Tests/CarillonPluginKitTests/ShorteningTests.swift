import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

@Test func `a text that fits stays as it is`() {
    #expect("Åpen dør".truncated(toBytes: 10) == "Åpen dør")
    #expect("".truncated(toBytes: 0) == "")
}

@Test(arguments: [
    ("Front door opened", 12, "Front doo…"), ("Front door opened", 9, "Front…"), ("Front", 3, "…"), ("Front", 2, ""),
    ("ééééé", 8, "éé…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 30, "👩‍👩‍👧‍👦…"), ("👩‍👩‍👧‍👦!", 20, "…"), ("e\u{301}e\u{301}", 5, "…"),
    ("🇳🇴🇳🇬🇪🇬", 20, "🇳🇴🇳🇬…"),
])
func `a cut never goes through a character`(text: String, limit: Int, expected: String) {
    #expect(text.truncated(toBytes: limit) == expected)
}

@Test func `an isolate that the cut leaves open is closed before the ellipsis`() {
    let text = "من \u{2068}Germany dossier\u{2069} إلى"
    #expect(text.truncated(toBytes: 18) == "من \u{2068}Germ\u{2069}…")
    #expect("\u{2067}\u{2066}abcdef\u{2069}\u{2069}".truncated(toBytes: 17) == "\u{2067}\u{2066}ab\u{2069}\u{2069}…")
}

@Test func `an isolate that would hold nothing is dropped`() {
    #expect("ab \u{2068}cdefghij\u{2069}".truncated(toBytes: 12) == "ab…")
}

@Test func `whatever the limit, the result fits, ends in an ellipsis and is balanced`() {
    let text = "a\u{2068}ب\u{2067}👩‍👩‍👧‍👦c\u{2069}d\u{2069}\u{2069}e \u{2066}f🇳🇴\u{2069} g"
    for limit in 0..<text.utf8.count {
        let short = text.truncated(toBytes: limit)
        #expect(short.utf8.count <= limit)
        #expect(limit < 3 ? short.isEmpty : short.hasSuffix("…"))
        let opened = short.unicodeScalars.count { (0x2066...0x2068).contains($0.value) }
        let closed = short.unicodeScalars.count { $0.value == 0x2069 }
        // The text closes one isolate more than it opens.
        #expect(closed == opened || closed == opened + 1)
        #expect(
            short.unicodeScalars.prefix(while: { $0 != "…" }).reduce(0) { depth, scalar in
                (0x2066...0x2068).contains(scalar.value)
                    ? depth + 1 : scalar.value == 0x2069 ? max(0, depth - 1) : depth
            } == 0
        )
    }
}

@Test func `a message is shortened in its body until it fits`() throws {
    let message = OutgoingMessage.testing(to: "x", body: String(repeating: "\"\u{1}é", count: 2000))
    let short = try #require(RecordingChannel.kind.truncated(message, toSize: 4096))
    #expect(RecordingChannel.size(of: short) <= 4096)
    #expect(RecordingChannel.size(of: short) > 4000)
    #expect(short.slots["title"] == message.slots["title"])
}

@Test func `a title keeps two hundred characters while there is body to cut, and is cut itself where there is none`()
    throws
{
    var message = OutgoingMessage.testing(to: "x", body: String(repeating: "b", count: 3000))
    message.slots["title"] = String(repeating: "t", count: 3000)
    let short = try #require(RecordingChannel.kind.truncated(message, toSize: 4096))
    #expect(RecordingChannel.size(of: short) <= 4096)
    #expect(
        short.slots["title"] == String(repeating: "t", count: 199) + "…" && short.slots["body"] == message.slots["body"]
    )
    let bare = try #require(RecordingChannel.kind.truncated(message, toSize: RecordingChannel.size(of: short) - 3100))
    #expect(bare.slots["body"] == "" && bare.slots["title"]?.hasSuffix("t…") == true)
    #expect(RecordingChannel.kind.truncated(message, toSize: 5) == nil)
}

@Test func `embeddings and overrides that the cut leaves open are closed, each in its place`() {
    #expect("a \u{202B}bcdefghij\u{202C} k".truncated(toBytes: 13) == "a \u{202B}bc\u{202C}…")
    #expect(
        "\u{2068}\u{202E}abcdefghij\u{202C}\u{2069}".truncated(toBytes: 17)
            == "\u{2068}\u{202E}ab\u{202C}\u{2069}…"
    )
    // The isolate's end has ended the embedding within it.
    #expect("\u{2068}\u{202B}a\u{2069}bcdefghijkl".truncated(toBytes: 18) == "\u{2068}\u{202B}a\u{2069}bcdef…")
    #expect("ab \u{202D}cdefghij\u{202C}".truncated(toBytes: 12) == "ab…")
}

@Test(arguments: [
    String(repeating: "\"", count: 5000), String(repeating: "\\", count: 5000), String(repeating: "a\n", count: 3000),
    String(repeating: "- \"a\"\n", count: 800), String(repeating: "\t", count: 3000) + "x",
    String(repeating: "x", count: 6000),
    String(repeating: "👩‍👩‍👧‍👦", count: 400), String(repeating: "مرحبا \u{2068}بك\u{2069} ", count: 400),
    String(repeating: "\u{1}é", count: 2000),
])
func `whatever the body holds, one character more would not have fitted`(body: String) throws {
    for limit in [300, 1024, 4096] {
        let message = OutgoingMessage.testing(to: "x", body: body)
        let short = try #require(NtfyChannel.kind.truncated(message, toSize: limit))
        #expect(NtfyChannel.size(of: short) <= limit)
        let shortened = try #require(short.slots["body"]?.dropLast())
        #expect(short.slots["body"]?.last == "…")
        // What the cut closed isn't the body's.
        let kept = zip(shortened, body).prefix { $0 == $1 }.count
        #expect(shortened.dropFirst(kept).allSatisfy { $0 == "\u{2069}" })
        let blanks = body.dropFirst(kept).prefix { $0.isWhitespace || "\u{2066}\u{2067}\u{2068}".contains($0) }.count
        var more = message
        more.slots["body"] = body.prefix(kept + blanks + 1) + "…"
        #expect(NtfyChannel.size(of: more) > limit)
    }
}

@Test func `a body of a million characters is measured a few times only`() throws {
    let message = OutgoingMessage.testing(to: "x", body: String(repeating: "\"é", count: 500_000))
    let short = try #require(NtfyChannel.kind.truncated(message, toSize: 4096))
    #expect((4090...4096).contains(NtfyChannel.size(of: short)))
}

@Test func `a message too large without its words can't be shortened`() {
    var message = OutgoingMessage.testing(to: "x", title: String(repeating: "t", count: 5000))
    message.data["large"] = .string(String(repeating: "d", count: 5000))
    #expect(RecordingChannel.kind.truncated(message, toSize: 4096) == nil)
}

@Test func `a title of pictures that are put together leaves the body its share`() throws {
    let family = "👨‍👩‍👧‍👦"
    for body in ["A short body", String(repeating: "b", count: 3000)] {
        var message = OutgoingMessage.testing(to: "x", title: String(repeating: family, count: 170), body: body)
        // Data leave little room for words.
        for filler in [0, 2500, 3000] {
            message.data["filler"] = .string(String(repeating: "d", count: filler))
            let short = try #require(RecordingChannel.kind.truncated(message, toSize: 4096))
            #expect(RecordingChannel.size(of: short) <= 4096)
            let (title, shortened) = (try #require(short.slots["title"]), try #require(short.slots["body"]))
            #expect(title.utf8.count <= OutgoingMessage.titleSize && title.hasPrefix(family) && title.hasSuffix("…"))
            #expect(shortened.utf8.count >= min(body.utf8.count, OutgoingMessage.bodySize) - 4, "\(filler)")
        }
    }
}

@Test func `marks without end are cut, and the letter stays`() throws {
    for text in ["e" + String(repeating: "\u{301}", count: 5000), "👩" + String(repeating: "\u{200D}👩", count: 3000)] {
        let message = OutgoingMessage.testing(to: "x", title: text, body: "Hello")
        let short = try #require(RecordingChannel.kind.truncated(message, toSize: 4096))
        let title = try #require(short.slots["title"])
        #expect(title.unicodeScalars.first == text.unicodeScalars.first && title.hasSuffix("…"))
        #expect(title.utf8.count <= OutgoingMessage.titleSize && short.slots["body"] == "Hello")
        let body = OutgoingMessage.testing(to: "x", body: text)
        let shorter = try #require(RecordingChannel.kind.truncated(body, toSize: 4096))
        #expect((4000...4096).contains(RecordingChannel.size(of: shorter)))
    }
}
