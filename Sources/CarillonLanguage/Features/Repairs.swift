import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import MessageFormat

/// Changes that take a diagnostic away and leave words to be looked at: whoever writes the tenant has the last say.
extension TenantSnapshot {
    /// What can be done about a diagnostic of a file beyond its fixes.
    func repairs(of diagnostic: Diagnostic, in path: String) -> [TextAction] {
        guard let file = files[path], case .templates(let locale) = file.kind else { return [] }
        let change: (title: String, edits: [FileEdit])? =
            switch diagnostic.code {
            case .missingPlural: missingForms(at: diagnostic.primary.span.range.lowerBound, file, locale)
            case .optionalWithoutFallback: presence(at: diagnostic.primary.span.range.lowerBound, file)
            // Looks at the whole tenant, which of a large one takes too long for an answer.
            case .missingTranslation: isLarge ? nil : missingWords(of: diagnostic)
            default: nil
            }
        let id = message(at: diagnostic.primary.span.range.lowerBound, in: file)?.id
        guard let change, helps(change.edits, to: id, against: diagnostic) else { return [] }
        return [TextAction(title: change.title, kind: .fix, edits: change.edits, diagnostic: diagnostic)]
    }

    /// Whether edits take a diagnostic away and bring no other.
    ///
    /// - Parameter id: the event whose texts they change, which of a large tenant alone is looked at.
    private func helps(_ edits: [FileEdit], to id: String?, against diagnostic: Diagnostic) -> Bool {
        var changed = folder
        for (path, edits) in Dictionary(grouping: edits, by: \.path) {
            guard let index = changed.files.firstIndex(where: { $0.path == path }) else { return false }
            for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
                changed.files[index].content.replaceSubrange(edit.range, with: edit.text.utf8)
            }
        }
        let snapshot = TenantSnapshot(
            of: changed,
            registry: registry,
            timeZones: timeZones,
            loader: loader,
            after: self
        )
        func faults(_ tenant: TenantSnapshot) -> Set<[String]> {
            let looked = isLarge ? id.map { tenant.part(of: $0).snapshot } ?? tenant : tenant
            return Set(looked.diagnostics.map { [$0.code.number, $0.message] })
        }
        let (before, after) = (faults(self), faults(snapshot))
        return after.isSubset(of: before) && !after.contains([diagnostic.code.number, diagnostic.message])
    }

    // MARK: plural forms

    /// Copies each row with `*` in the number's column for every form that is missing: the words stay what they were.
    private func missingForms(
        at offset: Int,
        _ file: SyntaxFile,
        _ locale: String
    ) -> (title: String, edits: [FileEdit])? {
        guard let tag = LocaleTag(locale), let message = message(at: offset, in: file),
            let match = message.node["match"], let when = message.node["when"],
            let column = match.elements.firstIndex(where: { $0.range.contains(offset) })
        else { return nil }
        let fields = written.fields(of: message.id)
        let selectors = MessageSelectors(MessageTokens(MessageMap(message.node, fields: fields, in: file.bytes).source))
            .selectors
        guard selectors.indices.contains(column), let kind = selectors[column].pluralKind else { return nil }
        let selector = selectors[column]
        let range = fields.first { $0.name == selector.name }?.type.integers
        let isWhole = selector.function == "integer" || range != nil && selector.options["minimumFractionDigits"] == nil
        let rows = when.members.map { (keys: $0.name.split(separator: " ").map(String.init), member: $0) }
        guard rows.allSatisfy({ $0.keys.count == selectors.count }),
            let first = rows.first(where: { $0.keys[column] == "*" })
        else { return nil }
        let missing = PluralForms(locale: tag, isOrdinal: kind == .ordinal, isWhole: isWhole)
            .missing(beside: rows.map { $0.keys[column] }, within: range).map { "\($0)" }
        guard !missing.isEmpty else { return nil }
        let start = first.member.nameRange.lowerBound
        let separator = file.indentation(before: start).map { "," + $0 } ?? ", "
        var text = ""
        for form in missing {
            for row in rows where row.keys[column] == "*" {
                var keys = row.keys
                keys[column] = form
                let name = JSONValue.string(keys.joined(separator: " ")).text
                text += "\(name): \(String(decoding: file.bytes[row.member.value.range], as: UTF8.self))\(separator)"
            }
        }
        let names = missing.map { "`\($0)`" }.joined(separator: ", ")
        return ("add \(names) with the words of `*`", [FileEdit(file.path, start..<start, text)])
    }

    func message(at offset: Int, in file: SyntaxFile) -> WrittenMessage? {
        let message = WrittenMessage.around(JSONPlaceFinder(file.bytes, at: offset).steps, in: file.root)
        return message.flatMap { $0.isServed ? $0 : nil }
    }

    // MARK: optional fields

    /// Lets the field's presence choose: the words as they are, or those around the field.
    private func presence(at offset: Int, _ file: SyntaxFile) -> (title: String, edits: [FileEdit])? {
        guard let message = message(at: offset, in: file) else { return nil }
        let map = MessageMap(message.node, fields: written.fields(of: message.id), in: file.bytes)
        let read = MessageTokens(map.source)
        guard let source = map.sourceOffset(ofByte: offset),
            let token = read.tokens.first(where: { $0.kind == .variable && $0.range.contains(source) })
        else { return nil }
        let name = String(read.text(token).dropFirst())
        let isComplex = map.source.hasPrefix(".") || map.source.hasPrefix("{{")
        guard let value = Self.choosing(name, message.node, MessageSelectors(read).selectors, isComplex) else {
            return nil
        }
        let indentation = file.indentation(before: message.nameRange.lowerBound)
        let text = indentation.map { value.prettyText.replacing("\n", with: $0) } ?? value.text
        return (
            "say something else where `$\(name)` is absent", [FileEdit(file.path, message.node.range, text)]
        )
    }

    /// The text with `<name>.present` among what chooses; nil where that can't help.
    private static func choosing(
        _ name: String,
        _ node: JSONNode,
        _ selectors: [MessageSelectors.Selector],
        _ isComplex: Bool
    ) -> JSONValue? {
        let presence = "\(name).present"
        guard !selectors.contains(where: { $0.name == name || $0.name == presence }) else { return nil }
        guard let match = node["match"] else {
            // A message that declares something itself has its variants in the source.
            guard !isComplex, let value = node.value, let without = value.without(name) else { return nil }
            let when: JSONValue = ["true": value, "*": without]
            return ["match": [.string(presence)], "when": when]
        }
        guard let old = match.value?.array, old.count < 4 else { return nil }
        var rows: [JSONObject.Member] = []
        for row in node["when"]?.members ?? [] {
            guard let value = row.value.value else { return nil }
            if value.mentions(name) {
                guard let without = value.without(name) else { return nil }
                rows.append(.init("\(row.name) true", value))
                rows.append(.init("\(row.name) *", without))
            } else {
                rows.append(.init("\(row.name) *", value))
            }
        }
        return ["match": .array(old + [.string(presence)]), "when": .object(JSONObject(rows))]
    }

    // MARK: other languages

    private func missingWords(of diagnostic: Diagnostic) -> (title: String, edits: [FileEdit])? {
        // The place is a whole file's where nothing of the event is written; what lacks words is named first.
        let ids = written.events.map(\.id) + written.texts.map(\.id)
        guard let id = ids.first(where: { diagnostic.message.hasPrefix("`\($0)` ") }) else { return nil }
        let edits = loader.copies(of: id, in: folder).compactMap { copy in
            files[copy.path].flatMap { FileEdit(from: $0.bytes, to: copy.content, in: copy.path) }
        }
        guard let original = defaultLocale, !edits.isEmpty else { return nil }
        return ("begin with the words in `\(original)`", edits)
    }
}

