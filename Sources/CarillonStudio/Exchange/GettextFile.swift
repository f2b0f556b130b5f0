import CarillonModel
import CarillonProfiles
import MessageFormat

// The format of GNU gettext's PO files: its manual, "The Format of PO Files".

extension ExchangedTexts {
    /// A PO file of GNU gettext.
    ///
    /// A placeholder stands as `{name}`, a mark as `{name}` and `{/name}` around its words, and a brace as two. A text that depends on the
    /// plural form of a whole number alone is one entry with all forms; of others each row is one. Words whose original has changed since
    /// are `fuzzy`.
    package var po: String {
        let head = [
            "Project-Id-Version: \(tenant)", "PO-Revision-Date: ", "Last-Translator: ", "Language-Team: ",
            "Language: \(target.rawValue.replacing("-", with: "_"))",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit",
            "Plural-Forms: \(plurals.header)", "X-Source-Language: \(source)",
            "X-Generator: Carillon \(Release.version)",
        ]
        let entries = texts.flatMap { $0.entries(forms: plurals.categories) }
        let written =
            [
                GettextEntry(id: "", translations: [head.map { $0 + "\n" }.joined()])
            ] + entries
        return written.map(\.text).joined(separator: "\n")
    }
}

extension ExchangedTexts.Text {
    /// - Parameter forms: of a number, in the file's order.
    fileprivate func entries(forms: [PluralCategory]) -> [GettextEntry] {
        let isPlain = rows.allSatisfy { row in
            (row.original + (row.translation ?? [])).allSatisfy { piece in
                switch piece {
                case .text, .code: true
                case .open, .close: false
                }
            }
        }
        var flags = isStale ? ["fuzzy"] : []
        // Then tools look after the placeholders.
        if isPlain, rows.contains(where: { $0.original.contains { if case .code = $0 { true } else { false } } }) {
            flags.append("python-brace-format")
        }
        func entry(_ id: String, _ row: ExchangedTexts.Row, notes: [String]) -> GettextEntry {
            GettextEntry(
                context: id,
                id: Self.text(row.original),
                notes: notes,
                base: base,
                flags: flags,
                translations: [row.translation.map(Self.text) ?? ""]
            )
        }
        guard let plurals, let originals else {
            return rows.map { row in
                entry(row.id, row, notes: notes + (row.name.map { ["when \($0)"] } ?? []))
            }
        }
        let translations = forms.map { form in
            let row = plurals.firstIndex(of: form).map { rows[$0] } ?? rows.last(where: \.isRest)
            return row?.translation.map(Self.text) ?? ""
        }
        return [
            GettextEntry(
                context: id,
                id: Self.text(originals.one),
                idOfMany: Self.text(originals.many),
                notes: notes,
                base: base,
                flags: flags,
                translations: translations
            )
        ]
    }

    private static func text(_ pieces: [InlinePiece]) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): doubled(text)
            case .code(let name), .open(let name): "{\(name)}"
            case .close(let name): "{/\(name)}"
            }
        }
        .joined()
    }
}

/// With each brace twice, which is a brace as such.
///
/// By scalars: as a character, it would take a combining mark with it.
private func doubled(_ text: String) -> String {
    var doubled = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        doubled.append(scalar)
        if scalar == "{" || scalar == "}" { doubled.append(scalar) }
    }
    return String(doubled)
}

/// An entry of a PO file.
struct GettextEntry {
    var context: String?
    var id: String
    var idOfMany: String?
    var notes: [String] = []
    var base: String?
    var flags: [String] = []
    /// One, or one for each plural form.
    var translations: [String]

    static let baseMark = "carillon-base: "

    var text: String {
        var lines: [String] = []
        // A note has no way out of its lines.
        for note in notes + (base.map { [Self.baseMark + $0] } ?? []) {
            lines += note.split(whereSeparator: \.isNewline).map { "#. \($0)" }
        }
        if !flags.isEmpty { lines.append("#, \(flags.joined(separator: ", "))") }
        if let context { lines += Self.lines("msgctxt", context) }
        lines += Self.lines("msgid", id)
        if let idOfMany {
            lines += Self.lines("msgid_plural", idOfMany)
            for (index, translation) in translations.enumerated() {
                lines += Self.lines("msgstr[\(index)]", translation)
            }
        } else {
            lines += Self.lines("msgstr", translations.first ?? "")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A line of the text is one of the file.
    private static func lines(_ keyword: String, _ text: String) -> [String] {
        var parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let last = parts.removeLast()
        let lines = parts.map { $0 + "\n" } + (last.isEmpty ? [] : [last])
        guard lines.count > 1 else { return ["\(keyword) \(quoted(lines.first ?? ""))"] }
        return ["\(keyword) \"\""] + lines.map(quoted)
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
