import CarillonModel
import MessageFormat

/// The keys of `when` for a translation: those of the original, with the target language's plural forms.
struct PluralRows {
    private let text: WrittenText
    private let locale: LocaleTag
    private let choices: [PluralChoice?]

    /// - Parameters:
    ///   - text: a text of the default language.
    ///   - variables: the types of its variables.
    ///   - locale: the language to translate to.
    init(_ text: WrittenText, _ variables: MessageVariables?, locale: LocaleTag) {
        self.text = text
        self.locale = locale
        choices = (text.uses?.selectors ?? []).map { selector in
            PluralChoice(selector, of: selector.argument.flatMap { variables?[$0] })
        }
    }

    /// In the original's order, each with keys for the same number of selectors.
    var keys: [String] {
        let written = (text.node["when"]?.members ?? []).map { $0.name.split(separator: " ").map(String.init) }
        guard written.allSatisfy({ $0.count == choices.count }) else { return written.map(joined) }
        return choices.indices.reduce(written) { spread($0, column: $1) }.map(joined)
    }

    /// Replaces rows that differ only in one column, by plural forms, with rows for the target language's forms.
    private func spread(_ rows: [[String]], column: Int) -> [[String]] {
        guard let choice = choices[column] else { return rows }
        let forms = PluralForms(locale: locale, isOrdinal: choice.isOrdinal, isWhole: choice.isWhole).possible
        var spread: [[String]] = []
        var done: Set<[String]> = []
        for row in rows {
            let alike = rows.filter { row.equals($0, except: column) }.map { $0[column] }
            guard alike.contains(where: { PluralForms.category($0) != nil }) else {
                spread.append(row)
                continue
            }
            guard done.insert(row.replacing(column, with: "")).inserted else { continue }
            let exact = alike.filter { PluralForms.category($0) == nil && $0 != "*" }
            let named = forms.filter { $0 != .other }.map(PluralForms.name)
            spread += (exact + named + ["*"]).map { row.replacing(column, with: $0) }
        }
        return spread
    }

    private func joined(_ keys: [String]) -> String { keys.joined(separator: " ") }
}

extension [String] {
    fileprivate func equals(_ other: [String], except column: Int) -> Bool {
        replacing(column, with: "") == other.replacing(column, with: "")
    }

    fileprivate func replacing(_ column: Int, with key: String) -> [String] {
        var copy = self
        copy[column] = key
        return copy
    }
}
