import CarillonDiagnostics
import CarillonModel

/// A template file isn't a copy of another language's.
///
/// Only sentences count, that is, texts with several words in lower case, because names and “OK” are the same in many
/// languages. A file without sentences is reported when all of its texts are the same. Case, blanks and punctuation are
/// ignored, because changing a full stop is no translation.
enum CopiedTextRule: Rule {
    /// How many words in lower case make a sentence.
    private static let sentence = 3
    /// This many equal sentences are no coincidence in a file of any size; fewer are a coincidence unless they are more
    /// than half.
    private static let certain = 3
    /// How many letters and how many texts a file without sentences must have to be reported.
    private static let letters = 20

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for copy in copies(in: tenant) {
            // By name and not by place: another order of members must not change what is reported where.
            let first = copy.texts.min { ($0.id.rawValue, $0.path) < ($1.id.rawValue, $1.path) }
            guard let span = first.flatMap(tenant.nameSpan) else { continue }
            report.add(.copiedText(copy.texts.count, copy.locale, as: copy.original, span))
        }
    }

    /// Texts of one language that equal those of another.
    struct Copy {
        let locale: LocaleTag
        let original: LocaleTag
        /// At least one, in the order of the file.
        let texts: [WrittenText]
    }

    /// At most one result for each language.
    static func copies(in tenant: TenantContext) -> [Copy] {
        let locales = tenant.profile.locales
        guard tenant.hasSoundLocales, locales.supported.count > 1 else { return [] }
        let order = locales.defaultFirst
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

    /// The texts of a language, each parsed once.
    ///
    /// By the number of their slot, which is the same in every language; nil where there is no text.
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

    /// The texts that weren't translated, in the order of the file; nil where they may be equal by coincidence.
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

/// The literal content of a text: letters and digits, without placeholders, markup, blanks and punctuation.
private struct LiteralText {
    /// A number for the content, without case: texts with the same content have the same number.
    let saying: Int
    private(set) var letters = 0
    /// How many words begin with a lower-case letter, or are in a script without case.
    private(set) var inSmallLetters = 0

    /// - Parameter numbers: the numbers of contents that were read before.
    init(_ text: WrittenText, _ numbers: inout [String: Int]) {
        // The pattern of a message with declarations or variants is between two braces.
        let isComplex = text.node["match"] != nil || text.source.hasPrefix(".") || text.source.hasPrefix("{{")
        let textDepth = isComplex ? 2 : 0
        // In lower case, all words joined.
        var folded: [UInt8] = []
        folded.reserveCapacity(text.source.utf8.count)
        // Of each variant before the last.
        var variants: [[UInt8]] = []
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
            case "}":
                depth = max(0, depth - 1)
                if depth < textDepth, !folded.isEmpty {
                    variants.append(folded)
                    folded = []
                }
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
        // Variants have no order.
        let all = variants.count > 1 ? variants.sorted { $0.lexicographicallyPrecedes($1) } : variants
        let said = String(decoding: all.joined() + folded, as: UTF8.self)
        saying = numbers[said] ?? numbers.count
        numbers[said] = saying
    }

    private enum Kind {
        case upper, letter, ideograph, digit, other

        init(_ scalar: Unicode.Scalar) {
            // Most letters are ASCII, which needs no look-up in Unicode's tables.
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

/// Languages whose texts may well be equal.
private enum WrittenAlike {
    private static let groups: [Set<String>] = [
        ["no", "nb", "nn"], ["sr", "hr", "bs", "sh", "me"], ["id", "ms"], ["fil", "tl"], ["zh", "yue"],
    ]

    static func areOne(_ left: LocaleTag, _ right: LocaleTag) -> Bool {
        let (first, second) = (left.language, right.language)
        return first == second || groups.contains { $0.contains(first) && $0.contains(second) }
    }
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
            label: count == 1 ? "" : "one of them",
            notes: ["readers of `\(locale)` would get the words in `\(original)`"],
            help: "translate \(count == 1 ? "it" : "them"), or leave out of the file what isn't translated yet"
        )
    }
}
