extension LanguageTag {
    /// The tags to look for, best first: RFC 4647 lookup (subtags are dropped from the right), where a region also
    /// implies its script (zh-TW is zh-Hant) and, where CLDR says so, another region that writes alike.
    var candidates: [String] {
        var tags: [String] = []
        func add(_ tag: String) { if !tags.contains(tag) { tags.append(tag) } }

        let likely = likelyScript
        // A script that goes without saying is left out: pt-Latn-PT is pt-PT.
        let named = likely == nil && script == Self.usualScript(of: language) ? nil : script
        let script = named ?? likely
        if let region {
            if let script { add("\(language)-\(script)-\(region)") }
            if script == likely { add("\(language)-\(region)") }
            if let parent = Self.parentRegion(of: region, in: language), script == likely {
                add("\(language)-\(parent)")
            }
        }
        if let script { add("\(language)-\(script)") }
        add(language)
        return tags
    }

    /// The best of `available` for readers of this tag, or nil if none is of its language.
    ///
    /// For hosts that have texts in some languages: `LanguageTag("zh-TW")?.lookup(in: ["zh", "zh-Hant"])`.
    public func lookup(in available: some Sequence<String>) -> String? {
        var byTag: [String: String] = [:]
        for text in available {
            guard let tag = LanguageTag(text) else { continue }
            let key = ([tag.language] + [tag.script, tag.region].compactMap { $0 }).joined(separator: "-")
            if byTag[key] == nil { byTag[key] = text }
        }
        return candidates.lazy.compactMap { byTag[$0] }.first
    }

    /// Every locale whose numbers, amounts and dates the tables have, sorted.
    public static var known: [String] {
        LocaleTableEntry.all.filter { $0.row != LocaleTableEntry.none }.map { $0.tag.string }
    }

    /// Every locale whose plural rules the tables have, sorted.
    public static var knownForPlurals: [String] {
        LocaleTableEntry.all.filter { $0.cardinalRules != LocaleTableEntry.none }.map { $0.tag.string }
    }
}

// MARK: - Customs of regions

extension LanguageTag {
    /// The script a tag without one implies, where it isn't the language's usual one (CLDR likelySubtags).
    private var likelyScript: String? {
        switch (language, region) {
        case ("zh", "TW"), ("zh", "HK"), ("zh", "MO"): "Hant"
        case ("sr", "ME"), ("sr", "RO"), ("sr", "RU"), ("sr", "TR"): "Latn"
        case ("az", "IQ"), ("az", "IR"), ("ha", "CM"), ("ha", "SD"), ("ku", "IQ"), ("ku", "IR"), ("ku", "LB"),
            ("kk", "AF"), ("kk", "CN"), ("kk", "IR"), ("kk", "MN"), ("ky", "CN"), ("ms", "CC"), ("pa", "PK"),
            ("tg", "PK"), ("uz", "AF"):
            "Arab"
        case ("az", "RU"), ("ug", "KZ"), ("ug", "MN"), ("uz", "CN"): "Cyrl"
        case ("sd", "IN"): "Deva"
        default: nil
        }
    }

    /// The script nearly everybody writes the language in.
    private static func usualScript(of language: String) -> String {
        switch language {
        case "ar", "fa", "ks", "ps", "sd", "ug", "ur": "Arab"
        case "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "uk": "Cyrl"
        case "hi", "kok", "mr", "ne": "Deva"
        case "am", "ti": "Ethi"
        case "as", "bn": "Beng"
        case "el": "Grek"
        case "gu": "Gujr"
        case "he", "yi": "Hebr"
        case "hy": "Armn"
        case "ja": "Jpan"
        case "ka": "Geor"
        case "km": "Khmr"
        case "kn": "Knda"
        case "ko": "Kore"
        case "lo": "Laoo"
        case "ml": "Mlym"
        case "my": "Mymr"
        case "pa": "Guru"
        case "si": "Sinh"
        case "ta": "Taml"
        case "te": "Telu"
        case "th": "Thai"
        case "zh": "Hans"
        default: "Latn"
        }
    }

    /// A region whose customs are nearer than those of the bare language (CLDR parentLocales, as far as the tables
    /// reach: British English stands for en-001).
    private static func parentRegion(of region: String, in language: String) -> String? {
        switch language {
        case "en": americanRegions.contains(region) ? nil : "GB"
        case "es": pointRegions.contains(region) ? "419" : nil
        case "pt": region == "BR" ? nil : "PT"
        case "zh": region == "MO" ? "HK" : nil
        default: nil
        }
    }

    private static let americanRegions: Set = ["US", "AS", "GU", "MH", "MP", "PH", "PR", "UM", "VI", "BI"]

    /// Spanish-speaking regions that write 1,234.5; the south of the continent writes 1.234,5 as Spain does.
    private static let pointRegions: Set = [
        "BZ", "CU", "DO", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "SV", "US",
    ]
}
