import CarillonDiagnostics
import CarillonModel
import MessageFormat

/// No preposition stands before a time that `:carillon:relative` shows, which brings its own: “at today at 7:16 PM”.
enum RelativeTimeRule: Rule {
    private static let function = Array(":carillon:relative".utf8)

    static func check(_ tenant: TenantContext, _ report: inout RuleReport) {
        for text in tenant.texts where text.uses?.functions.contains("carillon:relative") == true {
            let words = Prepositions.before(timesIn: text.locale)
            guard !words.isEmpty else { continue }
            let source = Array(text.source.utf8)
            for place in places(in: source) {
                let word = String(decoding: source[place.word], as: UTF8.self)
                guard words.contains(word.lowercased()), let span = tenant.span(place.word, of: text) else { continue }
                let removed = tenant.span(place.word.lowerBound..<place.brace, of: text)
                report.add(.prepositionBeforeTime(word, variable: place.variable(in: source), span, removed: removed))
            }
        }
    }

    /// A word, and the placeholder with a time behind it.
    private struct Place {
        let word: Range<Int>
        let brace: Int

        /// `$departure`; nil where the placeholder shows words.
        func variable(in source: [UInt8]) -> String? {
            let inside = source[(brace + 1)...].drop { $0 == 0x20 }
            guard inside.first == UInt8(ascii: "$") else { return nil }
            return String(decoding: inside.prefix { $0 > 0x20 && $0 != UInt8(ascii: "}") }, as: UTF8.self)
        }
    }

    /// Amounts (`unit=day`) are left out: “in 3 days” is said without a clock.
    private static func places(in source: [UInt8]) -> [Place] {
        var places: [Place] = []
        var offset = 0
        while offset + function.count <= source.count {
            guard source[offset] == function[0], source[offset...].starts(with: function) else {
                offset += 1
                continue
            }
            defer { offset += function.count }
            let rest = source[offset...].prefix { $0 != UInt8(ascii: "}") }
            guard !String(decoding: rest, as: UTF8.self).contains("unit="),
                let brace = source[..<offset].lastIndex(of: UInt8(ascii: "{"))
            else { continue }
            let before = source[..<brace]
            let blanks = before.reversed().prefix { $0 == 0x20 || $0 == 0x0A }.count
            let end = brace - blanks
            let start = end - before[..<end].reversed().prefix { !isEdge($0) }.count
            if blanks > 0, start < end { places.append(Place(word: start..<end, brace: brace)) }
        }
        return places
    }

    /// What stands between words, as far as it matters before a placeholder.
    private static func isEdge(_ byte: UInt8) -> Bool { byte <= 0x20 || "{}(\"'".utf8.contains(byte) }
}

/// Words that can't stand before “today at 7:16 PM”, by language: those for a clock or a day alone.
///
/// “Until” and “since” are none of them: “until today at 7:16 PM” is fine.
enum Prepositions {
    static func before(timesIn locale: LocaleTag) -> Set<String> {
        let language = locale.rawValue.prefix { $0 != "-" }.lowercased()
        return byLanguage[language] ?? []
    }

    private static let byLanguage: [String: Set<String>] = {
        let norwegian: Set = ["kl", "kl.", "klokka", "klokken", "den", "på", "i"]
        return [
            "ar": ["في", "عند", "الساعة", "يوم"],
            "ca": ["a", "les", "el"],
            "cs": ["v", "ve", "dne"],
            "da": ["kl", "kl.", "klokken", "den", "på", "i"],
            "de": ["um", "am", "im", "den"],
            "el": ["στις", "στην", "στο"],
            "en": ["at", "on", "in"],
            "es": ["a", "las", "el", "en"],
            "fa": ["در", "ساعت"],
            "fi": ["klo", "kello"],
            "fr": ["à", "le", "en"],
            "he": ["בשעה", "ביום"],
            "hr": ["u", "dana"],
            "id": ["pada", "pukul", "jam"],
            "it": ["alle", "il", "a", "in"],
            "ms": ["pada", "pukul"],
            "nb": norwegian, "nn": norwegian, "no": norwegian,
            "nl": ["om", "op", "in"],
            "pl": ["o", "w", "we", "dnia"],
            "pt": ["às", "a", "em", "no", "na"],
            "ro": ["la", "pe", "în"],
            "ru": ["в", "во", "на"],
            "sk": ["o", "v", "vo", "dňa"],
            "sr": ["u", "у", "dana", "дана"],
            "sv": ["kl", "kl.", "klockan", "den", "på", "i"],
            "uk": ["о", "об", "в", "у", "на"],
            "vi": ["lúc", "vào"],
        ]
    }()
}

extension Diagnostic {
    fileprivate static func prepositionBeforeTime(
        _ word: String,
        variable: String?,
        _ span: Span,
        removed: Span?
    ) -> Diagnostic {
        let time = variable ?? "…"
        return Diagnostic(
            .prepositionBeforeTime,
            "`:carillon:relative` brings a word such as \(quoted(word)) itself",
            at: span,
            label: "leave this out",
            notes: ["it shows “today at 7:16 PM”, “yesterday at 7:16 PM”, or a date with the time"],
            help: "or show the clock alone, `{\(time) :time}`, or the date, `{\(time) :date}`",
            fixes: removed.map { [Fix("leave out `\(word)`", replace: $0, with: "")] } ?? []
        )
    }
}
