import CarillonDiagnostics
import CarillonModel

extension JSONReader {
    /// Reads a string.
    ///
    /// One in single quotes is reported, and read like the others.
    mutating func string() -> JSONNode {
        let start = position
        let quote = bytes[position]
        position += 1
        if quote == UInt8(ascii: "'") { report(.wrongQuotes(span(start, start + 1))) }
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
                position += 1
                report(.nul(span(position - 1, position)))
            case 0..<0x20:
                position += 1
                report(.controlCharacter(bytes[position - 1], span(position - 1, position)))
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
            // A part was not understood, so no rule should judge the rest.
            damage: diagnostics.count == before ? .none : .members
        )
    }

    /// Ends a string at its line's end, so that one missing quote doesn't consume the rest of the file.
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
        switch JSONEscape(in: bytes, at: start) {
        case .scalar(let scalar, let length):
            cooked += String(Character(scalar)).utf8
            position += length
        // The string ends at the end of the line or file, where that is reported.
        case .unknown(length: 1): position += 1
        case .unknown(let length):
            position += length
            report(.badEscape(span(start, position)))
        case .loneSurrogate(let length):
            position += length
            report(.loneSurrogate(span(start, position)))
        }
    }

    mutating func number() -> JSONNode {
        let start = position
        while position < bytes.count, isNumberByte(bytes[position]) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if JSONNumber.end(in: bytes, from: start) == position {
            return JSONNode(content: .number(text), range: start..<position)
        }
        report(.badNumber(text, span(start, position)))
        return JSONNode(content: .broken, range: start..<position)
    }

    private func isNumberByte(_ byte: UInt8) -> Bool {
        isWordByte(byte) || (48...57).contains(byte) || "+-.".utf8.contains(byte)
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
