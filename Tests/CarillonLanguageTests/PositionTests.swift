import CarillonLanguage
import CarillonTesting
import Testing

struct PositionTests {
    /// `a`, an emoji of two UTF-16 units, an Arabic letter, `e` with a combining accent.
    static let text = Array("ab\n😀مe\u{301}x\r\nlast".utf8)

    @Test(arguments: [
        (PositionEncoding.utf8, [0, 4, 6, 7, 9, 10]), (.utf16, [0, 2, 3, 4, 5, 6]), (.utf32, [0, 1, 2, 3, 4, 5]),
    ]) func `each character of a line has its column in each encoding`(encoding: PositionEncoding, columns: [Int]) {
        let lines = TextLines(Self.text)
        for (offset, column) in zip([3, 7, 9, 10, 12, 13], columns) {
            let position = TextPosition(line: 1, character: column)
            #expect(lines.position(of: offset, encoding) == position)
            #expect(lines.offset(of: position, encoding) == offset)
        }
    }

    @Test func `what is beyond an end is the end`() {
        let lines = TextLines(Self.text)
        for encoding in PositionEncoding.allCases {
            #expect(lines.offset(of: TextPosition(line: 0, character: 99), encoding) == 2)
            #expect(lines.offset(of: TextPosition(line: 1, character: 99), encoding) == 13)
            #expect(lines.offset(of: TextPosition(line: 99, character: 0), encoding) == Self.text.count)
            #expect(lines.offset(of: TextPosition(line: -1, character: 3), encoding) == 0)
            #expect(lines.position(of: 999, encoding).line == 2)
        }
    }

    @Test func `what is inside a character is before it`() {
        let lines = TextLines(Self.text)
        #expect(lines.offset(of: TextPosition(line: 1, character: 1), .utf16) == 3)
        #expect(lines.offset(of: TextPosition(line: 1, character: 3), .utf8) == 3)
        #expect(lines.position(of: 5, .utf16) == TextPosition(line: 1, character: 0))
    }

    @Test(arguments: PositionEncoding.allCases)
    func `every byte that begins a character comes back from its position`(encoding: PositionEncoding) {
        let lines = TextLines(Self.text)
        for (offset, byte) in Self.text.enumerated() where byte & 0xC0 != 0x80 && byte != 0x0A && byte != 0x0D {
            #expect(lines.offset(of: lines.position(of: offset, encoding), encoding) == offset)
        }
    }

    @Test func `changes apply one after the other`() {
        let changes = [
            TextChange(range: TextPosition(line: 0, character: 1)..<TextPosition(line: 1, character: 2), text: "–"),
            TextChange(range: TextPosition(line: 0, character: 2)..<TextPosition(line: 0, character: 3), text: "z"),
        ]
        let changed = TextChange.applying(changes, to: Self.text, .utf16)
        #expect(String(decoding: changed, as: UTF8.self) == "a–ze\u{301}x\r\nlast")
    }

    @Test func `any changes of any bytes end in some text`() {
        var random = SplitMix(seed: 11)
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let start = TextPosition(
                line: .random(in: -1...4, using: &random),
                character: .random(in: 0...9, using: &random)
            )
            let end = TextPosition(
                line: .random(in: 0...5, using: &random),
                character: .random(in: 0...9, using: &random)
            )
            let change = TextChange(range: min(start, end)..<max(start, end), text: "é")
            for encoding in PositionEncoding.allCases {
                let changed = TextChange.applying([change], to: bytes, encoding)
                #expect(changed.count <= bytes.count + 2)
            }
        }
    }

    /// Random text: short lines and some that are longer than what is counted at once.
    private static func text(_ random: inout SplitMix) -> String {
        let pieces = ["a", "é", "م", "e\u{301}", "😀", "\t", " ", "\n", "\r\n", "\r", "𝒳", "\u{FEFF}"]
        let count = Int.random(in: 0...60, using: &random)
        return (0..<count).map { _ in
            let piece = pieces[Int.random(in: 0..<pieces.count, using: &random)]
            let isLong = Int.random(in: 0..<12, using: &random) == 0
            return String(repeating: piece, count: isLong ? Int.random(in: 300...3000, using: &random) : 1)
        }
        .joined()
    }

    @Test func `positions of any text are those that one counts, in each encoding`() {
        var random = SplitMix(seed: 42)
        for _ in 0..<60 {
            let text = Self.text(&random)
            let lines = TextLines(Array(text.utf8))
            for encoding in PositionEncoding.allCases {
                var reader = PositionReader(lines, encoding)
                var (offset, line, column) = (0, 0, 0)
                var last: Unicode.Scalar?
                for scalar in text.unicodeScalars {
                    if last == "\n" || last == "\r" && scalar != "\n" { (line, column) = (line + 1, 0) }
                    let isEnd = scalar == "\n" || scalar == "\r"
                    let position = TextPosition(line: line, character: column)
                    // Not each of thousands on a long line.
                    if !isEnd, column < 40 || Int.random(in: 0..<50, using: &random) == 0 {
                        #expect(lines.position(of: offset, encoding) == position)
                        #expect(reader.position(of: offset) == position)
                        #expect(lines.offset(of: position, encoding) == offset)
                    }
                    offset += UTF8.width(scalar)
                    switch encoding {
                    case .utf8: column += isEnd ? 0 : UTF8.width(scalar)
                    case .utf16: column += isEnd ? 0 : UTF16.width(scalar)
                    case .utf32: column += isEnd ? 0 : 1
                    }
                    last = scalar
                }
            }
        }
    }

    @Test func `a reader of positions agrees with the lines wherever it is asked`() {
        var random = SplitMix(seed: 43)
        for _ in 0..<60 {
            let lines = TextLines(Array(Self.text(&random).utf8))
            for encoding in PositionEncoding.allCases {
                var reader = PositionReader(lines, encoding)
                for _ in 0..<50 {
                    let offset = Int.random(in: 0...lines.bytes.count, using: &random)
                    #expect(reader.position(of: offset) == lines.position(of: offset, encoding))
                    let next = min(lines.bytes.count, offset + Int.random(in: 0...9, using: &random))
                    #expect(reader.position(of: next) == lines.position(of: next, encoding))
                }
            }
        }
    }
}