extension SyntaxFile {
    /// The line break and the blanks before a byte that its line begins with; nil where something else is before it.
    func indentation(before offset: Int) -> String? {
        let blanks = bytes[..<offset].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
        var start = offset - blanks - 1
        guard start >= 0, bytes[start] == 0x0A else { return nil }
        if start > 0, bytes[start - 1] == 0x0D { start -= 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }
}

extension FileEdit {
    /// The shortest change of one place that makes a file another; nil where they are equal.
    fileprivate init?(from old: [UInt8], to new: [UInt8], in path: String) {
        guard old != new else { return nil }
        let shorter = min(old.count, new.count)
        var start = zip(old, new).prefix { $0 == $1 }.count
        var end = zip(old.reversed(), new.reversed()).prefix(shorter - start).prefix { $0 == $1 }.count
        // Neither end is within a character.
        while start > 0, start < shorter, old[start] & 0xC0 == 0x80 || new[start] & 0xC0 == 0x80 { start -= 1 }
        while end > 0, old[old.count - end] & 0xC0 == 0x80 { end -= 1 }
        let text = String(decoding: new[start..<new.count - end], as: UTF8.self)
        self.init(path, start..<old.count - end, text)
    }
}

extension JSONValue {
    private var lines: [String]? { string.map { [$0] } ?? array?.compactMap(\.string) }

    /// Whether a text, or a line of it, shows a variable.
    fileprivate func mentions(_ name: String) -> Bool {
        lines?.contains { line in
            let read = MessageTokens(line)
            return read.tokens.contains { $0.kind == .variable && read.text($0) == "$" + name }
        } ?? false
    }

    /// The text without the placeholders that show a variable; nil where nothing is left, or the text isn't plain.
    fileprivate func without(_ name: String) -> JSONValue? {
        guard let lines else { return nil }
        let rest = lines.map { Self.line($0, without: name) }.filter { !$0.isEmpty }
        guard rest.contains(where: { $0.contains(where: \.isLetter) }) else { return nil }
        return string == nil ? .array(rest.map { .string($0) }) : rest.first.map { .string($0) }
    }

    private static func line(_ line: String, without name: String) -> String {
        let read = MessageTokens(line)
        var bytes = Array(line.utf8)
        var cuts: [Range<Int>] = []
        var opening: MessageToken?
        var isNamed = false
        for token in read.tokens {
            switch (token.kind, read.text(token)) {
            case (.brace, "{"): (opening, isNamed) = (token, false)
            case (.brace, "}"):
                if let opening, isNamed { cuts.append(opening.range.lowerBound..<token.range.upperBound) }
                opening = nil
            case (.variable, "$" + name): isNamed = true
            default: break
            }
        }
        for cut in cuts.reversed() { bytes.removeSubrange(cut) }
        let rest = String(decoding: bytes, as: UTF8.self)
        guard !cuts.isEmpty else { return rest }
        var text = rest.replacing("()", with: "").split(separator: " ").joined(separator: " ")
        for mark in [".", ",", "!", "?", ")"] { text = text.replacing(" " + mark, with: mark) }
        return String(text.reversed().drop { " :,;–—-(".contains($0) }.reversed())
    }
}
