import CarillonModel
import CarillonProfiles
import MessageFormat

/// The plural forms of a language as a PO file counts them: those that whole numbers have.
///
/// Source: the manual of GNU gettext, "Additional functions for plural forms".
struct GettextPlurals {
    /// In the order of their numbers.
    let categories: [PluralCategory]
    /// What the head of a file says, such as `nplurals=2; plural=(n == 1) ? 0 : 1;`.
    let header: String

    init(_ locale: LocaleTag) {
        let conditions = PluralRules(locale: locale.rawValue).integerConditions
        let possible = PluralForms(locale: locale, isOrdinal: false, isWhole: true).possible
        let named = conditions.filter { possible.contains($0.category) }
        // In Polish each whole number is one, few or many.
        let hasRest = possible.contains(.other)
        categories = named.map(\.category) + (hasRest ? [.other] : [])
        var expression = ""
        for (index, entry) in named.enumerated() {
            expression += index == categories.count - 1 ? "\(index)" : "(\(entry.condition)) ? \(index) : "
        }
        if hasRest { expression += "\(categories.count - 1)" }
        header = "nplurals=\(categories.count); plural=\(expression);"
    }
}
