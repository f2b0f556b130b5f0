/// What regions imply, as far as it matters for the locales in the tables.
extension LanguageTag.Core {
    /// The script a tag without one implies, where it isn't the language's usual one (CLDR likelySubtags); else `none`.
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

    /// The script nearly everybody writes the language in.
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

    /// The language that stands for one that isn't there: Norwegian for both its written forms (CLDR parentLocales), and
    /// Bokmål, which nearly all of it is, for Norwegian (CLDR languageMatching); else `none`.
    var kindredLanguage: Subtag {
        switch language {
        case "nb", "nn": "no"
        case "no": "nb"
        default: .none
        }
    }

    /// A region whose customs are nearer than those of the bare language (CLDR parentLocales, as far as the tables
    /// reach: British English stands for en-001); else `none`.
    var parentRegion: Subtag {
        switch (language, region) {
        case ("en", "US"), ("en", "AS"), ("en", "GU"), ("en", "MH"), ("en", "MP"), ("en", "PH"), ("en", "PR"),
            ("en", "UM"), ("en", "VI"), ("en", "BI"):
            .none
        case ("en", _): "GB"
        // Spanish-speaking regions that write 1,234.5; the south of the continent writes 1.234,5 as Spain does.
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
