import CarillonModel

// XLIFF 2.1 core (OASIS Standard, 13 February 2018): a group for a text, and in it a unit with one segment for each row.
private let namespace = "urn:oasis:names:tc:xliff:document:2.0"
private let ownNamespace = "urn:carillon:translation:1"

extension ExchangedTexts {
    /// An XLIFF 2.1 file.
    ///
    /// Placeholders are `<ph>` and marks `<pc>`, named as translators know them; what they stand for isn't in the file, so it can't be
    /// changed there. `carillon:base` tells later whether the words have changed in the tenant's own file meanwhile.
    package var xliff: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<xliff xmlns="\#(namespace)" xmlns:carillon="\#(ownNamespace)" version="2.1" srcLang="\#(source)" trgLang="\#(target)">"#,
            #"  <file id="\#(XMLElement.attribute(tenant))" original="templates/\#(source).json">"#,
        ]
        for text in texts { lines += text.xliff }
        lines += ["  </file>", "</xliff>", ""]
        return lines.joined(separator: "\n")
    }
}

extension ExchangedTexts.Text {
    fileprivate var xliff: [String] {
        let name = XMLElement.attribute("\(place.message), \(place.path)")
        var lines = [#"    <group id="\#(XMLElement.attribute(id)):rows" name="\#(name)">"#]
        if !notes.isEmpty {
            lines.append("      <notes>")
            for note in notes { lines.append("        <note>\(XMLElement.escaped(note))</note>") }
            lines.append("      </notes>")
        }
        for row in rows {
            let (source, target) = (CodeWriter.write(row.original), row.translation.map(CodeWriter.write))
            let name = row.name.map { #" name="\#(XMLElement.attribute($0))""# } ?? ""
            let state =
                isStale ? #" state="initial" subState="carillon:stale""# : isWritten ? #" state="translated""# : ""
            lines += [
                #"      <unit id="\#(XMLElement.attribute(row.id))"\#(name) carillon:base="\#(base)" xml:space="preserve">"#,
                "        <segment\(state)>",
                "          <source>\(source)</source>",
            ]
            if let target { lines.append("          <target>\(target)</target>") }
            lines += ["        </segment>", "      </unit>"]
        }
        return lines + ["    </group>"]
    }
}

/// Writes the pieces of a unit: a code's first place has its name as id, a later one is a copy.
private enum CodeWriter {
    /// - Returns: the content of `<source>`, or of `<target>`, in which codes have the ids of the source.
    static func write(_ pieces: [InlinePiece]) -> String {
        var places: [String: Int] = [:]
        var content = ""
        for piece in pieces {
            switch piece {
            case .text(let text): content += escaped(text)
            case .code(let name):
                content +=
                    #"<ph \#(id(name, &places)) disp="{\#(name)}" equiv="{\#(name)}" type="ui" subType="xlf:var"/>"#
            case .open(let name):
                content += #"<pc \#(id(name, &places)) dispStart="&lt;\#(name)&gt;" dispEnd="&lt;/\#(name)&gt;">"#
            case .close: content += "</pc>"
            }
        }
        return content
    }

    private static func id(_ name: String, _ places: inout [String: Int]) -> String {
        let place = places[name, default: 0]
        places[name] = place + 1
        // No name of a code has a point.
        return place == 0 ? #"id="\#(name)""# : #"id="\#(name).\#(place + 1)" copyOf="\#(name)""#
    }

    /// What XML can't have, not even by its number, is an element.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            XMLElement.isAllowed(scalar)
                ? XMLElement.escaped(String(Character(scalar)))
                : #"<cp hex="\#(String(scalar.value, radix: 16, uppercase: true))"/>"#
        }
        .joined()
    }
}

// MARK: - Reading

extension TranslatedTexts {
    init(xliff bytes: [UInt8]) throws(TranslationFileFault) {
        let root = try XMLReader.read(bytes)
        guard root.name.local == "xliff" else { throw .format }
        guard root.name.namespace == namespace else {
            throw .head(
                "this is XLIFF \(root.attributes["version"] ?? "of another version"), and XLIFF 2.0 or 2.1 is needed"
            )
        }
        let target = try Self.target(root.attributes["trgLang"])
        let files = root.elements(XMLElement.Name(namespace: namespace, local: "file"))
        guard files.count == 1, let file = files.first, let tenant = file.attributes["id"], TenantID.isValid(tenant)
        else {
            throw .head("there must be one `<file>`, whose `id` is the tenant")
        }
        var entries: [String: Entry] = [:]
        for unit in file.units {
            guard let id = unit.attributes["id"] else { throw .syntax(line: unit.line, "a unit has no `id`") }
            let entry = try Entry(unit)
            guard entries.updateValue(entry, forKey: id) == nil else {
                throw .syntax(line: unit.line, "there are two units `\(id)`")
            }
        }
        self.init(tenant: tenant, target: target, entries: entries)
    }

