import CarillonLanguage
import CarillonModel
import CarillonProfiles
import Testing

/// Texts that no channel takes: their faults are shown, and nothing else waits for them.
struct LargeTextTests {
    private static let path = "templates/en.json"

    @Test(arguments: ["{$", "{$count}", "\\u", "x"]) func `nothing is looked for in a huge text`(piece: String) throws {
        let text = String(repeating: piece, count: (WrittenMessage.sizeLimit + 8) / piece.utf8.count)
        let (tenant, offset) = LanguageTenant.shop.cursor("Shipped by {$brand}", "‸\(text)", in: Self.path)
        let inside = offset + 1000
        let tokens = tenant.tokens(of: Self.path)
        #expect(!tokens.isEmpty || piece == "\\u", "where it has no fault the rest is coloured")
        #expect(tokens.allSatisfy { $0.range.lowerBound > offset + text.utf8.count })
        #expect(tenant.hover(at: inside, in: Self.path) == nil)
        #expect(tenant.completions(at: inside, in: Self.path) == [])
        #expect(tenant.hints(in: inside..<inside, of: Self.path) == [])
        let names = tenant.names.places(in: Self.path).map(\.place.range.lowerBound)
        #expect(!names.isEmpty && !names.contains { (offset..<offset + text.utf8.count).contains($0) })
        let (other, place) = LanguageTenant.shop.replacing("Shipped by {$brand}", with: text, in: Self.path)
            .cursor(#""count""#, #""cou‸nt""#, in: "events.json")
        #expect { try other.rename(at: place, in: "events.json", to: "parcels") } throws: {
            "\($0)".contains("`templates/en.json` first")
        }
        // What the file doesn't have doesn't matter; an escape may be anything.
        guard piece != "\\u" else { return }
        let (third, note) = LanguageTenant.shop.replacing("Shipped by {$brand}", with: text, in: Self.path)
            .replacing(#"\u0026"#, with: "&", in: Self.path)
            .cursor(#""note""#, #""no‸te""#, in: "events.json")
        #expect(try third.rename(at: note, in: "events.json", to: "remark").edits.count == 1)
    }

    @Test func `colours of a file with very many pieces are those of its beginning`() throws {
        let text = String(repeating: "{$count}", count: 2000)
        let messages = (0..<10).map { #""made.up\#($0)": { "title": "\#(text)" }"# }.joined(separator: ", ")
        let tenant = LanguageTenant.shop.replacing(
            #""messages": {"#,
            with: #""messages": { \#(messages),"#,
            in: Self.path
        )
        let all = tenant.snapshot.tokens(of: Self.path)
        #expect(all.count == 50_000)
        let end = try #require(tenant.files[Self.path]).utf8.count
        let last = tenant.snapshot.tokens(of: Self.path, in: end - 400..<end)
        #expect(!last.isEmpty && last.allSatisfy { $0.range.lowerBound > all[49_999].range.upperBound })
    }

    @Test func `a text that ends with the file, without its quote, has what fits`() {
        let file = "{\n  \"locale\": \"en\",\n  \"messages\": {\n    \"order.shipped\": {\n      \"body\": \"Your ‘{$"
        for rest in ["", "\n", "\n    }\n  }\n}\n"] {
            let tenant = LanguageTenant.shop.with(Self.path, file + rest).snapshot
            let offered = tenant.completions(at: file.utf8.count, in: Self.path)
            #expect(offered.map(\.label).contains("$count"), "\(rest)")
            #expect(offered.allSatisfy { $0.range == file.utf8.count - 1..<file.utf8.count })
        }
    }
}
