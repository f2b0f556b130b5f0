import CarillonDiagnostics
import CarillonModel

/// A template file isn't another language's under a new name.
///
/// Only sentences count: texts with several words in small letters, for names and “OK” are the same everywhere. Where a file
/// has none, it is told when all of it is the same.
enum CopiedWordsRule: Rule {
    /// Words in small letters that a sentence has.
    private static let sentence = 3
    /// As many sentences are no coincidence, in a file of any size; fewer are none where they are more than half.
    private static let certain = 3
    /// Letters that texts without sentences have together, and texts.
    private static let letters = 20

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        let locales = tenant.profile.locales
        guard tenant.hasSoundLocales, locales.supported.count > 1 else { return }
        let order = [locales.defaultLocale] + locales.supported.filter { $0 != locales.defaultLocale }
        var files: [(locale: LocaleTag, texts: [Place: WrittenText])] = []
        for locale in order {
            let texts = (tenant.textsByLocale[locale] ?? []).map { (Place(id: $0.id, path: $0.path), $0) }
            let file = (locale: locale, texts: Dictionary(texts) { first, _ in first })
            for other in files where !WrittenAlike.areOne(other.locale, locale) {
                guard let copied = copied(file.texts, from: other.texts), let span = tenant.nameSpan(copied[0]) else {
                    continue
                }
                report.add(.copiedWords(copied.count, locale, as: other.locale, span))
                break
            }
            files.append(file)
        }
    }

    private struct Place: Hashable {
        let id: EventTypeID
        let path: String
    }

    /// The texts that nobody translated, in the order of the file; nil where that is no more than coincidence.
    private static func copied(
        _ texts: [Place: WrittenText],
        from originals: [Place: WrittenText]
    ) -> [WrittenText]? {
        var equal: [WrittenText] = []
        var differing: [WrittenText] = []
        for (place, text) in texts {
            guard let original = originals[place] else { continue }
            if original.source == text.source { equal.append(text) } else { differing.append(text) }
        }
        guard !equal.isEmpty else { return nil }
        let sentences = equal.filter { WordCount($0).small >= sentence }
        let others = differing.count { WordCount($0).small >= sentence }
        let isCopied =
            if sentences.isEmpty {
                differing.isEmpty && equal.count >= certain
                    && equal.reduce(0) { $0 + WordCount($1).letters } >= letters
            } else {
                sentences.count >= certain || sentences.count > others
            }
        guard isCopied else { return nil }
        return (sentences.isEmpty ? equal : sentences).sorted { $0.node.range.lowerBound < $1.node.range.lowerBound }
    }
}

/// What a text says in words of its own, without placeholders and markup.
private struct WordCount {
    /// Words that begin with a small letter, or are of a script that has none.
    private(set) var small = 0
    private(set) var letters = 0

    init(_ text: WrittenText) {
        // A message with declarations or variants has its words within two braces.
        let isComplex = text.node["match"] != nil || text.source.hasPrefix(".") || text.source.hasPrefix("{{")
        let wordsDepth = isComplex ? 2 : 0
        var depth = 0
        var isWord = false
        for scalar in text.source.unicodeScalars {
            switch scalar {
            case "{": depth += 1
            case "}": depth = max(0, depth - 1)
            default: break
            }
            guard depth == wordsDepth, scalar.properties.isAlphabetic else {
                isWord = false
                continue
            }
            letters += 1
            if !isWord, !scalar.properties.isUppercase { small += 1 }
            // Chinese and Japanese have no spaces between words.
            isWord = !scalar.properties.isIdeographic
        }
    }
}

/// Languages whose texts may well be the same.
private enum WrittenAlike {
    private static let groups: [Set<String>] = [
        ["no", "nb", "nn"], ["sr", "hr", "bs", "sh", "me"], ["id", "ms"], ["fil", "tl"], ["zh", "yue"],
    ]

    static func areOne(_ left: LocaleTag, _ right: LocaleTag) -> Bool {
        let (first, second) = (language(left), language(right))
        return first == second || groups.contains { $0.contains(first) && $0.contains(second) }
    }

    private static func language(_ tag: LocaleTag) -> String { tag.rawValue.prefix { $0 != "-" }.lowercased() }
}

extension Diagnostic {
    fileprivate static func copiedWords(
        _ count: Int,
        _ locale: LocaleTag,
        as original: LocaleTag,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .copiedWords,
            "`\(locale)` says \(count == 1 ? "a text" : "\(count) texts") word for word as `\(original)` does",
            at: span,
            label: count == 1 ? "" : "the first of them",
            notes: ["readers of `\(locale)` would get the words in `\(original)`"],
            help: "translate \(count == 1 ? "it" : "them"), or leave out of the file what isn't translated yet"
        )
    }
}