    static func target(_ tag: String?) throws(TranslationFileFault) -> LocaleTag {
        guard let tag, !tag.isEmpty else { throw .head("the file doesn't say into which language it translates") }
        guard let locale = LocaleTag(tag) else { throw .head("`\(tag)` is no language tag") }
        return locale
    }
}

extension XMLElement {
    /// Those of groups inside it, too.
    fileprivate var units: [XMLElement] {
        elements.flatMap { child -> [XMLElement] in
            guard child.name.namespace == namespace else { return [] }
            switch child.name.local {
            case "unit": return [child]
            case "group": return child.units
            default: return []
            }
        }
    }

    fileprivate func first(_ local: String) -> XMLElement? {
        elements(Name(namespace: namespace, local: local)).first
    }
}

extension TranslatedTexts.Entry {
    /// Tools may have cut a unit into several segments, with what is between them as `<ignorable>`.
    fileprivate init(_ unit: XMLElement) throws(TranslationFileFault) {
        var (original, targets): ([InlinePiece], [(order: Int, pieces: [InlinePiece])]) = ([], [])
        var isWhole = true
        let parts = unit.elements.filter { ["segment", "ignorable"].contains($0.name.local) }
        for (index, part) in parts.enumerated() {
            let source =
                try part.first("source").map { element throws(TranslationFileFault) in try element.pieces() } ?? []
            original += source
            let target = part.first("target")
            if let target {
                let order = target.attributes["order"].flatMap { Int($0) } ?? index + 1
                targets.append((order, try target.pieces()))
            } else if part.name.local == "ignorable" {
                targets.append((index + 1, source))
            } else {
                isWhole = false
            }
        }
        let sorted = targets.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
        let joined = sorted.flatMap(\.element.pieces).joined
        self.init(
            original: original.joined,
            originalOfMany: nil,
            translation: [isWhole && (!joined.isEmpty || original.joined.isEmpty) ? joined : nil],
            base: unit.attributes["{\(ownNamespace)}base"]
        )
    }
}

extension XMLElement {
    /// The pieces of a `<source>` or `<target>`.
    fileprivate func pieces() throws(TranslationFileFault) -> [InlinePiece] {
        var starts: [String: String] = [:]
        return try pieces(&starts)
    }

    /// - Parameter starts: names of marks that are open, by the ids of their `<sc>`.
    private func pieces(_ starts: inout [String: String]) throws(TranslationFileFault) -> [InlinePiece] {
        var pieces: [InlinePiece] = []
        for child in children {
            switch child {
            case .text(let text): pieces.append(.text(text))
            case .element(let element):
                guard element.name.namespace == namespace else { continue }
                pieces += try element.inlinePieces(&starts)
            }
        }
        return pieces
    }

    private func inlinePieces(_ starts: inout [String: String]) throws(TranslationFileFault) -> [InlinePiece] {
        switch name.local {
        case "ph": return [.code(try code())]
        case "pc": return [.open(try code())] + (try pieces(&starts)) + [.close(try code())]
        case "sc":
            let code = try code()
            starts[attributes["id"] ?? ""] = code
            return [.open(code)]
        case "ec":
            guard let start = attributes["startRef"], let code = starts[start] else {
                throw .syntax(line: line, "`<ec>` ends nothing that began in the same segment")
            }
            return [.close(code)]
        case "cp":
            guard let hex = attributes["hex"], let value = UInt32(hex, radix: 16), let scalar = Unicode.Scalar(value)
            else {
                throw .syntax(line: line, "`<cp>` has no character")
            }
            return [.text(String(Character(scalar)))]
        // Notes of tools about words.
        case "mrk": return try pieces(&starts)
        case "sm", "em": return []
        default: throw .syntax(line: line, "`<\(name.local)>` is none of XLIFF's elements for words")
        }
    }

    private func code() throws(TranslationFileFault) -> String {
        guard let id = attributes["copyOf"] ?? attributes["id"] else {
            throw .syntax(line: line, "`<\(name.local)>` has no `id`")
        }
        return id
    }
}
