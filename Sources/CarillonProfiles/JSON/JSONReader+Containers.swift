import CarillonDiagnostics

extension JSONReader {
    mutating func array() -> JSONNode {
        let start = position
        position += 1
        var elements: [JSONNode] = []
        while goesOn(until: "]", start: start) {
            let element = value()
            elements.append(element)
            separate(after: element)
        }
        return JSONNode(content: .array(elements), range: start..<position)
    }

    mutating func object() -> JSONNode {
        let start = position
        position += 1
        var members: [JSONMember] = []
        var places: [String: Int] = [:]
        while goesOn(until: "}", start: start) {
            guard let key = name(), !isInUnreadableLine else { continue }
            let value = memberValue(after: key)
            if let first = places[key.text] {
                let earlier = members[first]
                report(.duplicateKey(key.text, Span(source, key.range), first: Span(source, earlier.nameRange)))
            } else {
                places[key.text] = members.count
                members.append(JSONMember(name: key.text, nameRange: key.range, value: value))
            }
            separate(after: value)
        }
        return JSONNode(content: .object(members), range: start..<position)
    }

    /// Whether another element begins at `position`; consumes the closing bracket where none does.
    private mutating func goesOn(until closing: Unicode.Scalar, start: Int) -> Bool {
        leaveUnreadableLine()
        while true {
            skipSpace()
            guard position < bytes.count else {
                reportEnd()
                return false
            }
            let byte = bytes[position]
            if take(closing) { return false }
            switch byte {
            case UInt8(ascii: ","):
                position += 1
                report(.extraComma(span(position - 1, position)))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                let opening: UInt8 = byte == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "[")
                reportUnbalanced(
                    .wrongBracket(
                        span(position, position + 1),
                        opened: span(start, start + 1),
                        expected: Character(closing)
                    )
                )
                if closesOuter(byte, openedBy: opening) {
                    tear(from: openings.lastIndex { $0.bracket == opening } ?? 0)
                    return false
                }
                tear(from: openings.count - 1)
                _ = take(Unicode.Scalar(byte))
                return false
            case UInt8(ascii: ":"):
                position += 1
                reportStructure(.unexpectedCharacter(span(position - 1, position)))
                tear(from: openings.count - 1)
            default: return true
            }
        }
    }

    /// Decides what a wrong closing bracket at `position` means: that the innermost container lacks its bracket, and
    /// this one closes an outer container, or that this one was mistyped.
    ///
    /// Counts the brackets in the rest of the file, unless that was done so often that nobody can say what is meant.
    private mutating func closesOuter(_ closing: UInt8, openedBy opening: UInt8) -> Bool {
        let open = openings.count { $0.bracket == opening }
        guard open > 0 else { return false }
        guard countedBytes <= Self.countingLimit else { return true }
        countedBytes += bytes.count - position
        var surplus = 0
        var isString = false
        var offset = position
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\\") where isString: offset += 1
            case UInt8(ascii: "\""),
                0x0A where isString:
                isString.toggle()
            case closing where !isString: surplus += 1
            case opening where !isString: surplus -= 1
            default: break
            }
            offset += 1
        }
        return surplus <= open
    }

    /// Consumes the comma after a member or element, or reports that it is missing.
    private mutating func separate(after node: JSONNode) {
        leaveUnreadableLine()
        let end = position
        skipSpace()
        guard position < bytes.count else { return }
        switch bytes[position] {
        case UInt8(ascii: ","):
            let comma = position
            position += 1
            skipSpace()
            if position < bytes.count, bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]") {
                report(.extraComma(span(comma, comma + 1)))
            }
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"): break
        default:
            guard !node.isBroken, !node.isDamaged || node.string == nil else { return }
            report(.missingComma(span(end, end)))
        }
    }

    private struct Name {
        let text: String
        let range: Range<Int>
    }

    /// Reads a member's name; returns nil after consuming something that isn't a name.
    private mutating func name() -> Name? {
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            let node = string()
            return Name(text: node.string ?? "", range: node.range)
        case CurlyQuotes.lead where CurlyQuotes.isOne(at: position, in: bytes):
            let node = curlyString()
            return Name(text: node.string ?? "", range: node.range)
        case let byte where isWordByte(byte) || (48...57).contains(byte):
            while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            report(.unquotedName(text, span(start, position)))
            return Name(text: text, range: start..<position)
        default:
            let node = value()
            if !node.isBroken { reportStructure(.unexpectedCharacter(Span(source, node.range))) }
            skipSpace()
            if take(":") {
                skipSpace()
                _ = value()
            }
            separate(after: broken(position))
            return nil
        }
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        isWordByte(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private mutating func memberValue(after name: Name) -> JSONNode {
        skipSpace()
        guard position < bytes.count else {
            reportEnd()
            return broken(position)
        }
        if take(":") {
            skipSpace()
            return value()
        }
        reportStructure(.missingColon(name.text, span(name.range.upperBound, name.range.upperBound)))
        // With too many faults the rest of the file isn't read.
        guard position < bytes.count else { return broken(position) }
        switch bytes[position] {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return broken(position)
        case UInt8(ascii: "="):
            position += 1
            skipSpace()
            return value()
        default: return value()
        }
    }
}
