package import CarillonModel
package import CarillonProfiles
package import MessageFormat

/// A row that a selector can have in one language, named for people.
package struct KeyChoice: Sendable, Hashable {
    /// Such as `one`, `country_analyst` or `true`.
    package let key: String
    /// The numbers of a plural form, such as `2–4, 22–24, 32–34 …`; nil where the key is a value.
    package let numbers: String?
    /// The first numbers of a plural form: what a row is shown with.
    package let samples: [String]

    /// What can be chosen by this selector.
    ///
    /// The plural forms that the field's numbers can have in this language, in CLDR's order, or the values of an
    /// enumeration or a boolean; nothing for texts and exact numbers, whose keys are free.
    ///
    /// - Parameter field: nil for a variable that is none, such as a term.
    package static func all(of selector: FormSelector, field: PayloadField?, locale: LocaleTag) -> [KeyChoice] {
        guard selector.choice != .value else {
            return values(of: selector, field).map { KeyChoice(key: $0, numbers: nil, samples: []) }
        }
        guard let choice = PluralChoice(selector.function, of: field) else { return [] }
        let forms = PluralForms(locale: locale, isOrdinal: choice.isOrdinal, isWhole: choice.isWhole)
        return forms.possible.compactMap { form in
            let numbers = forms.numbers(form, except: [], within: choice.range)
            guard !numbers.isEmpty else { return nil }
            return KeyChoice(
                key: PluralForms.name(form),
                numbers: wording(numbers),
                samples: Array(numbers.prefix(3))
            )
        }
    }

    private static func values(of selector: FormSelector, _ field: PayloadField?) -> [String] {
        if selector.field.hasSuffix(".present"), field?.name != selector.field { return ["true", "false"] }
        switch field?.type {
        case .choice(let values): return values
        case .boolean: return ["true", "false"]
        default: return []
        }
    }

    /// The first three runs of numbers, then fractions.
    private static func wording(_ numbers: [String]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers.compactMap({ Int($0) }) {
            if let last = runs.last, last.upperBound == number - 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        var parts = runs.prefix(3).map { run in
            switch run.count {
            case 1: "\(run.lowerBound)"
            case 2: "\(run.lowerBound), \(run.upperBound)"
            default: "\(run.lowerBound)–\(run.upperBound)"
            }
        }
        let fractions = numbers.filter { Int($0) == nil }
        parts += fractions.prefix(runs.isEmpty ? 3 : 1)
        let hasMore = runs.count > 3 || runs.isEmpty && fractions.count > 3
        return parts.joined(separator: ", ") + (hasMore ? " …" : "")
    }

    /// As pages get it.
    ///
    /// `{"key": "few", "numbers": "2–4, 22–24, 32–34 …", "samples": ["2", "3", "4"]}`
    package var json: JSONValue {
        var object: JSONObject = ["key": .string(key)]
        object["numbers"] = numbers.map { .string($0) }
        if !samples.isEmpty { object["samples"] = .array(samples.map { .string($0) }) }
        return .object(object)
    }
}

extension FormRows {
    /// What a key of a column stands for.
    package enum Meaning: Sendable, Hashable {
        /// One of the selector's choices; also the rest where only one is left.
        case choice(KeyChoice)
        /// An exact number, or a value that no list has.
        case value(String)
        /// More than one choice, or what no list has.
        case others([KeyChoice])
    }

    /// - Parameters:
    ///   - key: of a row.
    ///   - column: the selector's number.
    ///   - choices: the selector's.
    package func meaning(of key: Message.Key, column: Int, among choices: [KeyChoice]) -> Meaning {
        guard key == .catchAll else {
            return choices.first { $0.key == key.name }.map { .choice($0) } ?? .value(key.name)
        }
        let named = Set(rows.map { $0.keys[column].name })
        let left = choices.filter { !named.contains($0.key) }
        return left.count == 1 ? .choice(left[0]) : .others(left)
    }
}
