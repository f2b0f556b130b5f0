/// A language tag of BCP 47 in its usual spelling: `nb`, `zh-Hant-TW`, `sr-Latn`.
///
/// Underscores are taken for hyphens and letters may have either case. Deprecated codes become the present ones
/// (`iw` is `he`); extensions (`-u-nu-latn`) and private use are kept in `description` but take no part in lookup.
public struct LanguageTag: Sendable, Hashable {
    /// Two or three letters, lower case, or a registered name of up to eight; `und` if the tag names no language.
    public let language: String
    /// Four letters, the first upper case.
    public let script: String?
    /// Two letters, upper case, or three digits.
    public let region: String?
    /// Variants, extensions and private use, lower case.
    private let rest: [String]

    /// Nil if `text` isn't formed as a tag is.
    public init?(_ text: String) {
        var subtags = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }[...].map {
            $0.lowercased()
        }[...]
        guard let first = subtags.popFirst(), (2...8).contains(first.utf8.count), first.isLetters else { return nil }
        guard subtags.allSatisfy({ (1...8).contains($0.utf8.count) && $0.isLettersOrDigits }) else { return nil }

        var language = first
        // An extended language stands for itself: zh-yue is yue.
        if first.utf8.count < 4, let extended = subtags.first, extended.utf8.count == 3, extended.isLetters {
            language = extended
            subtags.removeFirst()
        }
        var script: String?
        if let next = subtags.first, next.utf8.count == 4, next.isLetters {
            script = next.prefix(1).uppercased() + next.dropFirst()
            subtags.removeFirst()
        }
        var region: String?
        if let next = subtags.first, next.isRegion {
            region = next.uppercased()
            subtags.removeFirst()
        }
        guard Self.areWellFormed(subtags) else { return nil }
        rest = Array(subtags)
        self.language = Self.presentLanguages[language] ?? language
        self.script = script ?? (language == "sh" ? "Latn" : nil)
        self.region = region
    }

    /// Variants first, then extensions, each a letter or digit with something behind it.
    private static func areWellFormed(_ subtags: ArraySlice<String>) -> Bool {
        var previousIsSingleton = false
        var isInExtension = false
        for subtag in subtags {
            let isSingleton = subtag.utf8.count == 1
            if isSingleton, previousIsSingleton { return false }
            isInExtension = isInExtension || isSingleton
            if !isInExtension, !subtag.isVariant { return false }
            previousIsSingleton = isSingleton
        }
        return !previousIsSingleton
    }

    /// Codes that have been replaced (CLDR supplementalMetadata, `languageAlias`), as far as the tables have data.
    private static let presentLanguages = [
        "iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil", "sh": "sr", "root": "und",
        "arb": "ar", "azj": "az", "cmn": "zh", "ekk": "et", "lvs": "lv", "npi": "ne", "pes": "fa", "prs": "fa",
        "swh": "sw", "uzn": "uz", "zsm": "ms",
    ]
}

extension LanguageTag: CustomStringConvertible {
    public var description: String {
        ([language] + [script, region].compactMap { $0 } + rest).joined(separator: "-")
    }
}

extension String {
    fileprivate var isLetters: Bool { utf8.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") } }

    fileprivate var isDigits: Bool { utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } }

    fileprivate var isLettersOrDigits: Bool {
        utf8.allSatisfy { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") || $0 &- 48 < 10 }
    }

    fileprivate var isRegion: Bool { utf8.count == 2 && isLetters || utf8.count == 3 && isDigits }

    fileprivate var isVariant: Bool { utf8.count >= 5 || utf8.count == 4 && prefix(1).description.isDigits }
}
