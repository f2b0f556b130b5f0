import CarillonModel
import CarillonProfiles

extension TranslatedTexts {
    init(po bytes: [UInt8]) throws(TranslationFileFault) {
        var reader = GettextReader(bytes)
        let found = try reader.entries()
        guard let head = found.first(where: { $0.entry.context == nil && $0.entry.id.isEmpty })?.entry else {
            throw .head("the file has no head: an entry with an empty `msgid`")
        }
        var fields: [String: String] = [:]
        for line in (head.translations.first ?? "").split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingBlanks() }
            if parts.count == 2 { fields[parts[0].lowercased()] = parts[1] }
        }
        guard let tenant = fields["project-id-version"], TenantID.isValid(tenant) else {
            throw .head("`Project-Id-Version` of the head isn't a tenant")
        }
        let target = try Self.target(fields["language"]?.replacing("_", with: "-"))
        let header = GettextPlurals(target).header
        var entries: [String: Entry] = [:]
        for (line, entry) in found {
            guard let context = entry.context else { continue }
            guard entry.idOfMany == nil || fields["plural-forms"].map({ $0.isAlike(header) }) == true else {
                throw .head("`Plural-Forms` of the head isn't as it was exported: \(header)")
            }
            guard entries.updateValue(try Entry(entry, line: line), forKey: context) == nil else {
                throw .syntax(line: line, "there are two entries `\(context)`")
            }
        }
        self.init(tenant: tenant, target: target, entries: entries)
    }
}

extension TranslatedTexts.Entry {
    /// What is fuzzy, or empty, isn't translated.
    fileprivate init(_ entry: GettextEntry, line: Int) throws(TranslationFileFault) {
        let isFuzzy = entry.flags.contains("fuzzy")
        func pieces(_ text: String) throws(TranslationFileFault) -> [InlinePiece] {
            try [InlinePiece](gettext: text, line: line).joined
        }
        var translations: [[InlinePiece]?] = []
        for text in entry.translations {
            translations.append(isFuzzy || text.isEmpty && !entry.id.isEmpty ? nil : try pieces(text))
        }
        self.init(
            original: try pieces(entry.id),
            originalOfMany: try entry.idOfMany.map(pieces),
            translation: translations,
            base: entry.base
        )
    }
}

extension [InlinePiece] {
    fileprivate init(gettext text: String, line: Int) throws(TranslationFileFault) {
        self = []
        var rest = text.unicodeScalars[...]
        while let first = rest.first {
            if first == "{" || first == "}", rest.dropFirst().first == first {
                append(.text(String(Character(first))))
                rest = rest.dropFirst(2)
            } else if first == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw .syntax(
                        line: line,
                        "`\(String(rest.prefix(20)))` doesn't end with a brace; a brace as such is written twice"
                    )
                }
                let name = String(rest[..<end].dropFirst())
                append(name.hasPrefix("/") ? .close(String(name.dropFirst())) : .code(name))
                rest = rest[end...].dropFirst()
            } else if first == "}" {
                throw .syntax(line: line, "`}` ends nothing; a brace as such is written twice")
            } else {
                let plain = rest.prefix { $0 != "{" && $0 != "}" }
                append(.text(String(plain)))
                rest = rest[plain.endIndex...]
            }
        }
        // A name that something ends is that of a mark.
        let marks = Set(
            compactMap { piece in
                if case .close(let name) = piece { name } else { nil }
            }
        )
        self = map { piece in
            if case .code(let name) = piece, marks.contains(name) { .open(name) } else { piece }
        }
    }
}

extension StringProtocol {
    fileprivate func trimmingBlanks() -> String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Whether two texts differ in blanks and parentheses only, which tools add.
    fileprivate func isAlike(_ other: String) -> Bool {
        func bare(_ text: some StringProtocol) -> [Character] {
            text.filter { !$0.isWhitespace && $0 != "(" && $0 != ")" && $0 != ";" }.map { $0 }
        }
        return bare(self) == bare(other)
    }
}

/// Reads the entries of a PO file.
private struct GettextReader {
    private let lines: [Substring]
    private var next = 0

    init(_ bytes: [UInt8]) {
        lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r\n" || $0 == "\r"
        }
    }

    mutating func entries() throws(TranslationFileFault) -> [(line: Int, entry: GettextEntry)] {
        var found: [(line: Int, entry: GettextEntry)] = []
        while next < lines.count {
            guard !lines[next].allSatisfy(\.isWhitespace) else {
                next += 1
                continue
            }
            let line = next + 1
            if let entry = try entry() { found.append((line, entry)) }
        }
        return found
    }

    private func fault(_ what: String) -> TranslationFileFault { .syntax(line: next + 1, what) }

    /// - Returns: nil for comments that no entry follows, such as those of entries that are out of use.
    private mutating func entry() throws(TranslationFileFault) -> GettextEntry? {
        var entry = GettextEntry(id: "", translations: [])
        var hasID = false
        while next < lines.count {
            let line = lines[next].trimmingBlanks()
            if line.isEmpty { break }
            if line.hasPrefix("#") {
                // The comments of the next entry.
                if !entry.translations.isEmpty { break }
                read(comment: line, into: &entry)
                next += 1
                continue
            }
            let keyword = String(line.prefix { !$0.isWhitespace && $0 != "\"" })
            if !entry.translations.isEmpty, keyword == "msgctxt" || keyword == "msgid" { break }
            switch keyword {
            case "msgctxt": entry.context = try text(behind: keyword, line)
            case "msgid":
                entry.id = try text(behind: keyword, line)
                hasID = true
            case "msgid_plural": entry.idOfMany = try text(behind: keyword, line)
            case "msgstr" where hasID && entry.idOfMany == nil && entry.translations.isEmpty,
                "msgstr[\(entry.translations.count)]" where hasID && entry.idOfMany != nil:
                entry.translations.append(try text(behind: keyword, line))
            default: throw fault("`\(keyword.prefix(20))` isn't expected here")
            }
        }
        guard !entry.translations.isEmpty else {
            guard !hasID, entry.context == nil else { throw fault("an entry has no `msgstr`") }
            return nil
        }
        return entry
    }

    private func read(comment: String, into entry: inout GettextEntry) {
        if comment.hasPrefix("#,") {
            entry.flags += comment.dropFirst(2).split(separator: ",").map { $0.trimmingBlanks() }
        } else if comment.hasPrefix("#.") {
            let note = comment.dropFirst(2).trimmingBlanks()
            if note.hasPrefix(GettextEntry.baseMark) {
                entry.base = String(note.dropFirst(GettextEntry.baseMark.count))
            }
        }
    }

    /// The string behind a keyword, with those of the lines that follow.
    private mutating func text(behind keyword: String, _ line: String) throws(TranslationFileFault) -> String {
        var text = try unquoted(line.dropFirst(keyword.count).trimmingBlanks())
        next += 1
        while next < lines.count {
            let line = lines[next].trimmingBlanks()
            guard line.hasPrefix("\"") else { break }
            text += try unquoted(line)
            next += 1
        }
        return text
    }

    private func unquoted(_ line: String) throws(TranslationFileFault) -> String {
        var scalars = line.unicodeScalars[...]
        guard scalars.popFirst() == "\"", scalars.popLast() == "\"" else { throw fault("a string needs quotes") }
        var text = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            guard scalar != "\"" else { throw fault("a quote within a string is written `\\\"`") }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            switch scalars.popFirst() {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            case "\"": text.append("\"")
            case "\\": text.append("\\")
            default: throw fault("in a string a backslash stands before `n`, `t`, `r`, a quote or another one")
            }
        }
        return String(text)
    }
}
