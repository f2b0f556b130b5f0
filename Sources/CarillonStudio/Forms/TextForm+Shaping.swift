package import CarillonModel
package import CarillonProfiles
package import MessageFormat

/// Forms that get rows, lose them, or go over into another language.
extension TextForm {
    /// The form with one more selector: the present words go into every row of it.
    ///
    /// - Parameters:
    ///   - selector: not one of the form's.
    ///   - keys: its rows but the rest, which is added.
    /// - Throws: ``FormFault/selectors`` where the form has as many as it can have, ``FormFault/locked`` for a locked one.
    package func depending(on selector: FormSelector, keys: [String]) throws(FormFault) -> TextForm {
        let new = keys.map { Message.Key.literal($0) } + [.catchAll]
        switch content {
        case .locked: throw .locked
        case .text(let text):
            let rows = new.map { FormRow([$0], text) }
            return TextForm(shape: .choice, content: .rows(try FormRows([selector], rows)))
        case .rows(let old):
            let rows = old.rows.flatMap { row in new.map { FormRow(row.keys + [$0], row.text) } }
            return TextForm(shape: .choice, content: .rows(try FormRows(old.selectors + [selector], rows)))
        }
    }

    /// The same by a number: a row for each plural form that it can have in this language, the last of which takes the rest.
    package func depending(
        onNumber selector: FormSelector,
        field: PayloadField?,
        locale: LocaleTag
    ) throws(FormFault) -> TextForm {
        let choices = KeyChoice.all(of: selector, field: field, locale: locale)
        return try depending(on: selector, keys: choices.dropLast().map(\.key))
    }

    /// The same by the values of an enumeration or a boolean: a row for each, the last of which takes the rest.
    ///
    /// Where the field can be absent, the rest is what it has then.
    package func depending(onValueOf field: PayloadField, locale: LocaleTag) throws(FormFault) -> TextForm {
        let selector = FormSelector(field.name, Message.Function(name: "string"))
        let choices = KeyChoice.all(of: selector, field: field, locale: locale)
        return try depending(on: selector, keys: choices.dropLast(field.isOptional ? 0 : 1).map(\.key))
    }

    /// The form with other words where an optional field is absent: the same without its chips, to begin with.
    package func dependingOnPresence(of field: String) throws(FormFault) -> TextForm {
        let selector = FormSelector("\(field).present", Message.Function(name: "string"))
        let form = try depending(on: selector, keys: ["true"])
        guard case .rows(let rows) = form.content else { throw .locked }
        var changed: [FormRow] = []
        for row in rows.rows {
            let text = row.keys.last == .catchAll ? try row.text.without(field) : row.text
            changed.append(FormRow(row.keys, text))
        }
        return TextForm(shape: form.shape, content: .rows(try FormRows(rows.selectors, changed)))
    }

    /// The form without one selector: of each group of rows that only it told apart, the one with `key` stays.
    ///
    /// - Parameter column: the selector's number.
    package func independent(of column: Int, keeping key: Message.Key) throws(FormFault) -> TextForm {
        guard case .rows(let rows) = content, rows.selectors.indices.contains(column) else { throw .locked }
        func without(_ keys: [Message.Key]) -> [Message.Key] {
            var keys = keys
            keys.remove(at: column)
            return keys
        }
        var kept: [FormRow] = []
        for row in rows.rows where !kept.contains(where: { $0.keys == without(row.keys) }) {
            let alike = rows.rows.filter { without($0.keys) == without(row.keys) }
            let chosen = alike.first { $0.keys[column] == key } ?? alike.first { $0.keys[column] == .catchAll } ?? row
            kept.append(FormRow(without(row.keys), chosen.text))
        }
        guard rows.selectors.count > 1 else {
            guard let text = kept.first?.text else { throw .noRest }
            return TextForm(text, shape: text.plainText.utf8.contains(0x0A) ? .lines : .string)
        }
        var selectors = rows.selectors
        selectors.remove(at: column)
        return TextForm(shape: shape, content: .rows(try FormRows(selectors, kept)))
    }

    /// The form for another language: every plural form of it, each with the words of the one that comes closest.
    ///
    /// - Parameter fields: the payload fields of the event.
    package func copied(to locale: LocaleTag, fields: [PayloadField]) throws(FormFault) -> TextForm {
        guard case .rows(let rows) = content else { return self }
        var keys = rows.rows.map(\.keys)
        for (column, selector) in rows.selectors.enumerated() where selector.choice != .value {
            let field = fields.first { $0.name == selector.field }
            let choices = KeyChoice.all(of: selector, field: field, locale: locale)
            guard !choices.isEmpty else { continue }
            keys = Self.spread(keys, column, choices.dropLast().map { .literal($0.key) })
        }
        let copies = keys.map { keys in FormRow(keys, rows.closest(to: keys)?.text ?? FormPattern(plain: "")) }
        return TextForm(shape: shape, content: .rows(try FormRows(rows.selectors, copies)))
    }

    /// Keys with other plural forms in one column; exact numbers and the rest stay.
    private static func spread(_ keys: [[Message.Key]], _ column: Int, _ forms: [Message.Key]) -> [[Message.Key]] {
        var spread: [[Message.Key]] = []
        var done: Set<[Message.Key]> = []
        for row in keys {
            var group = row
            group[column] = .catchAll
            guard done.insert(group).inserted else { continue }
            let alike = keys.filter { other in
                var other = other
                other[column] = .catchAll
                return other == group
            }
            let exact = alike.map { $0[column] }.filter { $0 != .catchAll && PluralForms.category($0.name) == nil }
            spread += (exact + forms + [.catchAll]).map { key in
                var row = row
                row[column] = key
                return row
            }
        }
        return spread
    }
}

extension FormRows {
    /// The row whose keys have most in common with others, where the rest counts for each key.
    func closest(to keys: [Message.Key]) -> FormRow? {
        func differs(_ row: FormRow) -> Int { zip(row.keys, keys).count { $0 != $1 } }
        let fitting = rows.filter { row in
            zip(row.keys, keys).allSatisfy { $0 == $1 || $0 == .catchAll || $0 == .literal("other") }
        }
        return fitting.min { differs($0) < differs($1) } ?? rows.last
    }
}

extension FormPattern {
    /// The words without the chips of one field, and without the blank that would then be double.
    func without(_ field: String) throws(FormFault) -> FormPattern {
        let gone = parts.indices.filter { index in
            if case .chip(let chip) = parts[index] { chip.variable == field } else { false }
        }
        var kept = parts
        for index in gone {
            kept[index] = .text("")
            guard index > 0, case .text(let before) = kept[index - 1], before.hasSuffix(" ") else { continue }
            let next: Part? = index + 1 < kept.count ? kept[index + 1] : nil
            if case .text(let after)? = next, !after.hasPrefix(" ") { continue }
            kept[index - 1] = .text(String(before.dropLast()))
        }
        let left = marks.filter { mark in
            kept[mark.range].contains { $0 != .text("") }
        }
        return try FormPattern(kept, marks: left)
    }
}
