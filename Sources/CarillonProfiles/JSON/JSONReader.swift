package import CarillonDiagnostics

/// Reads JSON by RFC 8259, keeps every position, and continues after a fault, so that ten faults give ten diagnostics.
///
/// After a fault, the reader assumes what the author most likely meant, such as a missing comma or a bracket of the
/// wrong kind, so that the rest of the file can still be read. The nesting depth is limited, and so is recursion.
package struct JSONReader {
    /// How deep arrays and objects may be nested.
    static let depthLimit = 64
    /// Bytes; larger files are refused unread.
    package static let sizeLimit = 8 << 20
    /// Bytes in which brackets are counted for one file: each is looked at a few times in the largest.
    static let countingLimit = 4 * sizeLimit
    /// Faults reported for one file.
    static let faultLimit = 100

    let source: SourceID
    let bytes: [UInt8]
    var position = 0
    private(set) var diagnostics: [Diagnostic] = []
    /// The brackets that are open at `position`, innermost last.
    var openings: [Opening] = []
    /// Those in which brackets were counted.
    var countedBytes = 0
    /// Whether the unexpected end of the file has been reported.
    var isEndReported = false
    /// The last line with a fault, as far as its quotes were counted.
    var inspectedLine: Range<Int>?
    /// The rest of a line on which a quote is missing or one too many, from the fault to the line's end.
    var garbled: Range<Int>?
    /// Whether a bracket is missing, or one too many, somewhere before `position`.
    private(set) var isUnbalanced = false
    /// Whether reading is still within that unreadable line.
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

    /// The document's value (nil where there is none at all), and all syntax errors.
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

    /// The first byte sequence that isn't valid UTF-8.
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

    /// Whether the bytes are valid UTF-8, apart from an incomplete character at the end.
    private static func isPrefixValid(_ slice: ArraySlice<UInt8>) -> Bool {
        (0...min(3, slice.count)).contains { String(validating: slice.dropLast($0), as: UTF8.self) != nil }
    }

    // MARK: values

    /// The value at `position`.
    ///
    /// Where none begins, returns a broken node and consumes nothing.
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

    /// Moves past the bracket at `position` and its partner, without recursion.
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

    /// At most one fault is reported at one position; later ones there are consequences.
    ///
    /// With too many faults, `position` is at the end afterwards: whoever reports moves on before, or looks again.
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

    /// Reports a fault after which the content of the innermost open bracket is unreliable.
    ///
    /// Within a bracket that is unreliable already, no further structural fault is reported.
    mutating func reportStructure(_ diagnostic: Diagnostic) {
        if openings.last?.damage != .brackets { report(diagnostic) }
        guard let last = openings.indices.last, openings[last].damage == .none else { return }
        openings[last].damage = .members
    }

    /// Reports a fault of brackets, once for a file: all others may follow from the first, or from a line on which
    /// brackets and text couldn't be distinguished.
    mutating func reportUnbalanced(_ diagnostic: Diagnostic) {
        if garbled == nil, !isUnbalanced { report(diagnostic) }
        isUnbalanced = true
    }

    /// Marks the innermost bracket and those around it as unreliable, up to one that surely has its partner.
    mutating func tear(from first: Int) {
        for index in openings.indices where index >= first { openings[index].damage = .brackets }
    }

    /// Reports that the file ends within brackets, once, at the innermost open one.
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
