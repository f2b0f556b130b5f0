/// Which way a script is written.
public enum TextDirection: Sendable, Hashable {
    case leftToRight
    case rightToLeft
}

extension LanguageTag {
    /// The direction of the tag's script, or of the script its language is written in, there being none.
    public var direction: TextDirection { core.direction }
}

extension LanguageTag.Core {
    var direction: TextDirection {
        let script = script.isEmpty ? likelyScript : script
        let isRightToLeft =
            script.isEmpty ? Self.rightToLeftLanguages.contains(language) : Self.rightToLeftScripts.contains(script)
        return isRightToLeft ? .rightToLeft : .leftToRight
    }

    /// ISO 15924 codes of the scripts of the Unicode bidi classes R and AL.
    private static var rightToLeftScripts: SubtagList {
        """
        Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo \
        Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Syre Syrj Syrn Thaa Todr Yezi\u{20}
        """
    }

    /// Languages usually written in one of them (CLDR likelySubtags).
    private static var rightToLeftLanguages: SubtagList {
        """
        acm aeb aii ajp apc ar  arc arq ars ary arz avl azb bal bgn bqi brh ckb dcc dv  fa  glk haz he  hno khw ks  kvx \
        lad lki lrc luz mvy mzn nqo pnb ps  rhg sam sd  sdh skr smp syr ug  ur  xmn yi\u{20}\u{20}
        """
    }
}
