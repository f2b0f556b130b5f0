package import CarillonModel
package import MessageFormat

/// The plural forms that a language's numbers can have, found by evaluating its rules.
package struct PluralForms {
    /// In the order of CLDR.
    package let possible: [PluralCategory]
    private let rules: PluralRules
    private let isWhole: Bool

    /// - Parameters:
    ///   - locale: the language whose rules apply.
    ///   - isOrdinal: whether numbers are positions rather than amounts.
    ///   - isWhole: whether all numbers are integers.
    package init(locale: LocaleTag, isOrdinal: Bool, isWhole: Bool) {
        let rules = PluralRules(locale: locale.rawValue, kind: isOrdinal ? .ordinal : .cardinal)
        var found: Set<PluralCategory> = []
        for number in Self.integers { found.insert(rules.category(of: number)) }
        if !isWhole {
            for text in Self.fractions {
                if let number = ExactDecimal(text) { found.insert(rules.category(of: number)) }
            }
        }
        self.rules = rules
        self.isWhole = isWhole
        possible = PluralCategory.allCases.filter(found.contains)
    }

    /// Whether all possible numbers of `form` are among the exact keys.
    func isCovered(_ form: PluralCategory, byExactly exact: Set<Int>, within range: ClosedRange<Int64>?) -> Bool {
        guard isWhole || range?.count(upTo: 1000) == true else { return false }
        // Then no fraction is possible.
        return !integers(within: range).contains { rules.category(of: $0) == form && !exact.contains($0) }
    }

    /// The forms that have no variant of their own, aren't covered by exact numbers, and are too many for `*` to stand for.
    ///
    /// - Parameters:
    ///   - keys: of the variants, without `*`.
    ///   - range: the possible numbers, where they are integers of the payload.
    package func missing(beside keys: some Sequence<String>, within range: ClosedRange<Int64>?) -> [PluralCategory] {
        let named = Set(keys.compactMap(Self.category))
        let exact = Set(keys.compactMap { Int($0) })
        let open = possible.filter { form in
            !named.contains(form) && !isCovered(form, byExactly: exact, within: range)
        }
        // With only one form left, `*` clearly stands for it.
        return open.count > 1 ? open.filter { $0 != .other } : []
    }

    /// Possible numbers of `form` that aren't among the exact keys: all if they are few, else the first ones.
    package func numbers(_ form: PluralCategory, except exact: Set<Int>, within range: ClosedRange<Int64>?) -> [String]
    {
        var numbers = integers(within: range).filter { rules.category(of: $0) == form && !exact.contains($0) }.map(
            String.init
        )
        guard !isWhole, range == nil else { return numbers }
        // 1.0 equals 1, although it is written differently.
        numbers += Self.fractions.filter { text in
            !text.hasSuffix(".0") && ExactDecimal(text).map { rules.category(of: $0) == form } == true
        }
        return numbers
    }

    /// The possible integers if they are few, else those that plural rules distinguish.
    private func integers(within range: ClosedRange<Int64>?) -> [Int] {
        guard let range else { return Self.integers }
        return range.count(upTo: 1000) ? range.map { Int($0) } : Self.integers.filter { range.contains(Int64($0)) }
    }

    /// A few numbers of that form.
    func examples(_ form: PluralCategory) -> String {
        let numbers = Self.integers.filter { rules.category(of: $0) == form }.prefix(4).map(String.init)
        if !numbers.isEmpty { return numbers.joined(separator: ", ") + (numbers.count == 4 ? " …" : "") }
        let fractions = Self.fractions.filter { text in
            ExactDecimal(text).map { rules.category(of: $0) == form } == true
        }
        return fractions.prefix(3).joined(separator: ", ") + " …"
    }

    package static func category(_ key: String) -> PluralCategory? { categories[key] }

    private static let categories = Dictionary(uniqueKeysWithValues: PluralCategory.allCases.map { (name($0), $0) })

    package static func name(_ category: PluralCategory) -> String { "\(category)" }

    /// CLDR's rules use the last two digits, small numbers and millions.
    private static let integers = Array(0...200) + [1000, 1001, 1_000_000, 2_000_000, 1_000_001]
    private static let fractions = [
        "0.0", "0.1", "0.2", "0.5", "1.0", "1.1", "1.2", "1.5", "2.0", "2.5", "3.0", "1.01", "1.31",
    ]
}

/// Caches the forms by language, because finding them evaluates the rules for hundreds of numbers.
struct PluralFormsCache {
    private var known: [Key: PluralForms] = [:]

    private struct Key: Hashable {
        let locale: LocaleTag
        let isOrdinal: Bool
        let isWhole: Bool
    }

    mutating func forms(_ locale: LocaleTag, isOrdinal: Bool, isWhole: Bool) -> PluralForms {
        let key = Key(locale: locale, isOrdinal: isOrdinal, isWhole: isWhole)
        if let forms = known[key] { return forms }
        let forms = PluralForms(locale: locale, isOrdinal: isOrdinal, isWhole: isWhole)
        known[key] = forms
        return forms
    }
}

extension ClosedRange<Int64> {
    /// Whether it contains at most `limit` numbers.
    fileprivate func count(upTo limit: Int64) -> Bool {
        let (difference, overflow) = upperBound.subtractingReportingOverflow(lowerBound)
        return !overflow && difference < limit
    }
}
