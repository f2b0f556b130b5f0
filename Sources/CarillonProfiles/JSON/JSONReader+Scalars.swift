import CarillonDiagnostics

extension JSONReader {
    /// A string; one in single quotes is reported and read like the others.
    mutating func string() -> JSONNode {
        let start = position
        let quote = bytes[position]
        if quote == UInt8(ascii: "'") { report(.wrongQuotes(span(start, start + 1))) }
        position += 1
        let first = position
        let before = diagnostics.count
        while position < bytes.count, bytes[position] != quote, bytes[position] != UInt8(ascii: "\\"),
            bytes[position] >= 0x20
        {
            position += 1
        }
        var cooked = Array(bytes[first..<position])
        while position < bytes.count, bytes[position] != quote {
            switch bytes[position] {
            case 0x0A, 0x0D: return unclosedString(from: start, cooked)
            case 0:
                report(.nul(span(position, position + 1)))
                position += 1
            case 0..<0x20:
                report(.controlCharacter(bytes[position], span(position, position + 1)))
                position += 1
            case UInt8(ascii: "\\"): escape(into: &cooked)
            default:
                cooked.append(bytes[position])
                position += 1
            }
        }
        guard position < bytes.count else { return unclosedString(from: start, cooked) }
        position += 1
        return JSONNode(
            content: .string(String(decoding: cooked, as: UTF8.self)),
            range: start..<position,
            // Some of it was not understood, so nobody should judge what is left.
            damage: diagnostics.count == before ? .none : .members
        )
    }

    /// A string ends with its line at the latest, so that one missing quote doesn't swallow the file.
    mutating func unclosedString(from start: Int, _ cooked: [UInt8]) -> JSONNode {
        reportStructure(.unclosedString(span(start, position)))
        if position == bytes.count { isEndReported = true }
        return JSONNode(
            content: .string(String(decoding: cooked, as: UTF8.self)),
            range: start..<position,
            damage: .members
        )
    }

    mutating func escape(into cooked: inout [UInt8]) {
        let start = position
        guard position + 1 < bytes.count else {
            position += 1
            return
        }
        let kind = bytes[position + 1]
        position += 2
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): cooked.append(kind)
        case UInt8(ascii: "b"): cooked.append(0x08)
        case UInt8(ascii: "f"): cooked.append(0x0C)
        case UInt8(ascii: "n"): cooked.append(0x0A)
        case UInt8(ascii: "r"): cooked.append(0x0D)
        case UInt8(ascii: "t"): cooked.append(0x09)
        case UInt8(ascii: "u"): unicodeEscape(from: start, into: &cooked)
        case 0x0A, 0x0D: position -= 1
        default:
            while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
            report(.badEscape(span(start, position)))
        }
    }

    private mutating func unicodeEscape(from start: Int, into cooked: inout [UInt8]) {
        guard let first = hexadecimal() else {
            report(.badEscape(span(start, position)))
            return
        }
        if let scalar = Unicode.Scalar(first) {
            cooked += String(Character(scalar)).utf8
            return
        }
        let afterFirst = position
        if first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            if let second = hexadecimal(), (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
            {
                cooked += String(Character(scalar)).utf8
                return
            }
        }
        position = afterFirst
        report(.loneSurrogate(span(start, position)))
    }

    /// Four digits; as many as there are have been taken when it is nil.
    private mutating func hexadecimal() -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count, TextFormat.isHexadecimal(bytes[position]) else { return nil }
            let byte = bytes[position]
            value = value << 4 | UInt32(byte <= 57 ? byte - 48 : (byte | 0x20) - 87)
            position += 1
        }
        return value
    }

    mutating func number() -> JSONNode {
        let start = position
        while position < bytes.count, isNumberByte(bytes[position]) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if Self.isNumber(bytes[start..<position]) {
            return JSONNode(content: .number(text), range: start..<position)
        }
        report(.badNumber(text, span(start, position)))
        return JSONNode(content: .broken, range: start..<position)
    }

    private func isNumberByte(_ byte: UInt8) -> Bool {
        isWordByte(byte) || (48...57).contains(byte) || "+-.".utf8.contains(byte)
    }

    /// Source: RFC 8259, section 6.
    private static func isNumber(_ slice: ArraySlice<UInt8>) -> Bool {
        var rest = slice
        func digits() -> Int {
            let count = rest.prefix { (48...57).contains($0) }.count
            rest.removeFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let hasLeadingZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !hasLeadingZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    mutating func word() -> JSONNode {
        let start = position
        while position < bytes.count, isWordByte(bytes[position]) || (48...57).contains(bytes[position]) {
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        switch text {
        case "true": return JSONNode(content: .boolean(true), range: start..<position)
        case "false": return JSONNode(content: .boolean(false), range: start..<position)
        case "null": return JSONNode(content: .null, range: start..<position)
        default:
            report(.badWord(text, span(start, position)))
            return JSONNode(content: .broken, range: start..<position)
        }
    }
}
