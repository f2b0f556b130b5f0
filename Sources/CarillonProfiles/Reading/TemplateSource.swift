import CarillonModel

/// The MessageFormat source of a text in a template file (a string, lines, or `{match, when}`), with the position of
/// each of its parts in the file.
package struct TemplateSource {
    package private(set) var source = ""
    /// The ranges of the source that hold a plain text, or the text of each variant.
    private(set) var textRanges: [Range<Int>] = []
    private var pieces: [Piece] = []
    /// What the source has from the file as it stands there, in the source's order: finer than where a fault is shown.
    package private(set) var copies: [Copy] = []
    private let whole: Range<Int>

    private struct Piece {
        let range: Range<Int>
        /// The JSON string that the part comes from, with its quotes.
        let written: Range<Int>
        /// The part's offset in that string's value; nil where it was generated and not copied.
        let offset: Int?
    }

    /// A part of the source that was copied from a JSON string.
    package struct Copy: Sendable, Hashable {
        /// Bytes of the source.
        package let range: Range<Int>
        /// The JSON string that the part comes from, with its quotes.
        package let written: Range<Int>
        /// The part's offset in that string's value.
        package let offset: Int
    }

    /// - Parameters:
    ///   - node: a text that has passed the shape check.
    ///   - fields: the payload fields, whose types decide on the functions of selectors.
    package init(_ node: JSONNode, fields: [PayloadField]) {
        whole = node.range
        if let match = node["match"] {
            appendSelection(match, node["when"]?.members ?? [], fields)
        } else {
            appendText(node)
        }
    }

    /// The bytes of the file from which `range` of the source was made.
    func fileRange(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        guard
            let piece = pieces.first(where: { $0.range.contains(range.lowerBound) })
                ?? pieces.first(where: { $0.range.upperBound == range.lowerBound })
        else { return whole }
        guard let offset = piece.offset else { return piece.written }
        let start = range.lowerBound - piece.range.lowerBound + offset
        let end = min(range.upperBound, piece.range.upperBound) - piece.range.lowerBound + offset
        return JSONStringMap(piece.written, in: bytes).fileRange(start..<max(start, end))
    }

    /// A variant of a `{match, when}`, with its position in the file.
    struct Variant {
        let key: JSONMember

        var text: String { TemplateSource.text(key.value) }

        /// Whether its text has several lines.
        var hasLines: Bool { key.value.string?.hasByte(0x0A) ?? text.hasByte(0x0A) }
    }

    /// The variants of a `{match, when}`.
    static func variants(_ node: JSONNode) -> [Variant] { (node["when"]?.members ?? []).map { Variant(key: $0) } }

    static func text(_ node: JSONNode) -> String {
        node.string ?? node.elements.compactMap(\.string).joined(separator: "\n")
    }

    private mutating func appendText(_ node: JSONNode) {
        let start = source.utf8.count
        defer { textRanges.append(start..<source.utf8.count) }
        let lines = node.string == nil ? node.elements : [node]
        for (index, line) in lines.enumerated() {
            if index > 0 { source += "\n" }
            append(line.string ?? "", from: line.range, offset: 0)
        }
    }

    private mutating func append(_ text: String, from written: Range<Int>, offset: Int?) {
        let start = source.utf8.count
        source += text
        pieces.append(Piece(range: start..<source.utf8.count, written: written, offset: offset))
        if let offset { copies.append(Copy(range: start..<source.utf8.count, written: written, offset: offset)) }
    }

    /// Notes that a part of what was appended last, which is generated as a whole, stands in the file as it is.
    private mutating func noteCopy(_ part: Substring, at start: Int, of text: String, in written: Range<Int>) {
        guard !part.isEmpty else { return }
        let offset = text.utf8.distance(from: text.startIndex, to: part.startIndex)
        copies.append(Copy(range: start..<start + part.utf8.count, written: written, offset: offset))
    }

    private mutating func appendSelection(_ match: JSONNode, _ when: [JSONMember], _ fields: [PayloadField]) {
        var names: [String] = []
        for element in match.elements {
            let text = element.string ?? ""
            let selector = Selector(text, fields: fields)
            if !names.contains(selector.name) {
                let start = source.utf8.count + ".input {$".utf8.count
                append(".input {$\(selector.name) \(selector.function)}", from: element.range, offset: nil)
                source += "\n"
                noteCopies(of: selector, written: text, at: start, in: element.range)
            }
            names.append(selector.name)
        }
        append(".match" + names.map { " $" + $0 }.joined(), from: match.range, offset: nil)
        for member in when {
            source += "\n"
            let start = source.utf8.count
            append(Self.keys(member.name), from: member.nameRange, offset: nil)
            noteKeys(member.name, at: start, in: member.nameRange)
            source += " {{"
            appendText(member.value)
            source += "}}"
        }
    }

    /// The name of a selector, and its function where that is written.
    private mutating func noteCopies(of selector: Selector, written text: String, at start: Int, in range: Range<Int>) {
        let name = text.drop { $0 == "$" || $0 == " " }.prefix { $0 != " " }
        guard name == selector.name else { return }
        noteCopy(name, at: start, of: text, in: range)
        let rest = text[name.endIndex...].drop { $0 == " " }
        guard rest == selector.function else { return }
        noteCopy(rest, at: start + selector.name.utf8.count + 1, of: text, in: range)
    }

    /// The keys that aren't quoted in the source.
    private mutating func noteKeys(_ text: String, at start: Int, in range: Range<Int>) {
        var start = start
        for part in text.hasByte(0x20) ? text.split(separator: " ") : [text[...]] {
            let key = Self.key(part)
            if key == part { noteCopy(part, at: start, of: text, in: range) }
            start += key.utf8.count + 1
        }
    }

    /// Keys of several selectors are separated by blanks.
    ///
    /// A key that isn't a valid bare word of MessageFormat is quoted.
    private static func keys(_ text: String) -> String {
        guard text.hasByte(0x20) else { return key(text[...]) }
        return text.split(separator: " ").map(key).joined(separator: " ")
    }

    private static func key(_ text: Substring) -> String {
        let isBare = text == "*" || text.utf8.allSatisfy { $0.isAlphanumeric || "-_.".utf8.contains($0) }
        if isBare { return String(text) }
        return "|" + text.replacing("\\", with: "\\\\").replacing("|", with: "\\|") + "|"
    }

    /// An element of `match`: a field with a function, either written (`count :number select=ordinal`) or by its type.
    package struct Selector {
        package let name: String
        package let function: String

        package init(_ text: String, fields: [PayloadField]) {
            let parts = text.hasByte(0x20) ? text.split(separator: " ", maxSplits: 1) : [text[...]]
            let written = parts.first ?? ""
            let name = String(written.first == "$" ? written.dropFirst() : written)
            self.name = name
            if parts.count > 1 {
                function = String(parts[1])
                return
            }
            switch fields.first(where: { $0.name == name })?.type {
            case .integer: function = ":integer"
            case .decimal: function = ":number"
            default: function = ":string"
            }
        }
    }
}
