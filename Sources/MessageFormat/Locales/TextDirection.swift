/// The direction of a script.
public enum TextDirection: Sendable, Hashable {
    case leftToRight
    case rightToLeft
}

extension LanguageTag {
    /// The direction of the tag's script, or, without one, of the language's usual script.
    public var direction: TextDirection { core.direction }
}

extension LanguageTag.Core {
    var direction: TextDirection {
        let script = script.isEmpty ? likelyScript : script
        let rightToLeft =
            if !script.isEmpty {
                Self.rightToLeftScripts.contains(script)
            } else if language.count == 2 {
                Self.rightToLeftLanguages.contains(language)
            } else {
                Self.rightToLeftLongLanguages.contains(language)
            }
        return rightToLeft ? .rightToLeft : .leftToRight
    }

    /// ISO 15924 codes of the scripts of the Unicode bidi classes R and AL.
    private static var rightToLeftScripts: SubtagList {
        """
        Adlm Arab Aran Armi Avst Chrs Cprt Elym Gara Hatr Hebr Hung Khar Lydi Mand Mani Mend Merc Mero Narb Nbat Nkoo \
        Orkh Ougr Palm Phli Phlp Phnx Prti Rohg Samr Sarb Sogd Sogo Syrc Syre Syrj Syrn Thaa Todr Yezi\u{20}
        """
    }

    /// Languages usually written in one of these scripts (CLDR likelySubtags), with codes of two letters.
    private static var rightToLeftLanguages: SubtagList { "ae ar dv fa he ks ps sd ug ur yi\u{20}" }

    /// Those with a code of three letters.
    private static var rightToLeftLongLanguages: SubtagList {
        """
        acm aeb aii ajp ajt apc apd arc arq ars ary arz avl azb bal bej bft bgn bqi brh cja ckb dcc dgl fia fub gbz gjk \
        gju glk gwc gwt haz hnd hno kby khw kvx kxp kzh lad lah lki lrc luz mde mfa mki mvy myz mzn nqo oru ota otk oui \
        pal phl phn pnb pra prd rhg rmt sam scl sdh shu skr smp sog swb syr trw wni xco xld xmn xmr xna xpr xsa zdj\u{20}
        """
    }
}
