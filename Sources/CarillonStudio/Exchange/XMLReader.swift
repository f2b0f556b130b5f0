import CarillonModel

/// Reads an XML file into its elements.
///
/// There are no document types: what they declare could name other files, or grow without end. Comments and processing instructions
/// are passed over.
struct XMLReader {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    /// Elements inside one another.
    private static let depthLimit = 100

    /// - Parameter bytes: valid UTF-8.
    static func read(_ bytes: [UInt8]) throws(TranslationFileFault) -> XMLElement {
        var reader = XMLReader(bytes: bytes)
        try reader.skipOutside()
        guard reader.isAt("<") else { throw reader.fault("an element is missing") }
        let root = try reader.element(in: ["xml": "http://www.w3.org/XML/1998/namespace"], depth: 0)
        try reader.skipOutside()
        guard reader.position == bytes.count else { throw reader.fault("something stands behind the end") }
        return root
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func fault(_ what: String) -> TranslationFileFault { .syntax(line: line, what) }

    // MARK: bytes

    private func isAt(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func advance(_ count: Int) {
        line += bytes[position..<position + count].count { $0 == UInt8(ascii: "\n") }
        position += count
    }

    private mutating func skipBlanks() {
        while position < bytes.count, Self.isBlank(bytes[position]) { advance(1) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// - Returns: what stands before `end`, which is passed over.
    private mutating func take(upTo end: String, _ what: String) throws(TranslationFileFault) -> ArraySlice<UInt8> {
        let pattern = Array(end.utf8)
        var index = position
        while index + pattern.count <= bytes.count {
            if bytes[index] == pattern[0], bytes[index...].starts(with: pattern) {
                let found = bytes[position..<index]
                advance(index + pattern.count - position)
                return found
            }
            index += 1
        }
        throw fault("\(what) doesn't end")
    }

    /// Passes over what may stand before and behind the only element.
    private mutating func skipOutside() throws(TranslationFileFault) {
        while true {
            skipBlanks()
            if isAt("<?") {
                _ = try take(upTo: "?>", "an instruction")
            } else if isAt("<!--") {
                _ = try take(upTo: "-->", "a comment")
            } else if isAt("<!") {
                throw fault("a document type isn't taken: remove it")
            } else {
                return
            }
        }
    }

    // MARK: elements

    private mutating func element(
        in outer: [String: String],
        depth: Int
    ) throws(TranslationFileFault) -> XMLElement {
        guard depth < Self.depthLimit else { throw fault("more than \(Self.depthLimit) elements inside one another") }
        let start = line
        advance(1)
        let name = try self.name()
        let written = try attributes(of: name)
        var spaces = outer
        for (name, value) in written {
            if name == "xmlns" { spaces[""] = value }
            if name.hasPrefix("xmlns:") { spaces[String(name.dropFirst(6))] = value }
        }
        var attributes: [String: String] = [:]
        for (name, value) in written where name != "xmlns" && !name.hasPrefix("xmlns:") {
            let found = try lookUp(name, in: spaces, isAttribute: true)
            attributes[found.namespace.isEmpty ? found.local : "{\(found.namespace)}\(found.local)"] = value
        }
        var element = XMLElement(
            name: try lookUp(name, in: spaces, isAttribute: false),
            attributes: attributes,
            line: start
        )
        if isAt("/>") {
            advance(2)
            return element
        }
        guard isAt(">") else { throw fault("`<\(name)` doesn't end") }
        advance(1)
        try content(of: &element, named: name, in: spaces, depth: depth)
        return element
    }

    private mutating func content(
        of element: inout XMLElement,
        named name: String,
        in spaces: [String: String],
        depth: Int
    ) throws(TranslationFileFault) {
        var text = ""
        while position < bytes.count {
            if isAt("</") {
                advance(2)
                guard try self.name() == name else { throw fault("`<\(name)>` of line \(element.line) isn't closed") }
                skipBlanks()
                guard isAt(">") else { throw fault("`</\(name)` doesn't end") }
                advance(1)
                if !text.isEmpty { element.children.append(.text(text)) }
                return
            } else if isAt("<!--") {
                _ = try take(upTo: "-->", "a comment")
            } else if isAt("<![CDATA[") {
                advance(9)
                text += String(decoding: try take(upTo: "]]>", "a CDATA section"), as: UTF8.self)
            } else if isAt("<?") {
                _ = try take(upTo: "?>", "an instruction")
            } else if isAt("<") {
                if !text.isEmpty { element.children.append(.text(text)) }
                text = ""
                element.children.append(.element(try self.element(in: spaces, depth: depth + 1)))
            } else {
                text += try self.text(upTo: [UInt8(ascii: "<")])
            }
        }
        throw fault("`<\(name)>` of line \(element.line) isn't closed")
    }

    private mutating func attributes(of element: String) throws(TranslationFileFault) -> [(name: String, value: String)]
    {
        var found: [(name: String, value: String)] = []
        while true {
            let before = position
            skipBlanks()
            guard position < bytes.count, !isAt(">"), !isAt("/>") else { return found }
            guard position > before else { throw fault("a blank is missing in `<\(element)`") }
            let name = try self.name()
            guard !found.contains(where: { $0.name == name }) else { throw fault("`\(name)` stands twice") }
            skipBlanks()
            guard isAt("=") else { throw fault("`\(name)` has no value") }
            advance(1)
            skipBlanks()
            guard isAt("\"") || isAt("'") else { throw fault("the value of `\(name)` needs quotes") }
            let quote = bytes[position]
            advance(1)
            let value = try text(upTo: [quote, UInt8(ascii: "<")])
            guard position < bytes.count, bytes[position] == quote else {
                throw fault("the value of `\(name)` doesn't end")
            }
            advance(1)
            found.append((name, value))
        }
    }

    private mutating func name() throws(TranslationFileFault) -> String {
        let start = position
        while position < bytes.count, bytes[position] >= 0x80 || Self.isInName(bytes[position]) { position += 1 }
        guard position > start else { throw fault("a name is missing") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || ":_-.".utf8.contains(byte)
    }

    private func lookUp(
        _ name: String,
        in spaces: [String: String],
        isAttribute: Bool
    ) throws(TranslationFileFault) -> XMLElement.Name {
        guard let colon = name.firstIndex(of: ":") else {
            return XMLElement.Name(namespace: isAttribute ? "" : spaces[""] ?? "", local: name)
        }
        guard let namespace = spaces[String(name[..<colon])] else { throw fault("`\(name)` has an unknown prefix") }
        return XMLElement.Name(namespace: namespace, local: String(name[name.index(after: colon)...]))
    }

    // MARK: words

    /// Text with its references resolved; breaks of lines become line feeds.
    private mutating func text(upTo ends: [UInt8]) throws(TranslationFileFault) -> String {
        var text: [UInt8] = []
        while position < bytes.count, !ends.contains(bytes[position]) {
            switch bytes[position] {
            case UInt8(ascii: "&"):
                advance(1)
                text += try reference().utf8
            case UInt8(ascii: "\r"):
                if position + 1 == bytes.count || bytes[position + 1] != UInt8(ascii: "\n") {
                    text.append(UInt8(ascii: "\n"))
                }
                advance(1)
            case let byte:
                text.append(byte)
                advance(1)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func reference() throws(TranslationFileFault) -> String {
        let name = String(decoding: try take(upTo: ";", "a reference"), as: UTF8.self)
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
        guard let scalar = number.flatMap({ Unicode.Scalar($0) }), XMLElement.isAllowed(scalar) else {
            throw fault("`&\(name.prefix(20));` is none that XML knows")
        }
        return String(Character(scalar))
    }
}
