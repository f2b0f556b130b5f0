import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// A language that somebody names, as a tag of BCP 47 whose numbers, dates and plural forms are known.
enum LanguageChoice {
    /// What is wrong with the text of a tag, and what was probably meant.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    static func tag(_ text: String) throws(Fault) -> LocaleTag {
        guard let tag = LocaleTag(text) else {
            throw Fault(description: "\"\(text)\" is not \(LocaleTag.shape)" + question(text))
        }
        let language = tag.language
        // Codes that have been replaced are in the tables, too.
        guard known.contains(language), LanguageTag(language)?.language == language else {
            throw Fault(description: "no language is known by \"\(language)\"" + question(text))
        }
        return tag
    }

    /// Languages whose plural forms are known.
    private static let known: Set<String> = Set(
        LanguageTag.knownForPlurals.map { String($0.prefix { $0 != "-" }) }.filter { $0 != "und" }
    )

    private static func question(_ text: String) -> String {
        guess(text).map { "; did you mean `\($0)`?" }
            ?? "; tags are those of BCP 47, such as `en`, `nb-NO` or `zh-Hant`"
    }

    private static func guess(_ text: String) -> String? {
        // As POSIX has it: uk_UA.UTF-8.
        let plain = text.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
        let parts = plain.split(separator: "-", maxSplits: 1).map(String.init)
        guard let first = parts.first?.lowercased() else { return nil }
        let present = LanguageTag(first)?.language
        // All codes of two letters are alike.
        let close = first.count > 2 ? Suggestion.closest(to: first, among: known.sorted()) : nil
        let languages = [present, usual[first], close].compactMap(\.self)
        guard let language = languages.first(where: known.contains) else { return nil }
        let whole = LocaleTag(([language] + parts.dropFirst()).joined(separator: "-"))
        return (whole ?? LocaleTag(language))?.rawValue
    }

    /// What people write in place of a language's code: its name, or the country's code.
    private static let usual = [
        "arabic": "ar", "chinese": "zh", "cn": "zh", "cz": "cs", "czech": "cs", "danish": "da", "dk": "da",
        "dutch": "nl", "english": "en", "finnish": "fi", "french": "fr", "german": "de", "gr": "el", "greek": "el",
        "hebrew": "he", "hindi": "hi", "italian": "it", "japanese": "ja", "jp": "ja", "korean": "ko", "kr": "ko",
        "norwegian": "nb", "persian": "fa", "polish": "pl", "portuguese": "pt", "rs": "sr", "russian": "ru",
        "spanish": "es", "swedish": "sv", "turkish": "tr", "ua": "uk", "ukrainian": "uk", "vietnamese": "vi",
        "vn": "vi",
    ]
}
