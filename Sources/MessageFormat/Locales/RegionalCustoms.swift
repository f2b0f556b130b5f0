/// What a region implies, as far as it matters for the locales in the tables.
extension LanguageTag.Core {
    /// The script that a tag without one implies, where it isn't the language's usual one (CLDR likelySubtags); else
    /// `none`.
    var likelyScript: Subtag {
        switch (language, region) {
        case (_, .none): .none
        case ("zh", "AU"), ("zh", "BN"), ("zh", "GB"), ("zh", "GF"), ("zh", "HK"), ("zh", "ID"), ("zh", "MO"),
            ("zh", "PA"), ("zh", "PF"), ("zh", "PH"), ("zh", "SR"), ("zh", "TH"), ("zh", "TW"), ("zh", "US"),
            ("zh", "VN"):
            "Hant"
        case ("ky", "TR"), ("sr", "ME"), ("sr", "RO"), ("sr", "RU"), ("sr", "TR"): "Latn"
        case ("az", "IQ"), ("az", "IR"), ("ha", "CM"), ("ha", "SD"), ("ku", "IQ"), ("ku", "IR"), ("ku", "LB"),
            ("kk", "AF"), ("kk", "CN"), ("kk", "IR"), ("kk", "MN"), ("ky", "CN"), ("ms", "CC"), ("pa", "PK"),
            ("tg", "PK"), ("uz", "AF"):
            "Arab"
        case ("az", "RU"), ("ug", "KZ"), ("ug", "MN"), ("uz", "CN"): "Cyrl"
        case ("sd", "IN"): "Deva"
        default: .none
        }
    }

    /// The script that the language is usually written in.
    var usualScript: Subtag {
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

    /// The language that replaces one without data: Norwegian for both of its written forms (CLDR parentLocales), and
    /// Bokmål for Norwegian, because most Norwegian text is Bokmål (CLDR languageMatching); else `none`.
    var kindredLanguage: Subtag {
        switch language {
        case "nb", "nn": "no"
        case "no": "nb"
        default: .none
        }
    }

    /// A region whose conventions are closer than the language's default (CLDR parentLocales, as far as the tables
    /// contain it: British English for en-001); else `none`.
    var parentRegion: Subtag {
        switch (language, region) {
        case ("en", "US"), ("en", "AS"), ("en", "GU"), ("en", "MH"), ("en", "MP"), ("en", "PH"), ("en", "PR"),
            ("en", "UM"), ("en", "VI"), ("en", "BI"):
            .none
        case ("en", _): "GB"
        // Spanish-speaking regions that write 1,234.5; those in the south write 1.234,5 like Spain.
        case ("es", "BZ"), ("es", "CU"), ("es", "DO"), ("es", "GT"), ("es", "HN"), ("es", "MX"), ("es", "NI"),
            ("es", "PA"), ("es", "PE"), ("es", "PR"), ("es", "SV"), ("es", "US"):
            "419"
        case ("pt", "BR"): .none
        case ("pt", _): "PT"
        case ("zh", "MO"): "HK"
        default: .none
        }
    }
}
