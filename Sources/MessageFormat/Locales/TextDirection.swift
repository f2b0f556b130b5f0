/// Which way a script is written.
public enum TextDirection: Sendable, Hashable {
    case leftToRight
    case rightToLeft
}

extension LanguageTag {
    /// The direction of the tag's script, or of the script its language is written in, there being none.
    public var direction: TextDirection {
        let isRightToLeft = candidates.first { $0.utf8.count > 4 && $0.contains("-") }
            .flatMap { Self.script(in: $0) }
            .map { Self.rightToLeftScripts.contains($0) }
        return isRightToLeft ?? Self.rightToLeftLanguages.contains(language) ? .rightToLeft : .leftToRight
    }

    /// The script of a tag made by `candidates`.
    private static func script(in tag: String) -> String? {
        let subtags = tag.split(separator: "-")
        return subtags.count > 1 && subtags[1].utf8.count == 4 ? String(subtags[1]) : nil
    }

    /// ISO 15924 codes of the scripts of the Unicode bidi classes R and AL.
    private static let rightToLeftScripts: Set = [
        "Adlm", "Arab", "Aran", "Armi", "Avst", "Chrs", "Cprt", "Elym", "Gara", "Hatr", "Hebr", "Hung", "Khar", "Lydi",
        "Mand", "Mani", "Mend", "Merc", "Mero", "Narb", "Nbat", "Nkoo", "Orkh", "Ougr", "Palm", "Phli", "Phlp", "Phnx",
        "Prti", "Rohg", "Samr", "Sarb", "Sogd", "Sogo", "Syrc", "Syre", "Syrj", "Syrn", "Thaa", "Todr", "Yezi",
    ]

    /// Languages usually written in one of them (CLDR likelySubtags).
    private static let rightToLeftLanguages: Set = [
        "acm", "aeb", "aii", "ajp", "apc", "ar", "arc", "arq", "ars", "ary", "arz", "avl", "azb", "bal", "bgn", "bqi",
        "brh", "ckb", "dcc", "dv", "fa", "glk", "haz", "he", "hno", "khw", "ks", "kvx", "lad", "lki", "lrc", "luz",
        "mvy", "mzn", "nqo", "pnb", "ps", "rhg", "sam", "sd", "sdh", "skr", "smp", "syr", "ug", "ur", "xmn", "yi",
    ]
}
