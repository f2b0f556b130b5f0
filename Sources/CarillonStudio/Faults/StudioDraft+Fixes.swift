import CarillonDiagnostics
import CarillonLanguage
import CarillonModel
import CarillonProfiles
import MessageFormat

extension StudioDraft {
    /// What can be done about a fault, the best first: each can be written as it is.
    ///
    /// - Parameter fault: one of ``faults``.
    package func fixes(of fault: PlacedFault) -> [FaultFix] {
        let code = fault.diagnostic.code
        if code == .missingTranslation { return copies(for: fault.diagnostic) }
        guard let at = fault.place else { return [] }
        if code == .missingSlot { return backs(to: at.text) }
        guard let form = form(at.text) else { return [] }
        var fixes = written(fault.diagnostic, at: at.text)
        func add(_ kind: FaultFix.Kind, _ form: TextForm?, field: String? = nil) {
            guard let form else { return }
            fixes.append(FaultFix(kind: kind, place: at.text, form: form, field: field))
        }
        let fields = snapshot.written.fields(of: at.text.message.rawValue)
        switch code {
        case .missingPlural: add(.addForms, form.addingForms(fields: fields, locale: at.text.locale))
        case .optionalWithoutFallback:
            for name in form.shown(at, among: fields.filter(\.isOptional)) {
                add(.addAbsent, try? form.dependingOnPresence(of: name), field: name)
                add(.removeField, form.without(name), field: name)
            }
        case .sensitiveLeak:
            for name in form.shown(at, among: fields.filter(\.isSensitive)) {
                add(.removeField, form.without(name), field: name)
            }
        case .lostVariable:
            for chip in lost(in: form, at: at.text, among: fields) {
                add(.addField, form.with(chip), field: chip.variable)
            }
        case .emptyText where form.patterns.allSatisfy(\.outline.isEmpty) && isStoodInFor(at.text):
            fixes.append(FaultFix(kind: .removeText, place: at.text, form: nil))
        case .neverChosen: add(.removeRow, form.without(rows: at.keys))
        case .lineBreak: add(.oneLine, form.onOneLine)
        case .unusedMessage
        where WrittenMessage.all(of: at.text.message.rawValue, in: snapshot.files[at.text.file]?.root)
            .count(where: { !$0.isNote }) == 1:
            fixes.append(FaultFix(kind: .removeText, place: at.text, form: nil))
        default: break
        }
        return fixes.filter(isWritable)
    }

    private func isWritable(_ fix: FaultFix) -> Bool {
        guard let form = fix.form else { return true }
        var draft = self
        do throws(EditFault) {
            try draft.write(form, at: fix.place)
        } catch {
            return false
        }
        // One that changes nothing helps nobody.
        return draft.hash(of: fix.place) != hash(of: fix.place)
    }

    /// Whether readers get other words where a text isn't written: the original's, or those of all channels.
    private func isStoodInFor(_ place: TextPlace) -> Bool {
        guard !place.isTerm, let original = snapshot.profile?.locales.defaultLocale else { return false }
        let general = TextPlace(place.message, place.slot, locale: place.locale)
        return place.locale != original || place.channel != nil && form(general) != nil
    }

    /// The words of a slot that a channel can't do without, where the edits took them away.
    private func backs(to missing: TextPlace) -> [FaultFix] {
        edits.map(\.place)
            .filter { place in
                place.message == missing.message && place.slot == missing.slot && place.locale == missing.locale
                    && form(place) == nil
            }
            .compactMap { place in baseForm(place).map { FaultFix(kind: .bringBack, place: place, form: $0) } }
            .filter(isWritable)
    }

    /// What the original shows, and a translation without rows doesn't: of rows only who translates knows which.
    private func lost(in form: TextForm, at place: TextPlace, among fields: [PayloadField]) -> [FormPattern.Chip] {
        guard case .text = form.content, let original = snapshot.profile?.locales.defaultLocale,
            let source = self.form(place.inLanguage(original))
        else { return [] }
        var known = Set(form.patterns.flatMap(\.chips).compactMap(\.variable))
        if case .rows(let rows) = source.content { known.formUnion(rows.selectors.map(\.field)) }
        let isExposed = isExposed(place)
        known.formUnion(fields.filter { $0.isSensitive && isExposed }.map(\.name))
        return source.patterns.flatMap(\.chips).filter { chip in
            chip.variable.map { known.insert($0).inserted } ?? false
        }
    }

    /// The fixes that the diagnostic has of its own, as far as they are within the text that it is at.
    private func written(_ diagnostic: Diagnostic, at place: TextPlace) -> [FaultFix] {
        guard let file = snapshot.files[place.file], let written = snapshot.written(place) else { return [] }
        let path = snapshot.sources[diagnostic.primary.span.source].path
        return diagnostic.fixes.compactMap { fix in
            guard snapshot.sources[fix.span.source].path == path,
                written.node.range.contains(fix.span.range.lowerBound),
                fix.span.range.upperBound <= written.node.range.upperBound
            else { return nil }
            var bytes = file.bytes
            bytes.replaceSubrange(fix.span.range, with: fix.replacement.utf8)
            let root = SyntaxFile(path: file.path, bytes: bytes).root
            guard let changed = WrittenMessage.at(written.id, written.slot, in: root) else { return nil }
            let form = TextForm(changed.node, fields: snapshot.written.fields(of: written.id))
            if case .locked = form.content { return nil }
            return FaultFix(kind: .correct, place: place, form: form)
        }
    }

