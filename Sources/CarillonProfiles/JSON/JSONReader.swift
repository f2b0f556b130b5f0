package import CarillonDiagnostics

/// Reads JSON as RFC 8259 has it, keeps every position, and goes on after a fault: ten faults, ten diagnostics.
///
/// After a fault the reader does what the writer most likely meant (a comma that isn't there, a bracket of the wrong
/// kind), so that the rest of the file is still understood. Nesting is limited, so recursion is too.
package struct JSONReader {
    /// Arrays and objects inside one another.
    static let depthLimit = 64
    /// Bytes; larger files are refused unread.
    package static let sizeLimit = 8 << 20
    /// Faults reported for one file.
    static let faultLimit = 100

    let source: SourceID
    let bytes: [UInt8]
    var position = 0
    private(set) var diagnostics: [Diagnostic] = []
    /// The brackets that are open at `position`, innermost last.
    var openings: [Opening] = []
    /// The end of the file has been complained about.
    var isEndReported = false
    /// The last line with a fault, as far as it was looked at for quotes.
    var inspectedLine: Range<Int>?
    /// The line on which a quote is missing or one too many, from the fault to the line's end.
    var garbled: Range<Int>?
    /// A bracket is missing, or one too many, somewhere before `position`.
    private(set) var isUnbalanced = false
    /// Whether reading still goes on in the middle of it.
    var isInUnreadableLine = false
    var curlyQuotes = CurlyQuotes()

    struct Opening {
        let bracket: UInt8
        let offset: Int
        var damage = JSONNode.Damage.none
    }

    init(_ bytes: [UInt8], source: SourceID) {
        self.bytes = bytes
        self.source = source
    }

    /// The document's value (nil when there is none at all) and everything that is wrong with its syntax.
    package static func read(_ bytes: [UInt8], source: SourceID) -> (root: JSONNode?, diagnostics: [Diagnostic]) {
        var reader = JSONReader(bytes, source: source)
        let root = reader.document()
        return (reader.isUnbalanced ? root.map(BracketRecovery(bytes).rebalanced) : root, reader.diagnostics)
    }

    private mutating func document() -> JSONNode? {
        if let fault = encodingFault() {
            report(fault)
            return nil
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            report(.byteOrderMark(span(0, 3)))
            position = 3
        }
        skipSpace()
        guard position < bytes.count else {
            report(.emptyFile(span(0, 0)))
            return nil
        }
        var root = value()
        skipSpace()
        if position < bytes.count, !isEndReported {
            reportUnbalanced(.textAfterEnd(span(position, bytes.count)))
            root.damage = .brackets
        }
        if let quotes = curlyQuotes.range { report(.curlyQuotes(curlyQuotes, Span(source, quotes), in: bytes)) }
        return root
    }

    /// The first place that is no UTF-8.
    private func encodingFault() -> Diagnostic? {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { return .utf16(span(0, 2)) }
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var (low, high) = (0, bytes.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Self.isPrefixValid(bytes[..<middle]) { low = middle } else { high = middle }
        }
        return .notUTF8(span(low, low + 1))
    }

    /// Whether the bytes are UTF-8, perhaps ending within a character.
    private static func isPrefixValid(_ slice: ArraySlice<UInt8>) -> Bool {
        (0...min(3, slice.count)).contains { String(validating: slice.dropLast($0), as: UTF8.self) != nil }
    }

    // MARK: values

    /// The value at `position`; a broken node, with nothing taken, where none begins.
    mutating func value() -> JSONNode {
        guard position < bytes.count else {
            reportEnd()
            return broken(position)
        }
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): return container(byte)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string()
        case CurlyQuotes.lead where CurlyQuotes.isOne(at: position, in: bytes): return curlyString()
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return number()
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "}"), UInt8(ascii: "]"):
            report(.missingValue(span(position, position)))
            return broken(position)
        default: return isWordByte(byte) ? word() : unexpected()
        }
    }

    private mutating func container(_ bracket: UInt8) -> JSONNode {
        guard openings.count < Self.depthLimit else {
            report(.tooDeep(span(position, position + 1), limit: Self.depthLimit))
            let start = position
            skipNested()
            return JSONNode(content: .broken, range: start..<position)
        }
        openings.append(Opening(bracket: bracket, offset: position))
        var node = bracket == UInt8(ascii: "{") ? object() : array()
        node.damage = openings.removeLast().damage
        return node
    }

    /// Past the bracket at `position` and its partner, without recursion.
    private mutating func skipNested() {
        var depth = 0
        var isString = false
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\\") where isString: position += 1
            case UInt8(ascii: "\""): isString.toggle()
            case UInt8(ascii: "{") where !isString, UInt8(ascii: "[") where !isString: depth += 1
            case UInt8(ascii: "}") where !isString, UInt8(ascii: "]") where !isString: depth -= 1
            default: break
            }
            if depth == 0 { return }
        }
        position = bytes.count
        isEndReported = true
    }

    private mutating func unexpected() -> JSONNode {
        let start = position
        while position < bytes.count, !Self.isStructure(bytes[position]), bytes[position] > 0x20 { position += 1 }
        if position == start { position += 1 }
        reportStructure(bytes[start] == 0 ? .nul(span(start, start + 1)) : .unexpectedCharacter(span(start, position)))
        return JSONNode(content: .broken, range: start..<position)
    }

    private static func isStructure(_ byte: UInt8) -> Bool { ",:{}[]\"".utf8.contains(byte) }

    func isWordByte(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    func broken(_ offset: Int) -> JSONNode { JSONNode(content: .broken, range: offset..<offset) }

    // MARK: between values

    mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            case UInt8(ascii: "/") where isNext("/") || isNext("*"), UInt8(ascii: "#"): comment()
            default: return
            }
        }
    }

    private mutating func comment() {
        let start = position
        if isNext("*") {
            position += 2
            while position < bytes.count, !(bytes[position] == UInt8(ascii: "*") && isNext("/")) { position += 1 }
            position = min(position + 2, bytes.count)
        } else {
            while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        }
        report(.comment(span(start, position)))
    }

    private func isNext(_ scalar: Unicode.Scalar) -> Bool {
        position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: scalar)
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    // MARK: faults

    func span(_ start: Int, _ end: Int) -> Span { Span(source, start..<max(start, end)) }

    /// One place, one fault: what follows from a fault at the same place is not said.
    mutating func report(_ diagnostic: Diagnostic) {
        if let last = diagnostics.last, last.primary.span.range.lowerBound == diagnostic.primary.span.range.lowerBound,
            last.primary.span.range.lowerBound > 0
        {
            return
        }
        if let garbled, garbled.contains(diagnostic.primary.span.range.lowerBound) { return }
        diagnostics.append(diagnostic)
        noteUnreadableLine(at: diagnostic.primary.span.range.lowerBound)
        guard diagnostics.count == Self.faultLimit else { return }
        diagnostics.append(.tooManyFaults(span(position, position), limit: Self.faultLimit))
        position = bytes.count
        isEndReported = true
    }

    /// A fault after which it isn't sure what belongs to the innermost open bracket.
    ///
    /// Within a bracket that isn't sure of its content nothing new can be said about structure.
    mutating func reportStructure(_ diagnostic: Diagnostic) {
        if openings.last?.damage != .brackets { report(diagnostic) }
        guard let last = openings.indices.last, openings[last].damage == .none else { return }
        openings[last].damage = .members
    }

    /// A fault of brackets; said once, because all others may follow from the first one, or from a line whose brackets
    /// could not be distinguished from text.
    mutating func reportUnbalanced(_ diagnostic: Diagnostic) {
        if garbled == nil, !isUnbalanced { report(diagnostic) }
        isUnbalanced = true
    }

    /// The innermost bracket and those around it, as far as one that is sure of its partner, are not to be relied on.
    mutating func tear(from first: Int) {
        for index in openings.indices where index >= first { openings[index].damage = .brackets }
    }

    /// The file ends within brackets: said once, with the innermost that is open.
    mutating func reportEnd() {
        tear(from: 0)
        guard !isEndReported else { return }
        isEndReported = true
        guard let opening = openings.last else { return }
        reportUnbalanced(
            .unclosedBracket(
                span(bytes.count, bytes.count),
                opened: span(opening.offset, opening.offset + 1),
                bracket: opening.bracket,
                others: openings.count - 1
            )
        )
    }
}
