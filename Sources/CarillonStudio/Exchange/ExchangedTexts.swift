import CarillonLanguage
package import CarillonModel
import CarillonProfiles
import MessageFormat

/// A tenant's texts in one language beside the originals: what translators get, and what their file is read against.
package struct ExchangedTexts: Sendable {
    package let tenant: String
    /// The tenant's default language.
    package let source: LocaleTag
    package let target: LocaleTag
    let texts: [Text]
    /// Of the target, as PO files count them.
    let plurals: GettextPlurals
    /// Texts that can't be translated this way, because only developers write them.
    package let left: [TextPlace]

    /// - Parameters:
    ///   - target: a language of the tenant, other than its default.
    ///   - isOpenOnly: whether what is translated, and to the present original, is left out.
    /// - Throws: ``TranslationFileFault/tenant(_:)``
    package init(
        of draft: StudioDraft,
        in target: LocaleTag,
        isOpenOnly: Bool = false
    ) throws(TranslationFileFault) {
        guard let locales = draft.snapshot.profile?.locales else {
            throw .tenant("the tenant's files have errors: see `carillon validate`")
        }
        guard target != locales.defaultLocale else {
            throw .tenant("`\(target)` is the language of the originals: name one that is translated into")
        }
        guard locales.supported.contains(target) else {
            throw .tenant(
                "`\(target)` is none of the tenant's languages: begin it with `carillon add-locale \(target)`"
            )
        }
        tenant = draft.base.folder.name
        source = locales.defaultLocale
        self.target = target
        plurals = GettextPlurals(target)
        var texts: [Text] = []
        var left: [TextPlace] = []
        for entry in draft.texts.texts {
            let state = entry.states[target] ?? TextList.State()
            // What the original doesn't have is this language's own.
            guard let original = draft.form(entry.place), !isOpenOnly || state.isMissing || state.isStale else {
                continue
            }
            guard let text = Text(entry.place.inLanguage(target), original, state, in: draft) else {
                left.append(entry.place)
                continue
            }
            texts.append(text)
        }
        self.texts = texts
        self.left = left
    }

    /// A text, row by row.
    struct Text: Sendable {
        let id: String
        /// In the language that is translated into.
        let place: TextPlace
        /// The text in that language; where it has none, a copy of the original with that language's rows.
        let form: TextForm
        let isWritten: Bool
        /// Whether the original has changed since it was translated.
        let isStale: Bool
        /// Changes with the words in the tenant's file.
        let base: String
        /// For people.
        let notes: [String]
        let rows: [Row]
        /// Of all rows and their originals: a placeholder has one name in a text.
        let codes: InlineCodes
        /// Which of a number's plural forms each row is, where these are all that it has: as PO files know it.
        let plurals: [PluralCategory]?

        /// The originals of one and of many, where ``plurals`` are told.
        var originals: (one: [InlinePiece], many: [InlinePiece])? {
            guard let plurals, let many = rows.last(where: \.isRest) ?? rows.last else { return nil }
            let one = plurals.firstIndex(of: .one).map { rows[$0] } ?? rows[0]
            return (one.original, many.original)
        }
    }

    /// A row of a text; one where the text has none.
    struct Row: Sendable {
        /// Of the text, and the row's keys behind it; a name of XML.
        let id: String
        /// As people call the row; nil for the only one.
        let name: String?
        /// Whether it takes what no other row does.
        let isRest: Bool
        let original: [InlinePiece]
        /// Nil where nothing is written yet.
        let translation: [InlinePiece]?
    }
}

extension ExchangedTexts.Text {
    /// Nil for a text that can't be written by its words.
    fileprivate init?(_ place: TextPlace, _ original: TextForm, _ state: TextList.State, in draft: StudioDraft) {
        let fields = draft.snapshot.written.fields(of: place.message.rawValue)
        // An empty place for words isn't a text yet.
        let present = state.isMissing ? nil : draft.form(place)
        guard let form = present ?? (try? original.copied(to: place.locale, fields: fields)) else { return nil }
        if case .locked(let lock) = form.content, present == nil || lock.rows.isEmpty { return nil }
        self.place = place
        self.form = form
        isStale = state.isStale
        isWritten = present != nil
        base = String(draft.hash(of: place).prefix(16))
        let id = "\(place.message.rawValue):\(place.path)"
        self.id = id
        let choices = form.selectors.map { selector in
            let field = fields.first { $0.name == selector.field }
            return KeyChoice.all(of: selector, field: field, locale: place.locale)
        }
        let codes = InlineCodes(of: (original.wordedRows + form.wordedRows).map(\.text))
        self.codes = codes
        rows = form.wordedRows.map { row in
            let source = original.wordedRow(closestTo: row.keys)?.text ?? FormPattern(plain: "")
            return ExchangedTexts.Row(
                id: ([id] + row.keys.map(\.token)).joined(separator: ":"),
                name: form.name(of: row, among: choices),
                isRest: row.isRest,
                original: codes.pieces(of: source).joined,
                translation: present.map { _ in codes.pieces(of: row.text).joined }
            )
        }
        plurals = form.plurals(fields: fields, locale: place.locale)
        let event = draft.snapshot.written.events.first { $0.id == place.message }
        let text = draft.snapshot.written.texts.first { $0.id == place.message }
        let summary = event?.summary ?? text?.summary ?? ""
        notes = (summary.isEmpty ? [] : [summary]) + form.labels(fields: fields)
    }
}

