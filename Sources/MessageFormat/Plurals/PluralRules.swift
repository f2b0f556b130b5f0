/// The plural rules of a language (UTS #35 part 3): the form that goes with a number.
///
/// ```swift
/// PluralRules(locale: "pl").category(of: 22)                       // few
/// PluralRules(locale: "en", kind: .ordinal).category(of: 22)       // two: 22nd
/// ```
public struct PluralRules: Sendable, Hashable {
    /// Whether numbers are amounts (`1 file, 2 files`) or positions (`1st, 2nd`).
    public enum Kind: Sendable, Hashable {
        case cardinal
        case ordinal
    }

    /// Index of the rule set in the tables.
    let ruleSet: UInt8

    /// The rules for `locale`, a BCP 47 tag; an unknown language has only `other`.
    public init(locale: String, kind: Kind = .cardinal) {
        self.init(of: LocaleData(bestFor: locale), kind: kind)
    }

    @inline(__always)
    init(of locale: LocaleData, kind: Kind) {
        ruleSet = kind == .cardinal ? locale.cardinalRules : locale.ordinalRules
    }

    /// The category of a number as it is written: `1` and `1.0` differ in English.
    ///
    /// The sign is ignored.
    @inline(__always)
    public func category(of number: ExactDecimal) -> PluralCategory {
        if number.exponent == 0, number.wideDigits == nil, number.coefficient.high == 0 {
            return category(ofInteger: number.coefficient.low)
        }
        return category(of: number, compactExponent: 0)
    }

    /// The category of a whole number; the sign is ignored.
    @inline(__always)
    public func category(of number: Int) -> PluralCategory {
        category(ofInteger: UInt64(number.magnitude))
    }

    /// The category of a number in compact notation: 1.2 million is 1200000 with a compact exponent of 6.
    @inline(never)
    public func category(of number: ExactDecimal, compactExponent: Int) -> PluralCategory {
        PluralProgram(ruleSet).category(of: PluralOperands(number, compactExponent: compactExponent))
    }

    @inline(__always)
    private func category(ofInteger integer: UInt64) -> PluralCategory {
        let table = PluralTable.bytes.utf8Start
        if integer < 200 { return Self.category(at: Int(integer), ruleSet, in: table) }
        switch table.number1(at: PluralTable.repetitions + Int(ruleSet) * 3) {
        case 0: return Self.category(at: 100 + Int(integer % 100), ruleSet, in: table)
        case 1 where integer % 1_000_000 != 0: return Self.category(at: 100 + Int(integer % 100), ruleSet, in: table)
        default: return PluralProgram(ruleSet).category(of: PluralOperands(integer))
        }
    }

    /// The category of an integer below 200, which the table lists as a digit.
    @inline(__always)
    private static func category(
        at integer: Int,
        _ ruleSet: UInt8,
        in table: UnsafePointer<UInt8>
    ) -> PluralCategory {
        PluralCategory(rawValue: table[Int(ruleSet) &* 200 &+ integer] &- UInt8(ascii: "0")) ?? .other
    }
}
