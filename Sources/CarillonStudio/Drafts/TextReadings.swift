import CarillonLanguage
package import CarillonModel
package import CarillonProfiles
package import MessageFormat

/// What a row of a text reads like, with numbers that it is for.
package struct TextReadings: Sendable, Hashable {
    /// The row's.
    package let keys: [Message.Key]
    /// At most three, in their order; none where the row is for no number.
    package let readings: [Reading]

    package struct Reading: Sendable, Hashable {
        /// As keys have it: `21`, `0.5`.
        package let number: String
        package let text: String
    }

    /// As pages get it.
    ///
    /// `{"keys": ["few"], "readings": [{"number": "2", "words": "2 pliki"}, …]}`
    package var json: JSONValue {
        let keys = keys.map { key -> JSONValue in if case .literal(let text) = key { .string(text) } else { .null } }
        let readings = readings.map { one -> JSONValue in
            ["number": .string(one.number), "words": .string(one.text)]
        }
        return ["keys": .array(keys), "readings": .array(readings)]
    }
}

extension StudioDraft {
    /// What each row of a text reads like with the first numbers that it is for, and with the main sample's other values.
    ///
    /// - Parameter context: the time, the zone and the recipient; nil for those of `samples/context.json`.
    /// - Returns: one for each row, in their order; none where no number chooses between rows, and without a sample.
    package func readings(of place: TextPlace, in context: SampleContext? = nil) -> [TextReadings] {
        let fields = snapshot.written.fields(of: place.message.rawValue)
        guard let form = form(place), case .rows(let rows) = form.content,
            let column = rows.selectors.firstIndex(where: { $0.choice != .value }),
            let field = fields.first(where: { $0.name == rows.selectors[column].field }),
            let message = try? form.message(fields: fields), case .select(_, let variants) = message.body
        else { return [] }
        let numbers = rows.numbers(of: column, field, locale: place.locale)
        var texts = [[String: String]](repeating: [:], count: rows.rows.count)
        for number in Set(numbers.joined()) {
            guard let value = field.type.value(of: number) else { continue }
            let indices = rows.rows.indices.filter { numbers[$0].contains(number) }
            let messages = indices.map { index in
                Message(declarations: message.declarations, body: .pattern(variants[index].pattern))
            }
            let wordings = wordings(of: messages, at: place, sample: nil, replacing: (field.name, value), in: context)
            for (index, wording) in zip(indices, wordings) { texts[index][number] = wording }
        }
        return rows.rows.indices.map { index in
            TextReadings(
                keys: rows.rows[index].keys,
                readings: numbers[index].compactMap { number in
                    texts[index][number].map { TextReadings.Reading(number: number, text: $0) }
                }
            )
        }
    }
}

extension FormRows {
    /// The first three numbers that each row is for.
    fileprivate func numbers(of column: Int, _ field: PayloadField, locale: LocaleTag) -> [[String]] {
        let named = Set(rows.map { $0.keys[column].name })
        let choice = PluralChoice(selectors[column].function, of: field)
        let forms = choice.map { PluralForms(locale: locale, isOrdinal: $0.isOrdinal, isWhole: $0.isWhole) }
        let possible = forms?.possible ?? []
        /// Exact numbers come before forms.
        let exact = Set(named.compactMap { Int($0) })
        func first(of form: PluralCategory) -> [String] {
            Array((forms?.numbers(form, except: exact, within: choice?.range) ?? []).prefix(3))
        }
        return rows.map { row in
            guard case .literal(let key) = row.keys[column] else {
                // Where several forms are left, one number of each comes first.
                let left = possible.filter { !named.contains(PluralForms.name($0)) }.map(first)
                return Array((0..<3).flatMap { at in left.compactMap { $0.count > at ? $0[at] : nil } }.prefix(3))
            }
            if let form = possible.first(where: { PluralForms.name($0) == key }) { return first(of: form) }
            return Int(key) == nil ? [] : [key]
        }
    }
}

extension PayloadType {
    /// A number as a payload has it.
    fileprivate func value(of number: String) -> JSONValue? {
        if case .decimal = self { return .string(number) }
        return Int(number).map { JSONValue($0) }
    }
}