extension TextForm {
    fileprivate var selectors: [FormSelector] {
        if case .rows(let rows) = content { rows.selectors } else { [] }
    }

    /// The rows that have words: a text without any is one without keys.
    var wordedRows: [FormRow] {
        switch content {
        case .text(let text): [FormRow([], text)]
        case .rows(let rows): rows.rows
        case .locked(let lock): lock.rows
        }
    }

    /// The row whose words another language's row translates.
    fileprivate func wordedRow(closestTo keys: [Message.Key]) -> FormRow? {
        switch content {
        case .text(let text): FormRow([], text)
        case .rows(let rows) where rows.selectors.count == keys.count: rows.closest(to: keys)
        case .rows(let rows): rows.rows.first(where: \.isRest)
        case .locked(let lock): lock.rows.first { $0.keys == keys } ?? lock.rows.last
        }
    }

    /// With other words in its rows, in their order.
    func with(_ texts: [FormPattern]) throws(FormFault) -> TextForm {
        var form = self
        switch content {
        case .text: form.content = .text(texts.first ?? FormPattern(plain: ""))
        case .rows(let rows):
            let changed = zip(rows.rows, texts).map { FormRow($0.keys, $1) }
            form.content = .rows(try FormRows(rows.selectors, changed))
        case .locked(var lock):
            for (index, text) in texts.enumerated() where index < lock.rows.count { lock.rows[index].text = text }
            form.content = .locked(lock)
        }
        return form
    }

    /// Such as `count: 2–4, 22–24 …`.
    fileprivate func name(of row: FormRow, among choices: [[KeyChoice]]) -> String? {
        guard case .rows(let rows) = content else {
            return row.keys.isEmpty ? nil : row.name
        }
        return rows.selectors.enumerated().map { column, selector in
            let meaning = rows.meaning(of: row.keys[column], column: column, among: choices[column])
            let value =
                switch meaning {
                case .choice(let choice): choice.numbers ?? choice.key
                case .value(let value): value
                case .others: "all others"
                }
            return "\(selector.field): \(value)"
        }
        .joined(separator: ", ")
    }

    /// One a row, where the text depends on nothing but the plural form of a whole number.
    fileprivate func plurals(fields: [PayloadField], locale: LocaleTag) -> [PluralCategory]? {
        guard case .rows(let rows) = content, rows.selectors.count == 1, let selector = rows.selectors.first,
            let choice = PluralChoice(selector.function, of: fields.first { $0.name == selector.field }),
            choice.isWhole, !choice.isOrdinal
        else { return nil }
        let choices = KeyChoice.all(of: selector, field: fields.first { $0.name == selector.field }, locale: locale)
        var plurals: [PluralCategory] = []
        for row in rows.rows {
            if row.isRest {
                // Several forms may be left: the words are those of each.
                guard case .choice(let rest) = rows.meaning(of: row.keys[0], column: 0, among: choices),
                    let category = PluralForms.category(rest.key)
                else {
                    plurals.append(.other)
                    continue
                }
                plurals.append(category)
            } else {
                guard let category = PluralForms.category(row.name) else { return nil }
                plurals.append(category)
            }
        }
        return Set(plurals).count == plurals.count ? plurals : nil
    }

    /// What the fields in it are, for whoever doesn't know them.
    fileprivate func labels(fields: [PayloadField]) -> [String] {
        let shown = Set(wordedRows.flatMap(\.text.chips).compactMap(\.variable)).union(selectors.map(\.field))
        return fields.filter { shown.contains($0.name) }.compactMap { field in
            field.description.map { "\(field.name): \($0)" }
        }
    }
}

extension Message.Key {
    /// As a part of a name in XML: what it can't have stands there by its bytes.
    fileprivate var token: String {
        guard case .literal(let text) = self else { return ".rest" }
        return text.utf8.map { byte in
            if byte.isAlphanumeric || "-_".utf8.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? ".0\(digits)" : ".\(digits)"
        }
        .joined()
    }
}
