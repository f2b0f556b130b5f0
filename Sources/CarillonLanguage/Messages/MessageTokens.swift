/// A piece of a message's source, for colours and for what is being typed.
package struct MessageToken: Sendable, Hashable {
    package enum Kind: Sendable, Hashable, CaseIterable {
        case text
        case escape
        /// `{`, `}`, `{{` and `}}`.
        case brace
        /// With its `$`.
        case variable
        /// With its `:`.
        case function
        case option
        /// `=`, and the `/` that ends a standalone markup.
        case mark
        case literal
        case number
        /// `.input`, `.local` and `.match`.
        case keyword
        /// Of a variant.
        case key
        /// With its `#` or `/`.
        case markup
        /// With its `@`.
        case attribute
    }

    package let kind: Kind
    /// Bytes of the source.
    package let range: Range<Int>
}

/// A message's source in pieces: of any text, also of one that is half written.
///
/// One pass, no backtracking; every byte but blanks between pieces belongs to one piece at most.
package struct MessageTokens: Sendable {
    package private(set) var tokens: [MessageToken] = []
    /// The index of the brace whose placeholder has no end; nil where the source ends in text or between declarations.
    package private(set) var openPlaceholder: Int?
    /// Whether the source ends within a pattern.
    package private(set) var endsInPattern = false
    private let bytes: [UInt8]
    private var position = 0

    package init(_ source: String) {
        bytes = Array(source.utf8)
        skipBlanks()
        if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "{") && next == UInt8(ascii: "{") {
            readDeclarations()
        } else {
            position = 0
            readPattern(isQuoted: false)
        }
    }

    package func text(_ token: MessageToken) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }
    private var next: UInt8? { position + 1 < bytes.count ? bytes[position + 1] : nil }

    private mutating func add(_ kind: MessageToken.Kind, from start: Int) {
        tokens.append(MessageToken(kind: kind, range: start..<position))
    }

    private mutating func skipBlanks() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func readDeclarations() {
        while let byte {
            let start = position
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: skipBlanks()
            case UInt8(ascii: "."):
                position += 1
                skipName()
                add(.keyword, from: start)
            case UInt8(ascii: "{") where next == UInt8(ascii: "{"):
                position += 2
                add(.brace, from: start)
                readPattern(isQuoted: true)
            case UInt8(ascii: "{"): readPlaceholder()
            case UInt8(ascii: "$"):
                position += 1
                skipName()
                add(.variable, from: start)
            case UInt8(ascii: "="):
                position += 1
                add(.mark, from: start)
            case UInt8(ascii: "|"):
                skipQuoted()
                add(.key, from: start)
            case UInt8(ascii: "*"):
                position += 1
                add(.key, from: start)
            default:
                skipName()
                guard position > start else {
                    position += 1
                    continue
                }
                add(.key, from: start)
            }
        }
    }

    private mutating func readPattern(isQuoted: Bool) {
        endsInPattern = true
        var start = position
        func endText(_ reader: inout MessageTokens) {
            if start < reader.position { reader.add(.text, from: start) }
        }
        while let byte {
            switch byte {
            case UInt8(ascii: "\\"):
                endText(&self)
                start = position
                position = min(position + 2, bytes.count)
                // An escape is of one character, however many bytes it has.
                while let byte = self.byte, byte & 0xC0 == 0x80 { position += 1 }
                add(.escape, from: start)
                start = position
            case UInt8(ascii: "{"):
                endText(&self)
                readPlaceholder()
                start = position
            case UInt8(ascii: "}") where isQuoted && next == UInt8(ascii: "}"):
                endText(&self)
                start = position
                position += 2
                add(.brace, from: start)
                endsInPattern = false
                return
            default: position += 1
            }
        }
        endText(&self)
    }

    private mutating func readPlaceholder() {
        let opening = tokens.count
        var start = position
        position += 1
        add(.brace, from: start)
        var isFirst = true
        while let byte {
            start = position
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D:
                skipBlanks()
                continue
            case UInt8(ascii: "}"):
                position += 1
                add(.brace, from: start)
                return
            case UInt8(ascii: "{"):
                // The end is missing: here another one begins.
                return
            case UInt8(ascii: "$"): readSigil(.variable)
            case UInt8(ascii: ":"): readSigil(.function)
            case UInt8(ascii: "@"): readSigil(.attribute)
            case UInt8(ascii: "#"): readSigil(.markup)
            case UInt8(ascii: "/") where isFirst: readSigil(.markup)
            case UInt8(ascii: "="), UInt8(ascii: "/"):
                position += 1
                add(.mark, from: start)
            case UInt8(ascii: "|"):
                skipQuoted()
                add(.literal, from: start)
            default: readWord()
            }
            isFirst = false
        }
        openPlaceholder = opening
    }

    private mutating func readSigil(_ kind: MessageToken.Kind) {
        let start = position
        position += 1
        skipName()
        if kind != .variable, byte == UInt8(ascii: ":"), next.map(Self.isNameByte) == true {
            position += 1
            skipName()
        }
        add(kind, from: start)
    }

    /// An option's name where `=` follows, else a literal.
    private mutating func readWord() {
        let start = position
        skipName()
        if byte == UInt8(ascii: ":"), next.map(Self.isNameByte) == true, position > start {
            position += 1
            skipName()
        }
        guard position > start else {
            position += 1
            while let byte, byte & 0xC0 == 0x80 { position += 1 }
            add(.literal, from: start)
            return
        }
        let end = position
        var following = position
        while following < bytes.count, bytes[following] == 0x20 { following += 1 }
        if following < bytes.count, bytes[following] == UInt8(ascii: "="), tokens.last?.kind != .mark {
            add(.option, from: start)
            return
        }
        let isNumber = bytes[start..<end].allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
        add(isNumber && bytes[start..<end].contains { (48...57).contains($0) } ? .number : .literal, from: start)
    }

    private mutating func skipName() {
        while let byte, Self.isNameByte(byte) { position += 1 }
    }

    private mutating func skipQuoted() {
        position += 1
        while let byte, byte != UInt8(ascii: "|") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
        position = min(position + 1, bytes.count)
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
            true
        default: "-_.+".utf8.contains(byte)
        }
    }
}
