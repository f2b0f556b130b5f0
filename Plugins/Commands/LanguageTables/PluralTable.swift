/// The plural rules: one rule set for each group of locales, cardinal ones first.
///
/// For integers below 200 a set has its categories spelled out, and most sets repeat every hundred from there on.
/// For the rest there is a program:
/// `categories (category, alternatives (conditions (operand and negation, modulus, ranges (from, to)*)*)*)*`.
struct PluralTable {
    static let categories = ["zero", "one", "two", "few", "many", "other"]
    static let operands: [Character] = ["n", "i", "v", "w", "f", "t", "e"]
    static let moduli = [1, 10, 100, 1_000, 100_000, 1_000_000]

    /// How a set goes on after 199.
    enum Repetition: Int {
        case everyHundred = 0
        case everyHundredExceptMillions = 1
        case never = 2
    }

    private var sets: [[(category: Int, rule: PluralRule)]] = []
    /// Rule set by locale.
    private(set) var cardinal: [String: Int] = [:]
    private(set) var ordinal: [String: Int] = [:]

    init(_ data: PluralData) throws {
        for (groups, isOrdinal) in [(data.cardinalGroups, false), (data.ordinalGroups, true)] {
            for group in groups {
                for locale in group.locales {
                    if isOrdinal { ordinal[locale] = sets.count } else { cardinal[locale] = sets.count }
                }
                sets.append(
                    try Self.categories.enumerated().compactMap { index, name in
                        guard name != "other", let text = group.rules[name] else { return nil }
                        return (index, try PluralRule(text))
                    }
                )
            }
        }
    }

    /// The sets of locales without rules of their own.
    func root() throws -> (cardinal: Int, ordinal: Int) {
        guard let cardinal = cardinal["root"], let ordinal = ordinal["root"] else {
            throw UnexpectedData("plural rules without root")
        }
        return (cardinal, ordinal)
    }

    func file() throws -> GeneratedFile {
        var direct = TableBytes()
        var index = TableBytes()
        var programs = TableBytes()
        for set in sets {
            for integer in 0..<200 {
                let category = set.first { $0.rule.holds(for: integer) }?.category ?? 5
                direct.append(text: String(category))
            }
            try index.append(repetition(of: set).rawValue, groups: 1)
            try index.append(programs.count, groups: 2)
            try append(set, to: &programs)
        }
        var table = direct
        table.append(index)
        table.append(programs)
        return try GeneratedFile(
            table: "PluralTable",
            summary: "Plural rules; `PluralProgram` says how they are read.",
            constants: [
                ("ruleSets", sets.count), ("repetitions", direct.count), ("programs", direct.count + index.count),
            ],
            bytes: table
        )
    }

    private func repetition(of set: [(category: Int, rule: PluralRule)]) -> Repetition {
        let relations = set.flatMap(\.rule.alternatives).joined()
        if relations.allSatisfy(\.repeatsEveryHundred) { return .everyHundred }
        return relations.allSatisfy { $0.repeatsEveryHundred || $0.singlesOutMillions }
            ? .everyHundredExceptMillions : .never
    }

    private func append(_ set: [(category: Int, rule: PluralRule)], to program: inout TableBytes) throws {
        try program.append(set.count, groups: 1)
        for (category, rule) in set {
            try program.append(category, groups: 1)
            try program.append(rule.alternatives.count, groups: 1)
            for conditions in rule.alternatives {
                try program.append(conditions.count, groups: 1)
                for condition in conditions { try append(condition, to: &program) }
            }
        }
    }

    private func append(_ condition: PluralRule.Relation, to program: inout TableBytes) throws {
        guard
            let operand = Self.operands.firstIndex(of: condition.operand),
            let modulus = Self.moduli.firstIndex(of: condition.modulus)
        else { throw UnexpectedData("plural condition \(condition)") }
        try program.append(operand + (condition.isNegated ? 8 : 0), groups: 1)
        try program.append(modulus, groups: 1)
        try program.append(condition.ranges.count, groups: 1)
        for range in condition.ranges {
            try program.append(range.lowerBound, groups: 3)
            try program.append(range.upperBound, groups: 3)
        }
    }
}