    /// What each language lacks of an event or app text, with the original's words.
    private func copies(for diagnostic: Diagnostic) -> [FaultFix] {
        snapshot.missingTranslations(of: diagnostic).compactMap { place, original in
            let fields = snapshot.written.fields(of: original.id)
            guard let form = try? TextForm(original.node, fields: fields).copied(to: place.locale, fields: fields)
            else { return nil }
            return FaultFix(kind: .copyOriginal, place: place, form: form)
        }
        .filter(isWritable)
    }
}

extension TextForm {
    /// The fields among these that a place shows: that of the part where it has one, else all of the row or the text.
    fileprivate func shown(_ place: PlacedFault.Place, among fields: [PayloadField]) -> [String] {
        let names = Set(fields.map(\.name))
        var shown = patterns
        if case .rows(let rows) = content, let row = rows.rows.first(where: { $0.keys.map(\.name) == place.keys }) {
            shown = [row.text]
        }
        if shown.count == 1, let part = place.part, shown[0].parts.indices.contains(part),
            case .chip(let chip) = shown[0].parts[part], let name = chip.variable, names.contains(name)
        {
            return [name]
        }
        let found = Set(shown.flatMap(\.chips).compactMap(\.variable)).intersection(names)
        return fields.map(\.name).filter(found.contains)
    }

    /// With other words in each row; nil where a row would have none left.
    private func changed(_ change: (FormPattern) throws(FormFault) -> FormPattern) -> TextForm? {
        func kept(_ text: FormPattern) throws(FormFault) -> FormPattern {
            let new = try change(text)
            guard text.isEmpty || !new.outline.isEmpty else { throw .noRest }
            return new
        }
        do throws(FormFault) {
            switch content {
            case .locked: return nil
            case .text(let text): return TextForm(try kept(text), shape: shape)
            case .rows(let rows):
                var changed: [FormRow] = []
                for row in rows.rows { changed.append(FormRow(row.keys, try kept(row.text))) }
                return TextForm(shape: shape, content: .rows(try FormRows(rows.selectors, changed)))
            }
        } catch {
            return nil
        }
    }

    fileprivate func without(_ field: String) -> TextForm? {
        changed { text throws(FormFault) in
            text.chips.contains { $0.variable == field } ? try text.without(field) : text
        }
    }

    /// With one more chip, behind all words.
    fileprivate func with(_ chip: FormPattern.Chip) -> TextForm? {
        changed { text throws(FormFault) in
            try FormPattern(text.parts + [.text(" "), .chip(chip)], marks: text.marks)
        }
    }

    /// With blanks in place of line breaks.
    fileprivate var onOneLine: TextForm? {
        let form = changed { text throws(FormFault) in
            let parts = text.parts.map { part -> FormPattern.Part in
                guard case .text(let string) = part else { return part }
                return .text(String(string.map { $0.isNewline ? " " : $0 }))
            }
            return try FormPattern(parts, marks: text.marks)
        }
        guard let form, form.shape == .lines else { return form }
        return TextForm(shape: .string, content: form.content)
    }

    fileprivate func without(rows keys: [String]) -> TextForm? {
        guard case .rows(let rows) = content else { return nil }
        let left = rows.rows.filter { $0.keys.map(\.name) != keys }
        guard left.count < rows.rows.count, let changed = try? FormRows(rows.selectors, left) else { return nil }
        return TextForm(shape: shape, content: .rows(changed))
    }

    /// With a row for each plural form that no row is for, but the last of them, which the rest takes.
    fileprivate func addingForms(fields: [PayloadField], locale: LocaleTag) -> TextForm? {
        guard case .rows(let old) = content else { return nil }
        var rows = old.rows
        for (column, selector) in old.selectors.enumerated() where [.cardinal, .ordinal].contains(selector.choice) {
            let field = fields.first { $0.name == selector.field }
            let named = Set(rows.map { $0.keys[column].name })
            let missing = KeyChoice.all(of: selector, field: field, locale: locale).map(\.key).filter {
                !named.contains($0)
            }
            guard let first = rows.firstIndex(where: { $0.keys[column] == .catchAll }) else { return nil }
            let rest = rows.filter { $0.keys[column] == .catchAll }
            let added = missing.dropLast().flatMap { form in
                rest.map { row in
                    var keys = row.keys
                    keys[column] = .literal(form)
                    return FormRow(keys, row.text)
                }
            }
            rows.insert(contentsOf: added, at: first)
        }
        guard rows.count > old.rows.count, let changed = try? FormRows(old.selectors, rows) else { return nil }
        return TextForm(shape: shape, content: .rows(changed))
    }
}
