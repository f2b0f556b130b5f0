import MessageFormat
import Testing

/// The sample numbers that CLDR publishes with its rules.
private struct Samples: Decodable {
    struct Rule: Decodable {
        var integer: [String]
        var decimal: [String]
    }

    var cardinal: [String: [String: Rule]]
    var ordinal: [String: [String: Rule]]
}

private let categories: [String: PluralCategory] = [
    "zero": .zero, "one": .one, "two": .two, "few": .few, "many": .many, "other": .other,
]

@Test func `every sample number of CLDR has its category, in every language`() throws {
    let samples = try DataFiles.read("plurals.json", as: Samples.self)
    var checked = 0
    for (locales, kind) in [(samples.cardinal, PluralRules.Kind.cardinal), (samples.ordinal, .ordinal)] {
        for (locale, rules) in locales {
            let plurals = PluralRules(locale: locale, kind: kind)
            for (name, rule) in rules {
                for sample in rule.integer + rule.decimal {
                    let category = try #require(categories[name])
                    let found = try plurals.category(ofSample: sample)
                    if found != category {
                        Issue.record("\(locale) \(kind) \(sample) is \(found), should be \(category)")
                    }
                    checked += 1
                }
            }
        }
    }
    #expect(checked == 15_231)
}

@Test func `rules see as many digits as there are`() throws {
    let polish = PluralRules(locale: "pl")
    #expect(polish.category(of: 22) == .few)
    #expect(polish.category(of: try #require(ExactDecimal("1000000000000000000000000022"))) == .few)
    #expect(polish.category(of: try #require(ExactDecimal("1000000000000000000000000012"))) == .many)
    #expect(polish.category(of: try #require(ExactDecimal("1e30"))) == .many)
    #expect(polish.category(of: try #require(ExactDecimal("1" + String(repeating: "0", count: 60) + "22"))) == .few)
    // 10¹⁸ + 1 isn't 1, though its last eighteen digits are.
    #expect(polish.category(of: 1_000_000_000_000_000_001) == .many)
    let french = PluralRules(locale: "fr")
    #expect(french.category(of: try #require(ExactDecimal("1e60"))) == .many)
    #expect(french.category(of: 1_000_001) == .other)
    let english = PluralRules(locale: "en")
    #expect(english.category(of: try #require(ExactDecimal("1.0"))) == .other)
    #expect(english.category(of: try #require(ExactDecimal("1.0" + String(repeating: "0", count: 50)))) == .other)
    let latvian = PluralRules(locale: "lv")
    #expect(latvian.category(of: try #require(ExactDecimal("0." + String(repeating: "0", count: 50) + "21"))) == .one)
    #expect(latvian.category(of: try #require(ExactDecimal("0." + String(repeating: "0", count: 50) + "12"))) == .other)
}

@Test func `the sign of a number doesn't change its category`() {
    #expect(PluralRules(locale: "en").category(of: -1) == .one)
    #expect(PluralRules(locale: "ar").category(of: Int.min) == .few)
}

extension PluralRules {
    /// A sample: `12`, `1.50`, or `1.2c6` for 1.2 million in compact notation.
    fileprivate func category(ofSample sample: String) throws -> PluralCategory {
        let parts = sample.split { $0 == "c" || $0 == "e" }
        let exponent = parts.count > 1 ? Int(parts[1]) ?? -1 : 0
        let number = try #require(ExactDecimal("\(parts[0])e\(exponent)"))
        return exponent == 0 ? category(of: number) : category(of: number, compactExponent: exponent)
    }
}
