package import CarillonModel
import CarillonProfiles
import MessageFormat

/// What a file of translators says.
package struct TranslatedTexts: Sendable {
    package let tenant: String
    package let target: LocaleTag
    /// By the ids of rows; of texts, where a file has their plural forms together.
    let entries: [String: Entry]

    struct Entry: Sendable {
        let original: [InlinePiece]
        /// Of all plural forms but that of one; nil in an entry of one row.
        let originalOfMany: [InlinePiece]?
        /// One, or one for each plural form in the order of the language's; nil for what isn't translated.
        let translation: [[InlinePiece]?]
        /// Of ``ExchangedTexts/Text``; nil where a tool has thrown it away.
        let base: String?
    }

    /// Reads a file of either format.
    package init(file: [UInt8]) throws(TranslationFileFault) {
        let bytes = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw .head("this isn't UTF-8: have it saved so, or exported again")
        }
        switch bytes.first(where: { !$0.isBlankOrBreak }) {
        case UInt8(ascii: "<"): try self.init(xliff: bytes)
        case UInt8(ascii: "#"), UInt8(ascii: "m"): try self.init(po: bytes)
        default: throw .format
        }
    }

    init(tenant: String, target: LocaleTag, entries: [String: Entry]) {
        self.tenant = tenant
        self.target = target
        self.entries = entries
    }

    /// Writes what is translated into a draft of the tenant.
    ///
    /// A text whose words are those that the tenant has already changes nothing.
    /// - Returns: what isn't taken; each by itself, the rest is.
    /// - Throws: ``TranslationFileFault/tenant(_:)``
    package func write(to draft: inout StudioDraft) throws(TranslationFileFault) -> [TranslationFault] {
        let exchanged = try ExchangedTexts(of: draft, in: target)
        var reasons: [Int: TranslationFault.Reason] = [:]
        var forms: [(form: TextForm, place: TextPlace)] = []
        var indices: [Int] = []
        var known: Set<String> = []
        for (index, text) in exchanged.texts.enumerated() {
            known.insert(text.id)
            known.formUnion(text.rows.map(\.id))
            do throws(TranslationFault.Reason) {
                guard let form = try form(of: text, forms: exchanged.plurals.categories) else { continue }
                forms.append((form, text.place))
                indices.append(index)
            } catch {
                reasons[index] = error
            }
        }
        for (index, fault) in zip(indices, draft.write(forms)) { reasons[index] = fault.map { .edit($0) } }
        var faults = reasons.sorted { $0.key < $1.key }.map { index, reason in
            TranslationFault(text: exchanged.texts[index].id, reason: reason)
        }
        let unknown = entries.filter { !known.contains($0.key) && $0.value.translation.contains { $0 != nil } }
        faults += unknown.keys.sorted().map { TranslationFault(text: $0, reason: .unknown) }
        return faults
    }

    /// - Parameter forms: of a number, in a PO file's order.
    /// - Returns: nil where nothing of it is translated otherwise than it is.
    private func form(
        of text: ExchangedTexts.Text,
        forms: [PluralCategory]
    ) throws(TranslationFault.Reason) -> TextForm? {
        let whole = text.plurals.flatMap { _ in entries[text.id] }
        let found = text.rows.map { entries[$0.id] ?? whole }
        let translation = text.rows.indices.map { index in
            let own = entries[text.rows[index].id].flatMap { $0.translation.first ?? nil }
            return own ?? whole?.translation(of: text, row: index, forms)
        }
        // What is there already needs no look at what it was made from.
        guard zip(translation, text.rows).contains(where: { $0 != nil && $0 != $1.translation }) else { return nil }
        for (row, entry) in zip(text.rows, found) {
            guard let entry else { continue }
            guard entry.isOf(text, row) else { throw .originalChanged }
            guard entry.base ?? text.base == text.base else { throw .wordsChanged }
        }
        var patterns: [FormPattern] = []
        var missing: [String] = []
        for (row, (translation, present)) in zip(text.rows, zip(translation, text.form.wordedRows)) {
            if let translation {
                patterns.append(try text.codes.pattern(of: translation))
            } else {
                if !text.isWritten { missing.append(row.name ?? row.id) }
                patterns.append(present.text)
            }
        }
        guard missing.isEmpty else { throw .incomplete(rows: missing) }
        do throws(FormFault) {
            return try text.form.with(patterns)
        } catch {
            throw .form(error)
        }
    }
}

extension TranslatedTexts.Entry {
    /// What is said of one row by an entry of all plural forms.
    fileprivate func translation(
        of text: ExchangedTexts.Text,
        row: Int,
        _ forms: [PluralCategory]
    ) -> [InlinePiece]? {
        guard let category = text.plurals?[row] else { return nil }
        let place = forms.firstIndex(of: category) ?? forms.count - 1
        return translation.indices.contains(place) ? translation[place] : nil
    }

    /// Whether the original is still the one that was translated.
    fileprivate func isOf(_ text: ExchangedTexts.Text, _ row: ExchangedTexts.Row) -> Bool {
        guard let originalOfMany else { return original == row.original }
        guard let originals = text.originals else { return false }
        return original == originals.one && originalOfMany == originals.many
    }
}

extension UInt8 {
    fileprivate var isBlankOrBreak: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
