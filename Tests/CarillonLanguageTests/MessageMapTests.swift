import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import CarillonTesting
import Testing

/// The way between bytes of a file and places in a message.
struct MessageMapTests {
    private static let count = PayloadField("count", .integer(0...100))

    private static func map(_ json: String) throws -> (map: MessageMap, bytes: [UInt8]) {
        let bytes = Array(json.utf8)
        var sources = SourceSet()
        let read = JSONReader.read(bytes, source: sources.add(SourceFile(path: "", content: bytes)))
        return (MessageMap(try #require(read.root), fields: [count], in: bytes), bytes)
    }

    static let texts = [
        #""Hello {$name}""#,
        #""tab\tquote\"{$count :integer}\u00e9\ud83d\ude00 end""#,
        #"["first {$count}", "", "second \\{x\\}"]"#,
        #"{ "match": ["count"], "when": { "one": "\u0041 {$count}", "*": ["x", "{$count} y"] } }"#,
        #"{ "match": ["count :number select=ordinal", "name"], "when": { "one a b": "1", "* |x": "2" } }"#,
    ]

    @Test(arguments: texts) func `each piece of a message stands where the map says`(json: String) throws {
        let (map, bytes) = try Self.map(json)
        let source = Array(map.source.utf8)
        var found = 0
        for token in MessageTokens(map.source).tokens {
            for range in map.fileRanges(of: token.range) {
                found += 1
                let offset = try #require(map.sourceOffset(ofByte: range.lowerBound))
                #expect(token.range.contains(offset) || offset == token.range.lowerBound)
                guard !bytes[range].contains(UInt8(ascii: "\\")), let whole = map.fileRange(of: token.range) else {
                    continue
                }
                #expect(bytes[whole] == source[token.range], "\(String(decoding: bytes[whole], as: UTF8.self))")
            }
        }
        #expect(found > 0)
    }

    @Test(arguments: texts) func `a byte of the source comes back through the file`(json: String) throws {
        let (map, _) = try Self.map(json)
        var mapped = 0
        for offset in 0..<map.source.utf8.count {
            guard let range = map.fileRange(of: offset..<offset + 1) else { continue }
            mapped += 1
            let back = try #require(map.sourceOffset(ofByte: range.lowerBound))
            // A character that is written as an escape is one piece.
            #expect(back <= offset && offset - back < 4)
        }
        #expect(mapped > 0)
    }

    @Test func `a key of variants and the field that decides have their places`() throws {
        let (map, bytes) = try Self.map(Self.texts[3])
        let read = MessageTokens(map.source)
        let key = try #require(read.tokens.first { $0.kind == .key })
        #expect(bytes[try #require(map.fileRange(of: key.range))] == Array("one".utf8)[...])
        let variable = try #require(read.tokens.first { $0.kind == .variable })
        let name = variable.range.lowerBound + 1..<variable.range.upperBound
        let place = try #require(map.fileRange(of: name))
        #expect(place == 13..<18)
        #expect(bytes[place] == Array("count".utf8)[...])
    }

    @Test func `what was made is written nowhere`() throws {
        let (map, _) = try Self.map(Self.texts[3])
        #expect(map.source.hasPrefix(".input {$count :integer}"))
        #expect(map.fileRange(of: 0..<6) == nil)
        #expect(map.sourceOffset(ofByte: 2) == nil)
    }

    @Test func `a piece that spans lines has a place in each`() throws {
        let (map, _) = try Self.map(#"["a {$count", ":integer} b"]"#)
        #expect(map.fileRanges(of: 2..<12) == [4..<11, 15..<17])
        #expect(map.fileRange(of: 2..<12) == nil)
    }

    /// A JSON string of a text, in which any character may be an escape.
    private static func written(_ text: String, _ random: inout SplitMix) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            let isEscaped = Int.random(in: 0..<4, using: &random) == 0
            if isEscaped || scalar == "\"" || scalar == "\\" || scalar.value < 0x20 {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    @Test func `in any message each piece is where its letters are, and each letter leads back to its piece`() throws {
        let pieces = [
            "{$count}", "{$count :integer}", "😀", "م", "e\u{301}", "\"", "\\{", "\\\\", " word ", "{#b}", "{/b}", "|",
            "é",
            "{$name :string u:dir=rtl}",
        ]
        var random = SplitMix(seed: 7)
        var found = 0
        for round in 0..<400 {
            func text() -> String {
                (0..<Int.random(in: 1...6, using: &random)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &random)]
                }
                .joined()
            }
            let json: String
            switch round % 3 {
            case 0: json = Self.written(text(), &random)
            case 1: json = "[\(Self.written(text(), &random)),\n  \(Self.written(text(), &random))]"
            default:
                let (one, first) = (Self.written("one", &random), Self.written(text(), &random))
                let (second, third) = (Self.written(text(), &random), Self.written(text(), &random))
                json =
                    #"{ "match": [\#(Self.written("count", &random))], "when": { \#(one): \#(first), "*": [\#(second), \#(third)] } }"#
            }
            let (map, bytes) = try Self.map(json)
            let source = Array(map.source.utf8)
            for token in MessageTokens(map.source).tokens {
                var letters: [UInt8] = []
                for range in map.fileRanges(of: token.range) {
                    found += 1
                    let value = try JSONValue(parsing: Array("\"".utf8) + bytes[range] + Array("\"".utf8))
                    letters += Array(try #require(value.string).utf8)
                    let back = try #require(map.sourceOffset(ofByte: range.lowerBound))
                    #expect(token.range.contains(back), "\(json)")
                }
                // What was made is written nowhere: `$` of a selector, and line breaks between lines.
                let all = source[token.range].filter { $0 != 0x0A }
                #expect(all.suffix(letters.count) == letters[...], "\(json): \(map.source)")
            }
        }
        #expect(found > 1000)
    }
}
