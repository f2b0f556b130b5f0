package import MessageFormat

/// The numbers that a language has a plural form for.
package enum PluralNumbers {
    /// Such as `2–4, 22–24, 32–34 …`; of a form that no whole number has, what has it.
    package static func wording(of category: PluralCategory, locale: String, kind: PluralRules.Kind) -> String {
        let rules = PluralRules(locale: locale, kind: kind)
        var ranges: [ClosedRange<Int>] = []
        var hasMore = false
        for number in 0...limit where rules.category(of: number) == category {
            if let last = ranges.last, last.upperBound == number - 1 {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else if ranges.count == 3 {
                hasMore = true
                break
            } else {
                ranges.append(number...number)
            }
        }
        if ranges.last?.upperBound == limit {
            ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound...Int.max
        }
        var wording = ranges.map(Self.wording).joined(separator: ", ") + (hasMore ? " …" : "")
        if ranges.isEmpty, rules.category(of: 1_000_000) == category { wording = "1000000, 2000000 …" }
        let fraction = ["0.5", "1.5"].first { ExactDecimal($0).map { rules.category(of: $0) } == category }
        if kind == .cardinal, let fraction {
            wording += wording.isEmpty ? "fractions such as \(fraction)" : ", \(fraction)"
        }
        return wording
    }

    /// The forms that a language has, in CLDR's order.
    package static func categories(locale: String, kind: PluralRules.Kind) -> [PluralCategory] {
        let rules = PluralRules(locale: locale, kind: kind)
        var found: Set<PluralCategory> = [.other]
        for number in 0...200 { found.insert(rules.category(of: number)) }
        found.insert(rules.category(of: 1_000_000))
        return PluralCategory.allCases.filter(found.contains)
    }

    private static let limit = 1000

    private static func wording(_ range: ClosedRange<Int>) -> String {
        if range.upperBound == .max { return "\(range.lowerBound) and more" }
        if range.count == 1 { return "\(range.lowerBound)" }
        return "\(range.lowerBound)\(range.count == 2 ? ", " : "–")\(range.upperBound)"
    }
}

/// What decides between the variants of a message.
package struct MessageSelectors: Sendable {
    package struct Selector: Sendable {
        /// Without `$`.
        package let name: String
        /// Of its declaration, without `:`; nil where it has none.
        package let function: String?
        /// Of the declaration.
        package let options: [String: String]

        /// How numbers choose; nil where texts do.
        package var pluralKind: PluralRules.Kind? {
            guard let function, ["integer", "number", "offset", "percent"].contains(function) else { return nil }
            switch options["select"] {
            case "ordinal": return .ordinal
            case "exact": return nil
            default: return .cardinal
            }
        }
    }

    package let selectors: [Selector]
    private let read: MessageTokens

    package init(_ read: MessageTokens) {
        self.read = read
        guard let match = read.tokens.lastIndex(where: { $0.kind == .keyword && read.text($0) == ".match" }) else {
            selectors = []
            return
        }
        selectors = read.tokens[(match + 1)...].prefix { $0.kind == .variable }.map { token in
            Self.selector(String(read.text(token).dropFirst()), read, before: match)
        }
    }

    /// The selector that a key belongs to.
    ///
    /// - Parameter token: the key's index among the tokens.
    package func selector(ofKey token: Int) -> Selector? {
        let before = read.tokens[..<token].reversed().prefix { $0.kind == .key }.count
        return selectors.indices.contains(before) ? selectors[before] : nil
    }

    private static func selector(_ name: String, _ read: MessageTokens, before match: Int) -> Selector {
        var function: String?
        var options: [String: String] = [:]
        let tokens = read.tokens
        var index = 0
        while index < match {
            defer { index += 1 }
            guard tokens[index].kind == .keyword else { continue }
            // `.input {$name :f}` or `.local $name = {… :f}`.
            let rest = tokens[(index + 1)..<match].prefix { $0.kind != .keyword }
            guard rest.first(where: { $0.kind == .variable }).map({ read.text($0) }) == "$" + name else { continue }
            function = rest.first { $0.kind == .function }.map { String(read.text($0).dropFirst()) }
            for (position, token) in zip(rest.indices, rest) where token.kind == .option && position + 2 < match {
                options[read.text(token)] = read.text(tokens[position + 2])
            }
        }
        return Selector(name: name, function: function, options: options)
    }
}
