import CarillonDiagnostics
import CarillonModel

/// A template file isn't another language's under a new name.
///
/// Only sentences count: texts with several words in small letters, for names and “OK” are the same everywhere. Where a file
/// has none, it is told when all of it is the same. Case, blanks and marks don't: who changed a full stop translated nothing.
enum CopiedTextRule: Rule {
    /// Words in small letters that a sentence has.
    private static let sentence = 3
    /// As many sentences are no coincidence, in a file of any size; fewer are none where they are more than half.
    private static let certain = 3
    /// Letters that texts without sentences have together, and texts.
    private static let letters = 20

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for copy in copies(in: tenant) {
            guard let span = tenant.nameSpan(copy.texts[0]) else { continue }
            report.add(.copiedText(copy.texts.count, copy.locale, as: copy.original, span))
        }
    }

    /// Texts of a language that are those of another one.
    struct Copy {
        let locale: LocaleTag
        let original: LocaleTag
        /// At least one, in the order of the file.
        let texts: [WrittenText]
    }

    /// At most one for each language.
    static func copies(in tenant: TenantContext) -> [Copy] {
        let locales = tenant.profile.locales
        guard tenant.hasSoundLocales, locales.supported.count > 1 else { return [] }
        let order = [locales.defaultLocale] + locales.supported.filter { $0 != locales.defaultLocale }
        var places: [Place: Int] = [:]
        var numbers: [String: Int] = [:]
        let files = order.map { File(locale: $0, texts: tenant.textsByLocale[$0] ?? [], &places, &numbers) }
        return files.enumerated().compactMap { number, file in
            files[..<number].lazy.filter { !WrittenAlike.areOne($0.locale, file.locale) }.compactMap { other in
                copied(file, from: other).map { Copy(locale: file.locale, original: other.locale, texts: $0) }
            }
            .first
        }
    }

    private struct Place: Hashable {
        let id: EventTypeID
        let path: String
    }

    /// A language's texts, each read once.
    ///
    /// By the number of their place, which is the same in every language; nil where there is none.
    private struct File {
        let locale: LocaleTag
        private(set) var literals: [LiteralText?] = []
        private(set) var texts: [WrittenText?] = []

        init(
            locale: LocaleTag,
            texts: [WrittenText],
            _ places: inout [Place: Int],
            _ numbers: inout [String: Int]
        ) {
            self.locale = locale
            for text in texts {
                let place = Place(id: text.id, path: text.path)
                let number = places[place] ?? places.count
                places[place] = number
                while self.literals.count <= number {
                    self.literals.append(nil)
                    self.texts.append(nil)
                }
                guard self.texts[number] == nil else { continue }
                self.literals[number] = LiteralText(text, &numbers)
                self.texts[number] = text
            }
        }
    }

    /// The texts that nobody translated, in the order of the file; nil where that is no more than coincidence.
    private static func copied(_ file: File, from original: File) -> [WrittenText]? {
        var equal: [Int] = []
        var (differing, sentences, others) = (0, 0, 0)
        for place in 0..<min(file.literals.count, original.literals.count) {
            guard let literal = file.literals[place], let other = original.literals[place], literal.letters > 0 else {
                continue
            }
            let isSentence = literal.inSmallLetters >= sentence
            if literal.saying == other.saying {
                equal.append(place)
                if isSentence { sentences += 1 }
            } else {
                differing += 1
                if isSentence { others += 1 }
            }
        }
        guard !equal.isEmpty else { return nil }
        let isCopied =
            if sentences == 0 {
                differing == 0 && equal.count >= certain
                    && equal.reduce(0) { $0 + (file.literals[$1]?.letters ?? 0) } >= letters
            } else {
                sentences >= certain || sentences > others
            }
        guard isCopied else { return nil }
        return equal.filter { sentences == 0 || (file.literals[$0]?.inSmallLetters ?? 0) >= sentence }
            .compactMap { file.texts[$0] }
            .sorted { $0.node.range.lowerBound < $1.node.range.lowerBound }
    }
}

/// What a text says in words of its own: letters and digits, without placeholders, markup, blanks and marks.
private struct LiteralText {
    /// The number of what it says, whatever the case: texts that say the same have the same.
    let saying: Int
    private(set) var letters = 0
    /// Words that begin with a small letter, or are of a script that has none.
    private(set) var inSmallLetters = 0

    /// - Parameter numbers: the numbers of what was said before.
    init(_ text: WrittenText, _ numbers: inout [String: Int]) {
        // A message with declarations or variants has its words within two braces.
        let isComplex = text.node["match"] != nil || text.source.hasPrefix(".") || text.source.hasPrefix("{{")
        let textDepth = isComplex ? 2 : 0
        // In lower case, one word after the other.
        var folded: [UInt8] = []
        folded.reserveCapacity(text.source.utf8.count)
        var depth = 0
        var isWithinWord = false
        var isEscaped = false
        for scalar in text.source.unicodeScalars {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch scalar {
            case "\\": isEscaped = true
            case "{": depth += 1
            case "}": depth = max(0, depth - 1)
            default: break
            }
            guard depth == textDepth else {
                isWithinWord = false
                continue
            }
            let kind = Kind(scalar)
            guard kind != .other else {
                isWithinWord = false
                continue
            }
            if kind != .digit {
                letters += 1
                if !isWithinWord, kind != .upper { inSmallLetters += 1 }
            }
            if scalar.isASCII {
                folded.append(UInt8(scalar.value) | (kind == .upper ? 0x20 : 0))
            } else {
                folded += kind == .upper ? Array(scalar.properties.lowercaseMapping.utf8) : Array(String(scalar).utf8)
            }
            // Chinese and Japanese have no spaces between words.
            isWithinWord = kind != .ideograph
        }
        let said = String(decoding: folded, as: UTF8.self)
        saying = numbers[said] ?? numbers.count
        numbers[said] = saying
    }

    private enum Kind {
        case upper, letter, ideograph, digit, other

        init(_ scalar: Unicode.Scalar) {
            // Most letters are ASCII: no need to look into Unicode's tables.
            switch scalar.value {
            case 0x41...0x5A: self = .upper
            case 0x61...0x7A: self = .letter
            case 0x30...0x39: self = .digit
            case 0..<0x80: self = .other
            default:
                let properties = scalar.properties
                self =
                    if properties.isIdeographic {
                        .ideograph
                    } else if properties.isAlphabetic {
                        properties.isUppercase ? .upper : .letter
                    } else {
                        properties.numericType == nil ? .other : .digit
                    }
            }
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
    fileprivate static func copiedText(
        _ count: Int,
        _ locale: LocaleTag,
        as original: LocaleTag,
        _ span: Span
    ) -> Diagnostic {
        Diagnostic(
            .copiedText,
            "`\(locale)` says \(count == 1 ? "a text" : "\(count) texts") word for word as `\(original)` does",
            at: span,
            label: count == 1 ? "" : "the first of them",
            notes: ["readers of `\(locale)` would get the words in `\(original)`"],
            help: "translate \(count == 1 ? "it" : "them"), or leave out of the file what isn't translated yet"
        )
    }
}
