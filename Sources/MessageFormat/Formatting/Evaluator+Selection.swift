/// Selects a variant exactly as the specification describes: it compares all variants, in source order.
extension Evaluator {
    /// What a selector compares with keys.
    private enum Selector {
        /// Matches only `*`.
        case none
        case text(String)
        /// The operand as a plain decimal, and the category of the formatted number (nil with `select=exact`).
        case number(exact: String, category: String?)
        /// A host's value, with its result for each variant's key.
        case own(any FunctionValue, matches: [Bool])
    }

    mutating func select(_ selectors: [Int], _ variants: [Program.CompiledVariant]) -> [Program.Step] {
        var resolved: [Selector] = []
        for (column, index) in selectors.enumerated() {
            resolved.append(selector(evaluate(index), keys: variants.lazy.map { $0.keys[column] }))
        }
        var best: Int?
        for (row, variant) in variants.enumerated() {
            guard matches(variant, row: row, resolved) else { continue }
            if let current = best, !isBetter(variant, than: variants[current], resolved) { continue }
            best = row
        }
        return best.map { variants[$0].steps } ?? []
    }

    private mutating func selector(_ value: Resolved, keys: some Sequence<Message.Key>) -> Selector {
        switch (value.payload, value.form) {
        case (.own(let result), _) where result.canSelect:
            do throws(MessageFunctionError) {
                var matches: [Bool] = []
                for key in keys {
                    switch key {
                    case .catchAll: matches.append(true)
                    case .literal(let text): matches.append(try result.matches(text))
                    }
                }
                return .own(result, matches: matches)
            } catch {
                report(.badSelector, value.source, error.description)
                return .none
            }
        case (.value(.string(let text)), .string?):
            return .text(text)
        case (.value(.decimal(let number)), .number?), (.value(.decimal(let number)), .integer?),
            (.value(.decimal(let number)), .offset?), (.value(.decimal(let number)), .percent?):
            guard !value.numbers.selectIsInvalid else { break }
            return numberSelector(number, value)
        default: break
        }
        report(.badSelector, value.source, Self.cannotSelect(value.source))
        return .none
    }

    private func numberSelector(_ number: ExactDecimal, _ value: Resolved) -> Selector {
        let form = value.form ?? .number
        let exact = form == .percent ? number.timesHundred() : number
        let text = exact.plainText
        guard value.numbers.select != .exact else { return .number(exact: text, category: nil) }
        let shown = value.numbers.style(of: form).rounded(number)
        let rules = PluralRules(of: program.locale, kind: value.numbers.select == .ordinal ? .ordinal : .cardinal)
        return .number(exact: text, category: rules.category(of: shown).keyword)
    }

    private mutating func matches(_ variant: Program.CompiledVariant, row: Int, _ selectors: [Selector]) -> Bool {
        for (key, selector) in zip(variant.keys, selectors) {
            guard case .literal(let key) = key else { continue }
            switch selector {
            case .none: return false
            case .text(let text):
                guard key == text else { return false }
            case .number(let exact, let category):
                if key == exact || key == category { continue }
                if PluralCategory(keyword: key) == nil, ExactDecimal(key) == nil {
                    report(.badVariantKey, key, Self.badKey(key))
                }
                return false
            case .own(_, let matches):
                guard matches[row] else { return false }
            }
        }
        return true
    }

    /// Whether the matching `variant` is better than the earlier `best`: the first different key decides.
    private func isBetter(
        _ variant: Program.CompiledVariant,
        than best: Program.CompiledVariant,
        _ selectors: [Selector]
    ) -> Bool {
        for (column, selector) in selectors.enumerated() {
            switch (variant.keys[column], best.keys[column]) {
            case (.catchAll, .catchAll): continue
            case (.literal, .catchAll): return true
            case (.catchAll, .literal): return false
            case (.literal(let key), .literal(let other)):
                if key == other { continue }
                switch selector {
                case .number(let exact, _): return key == exact
                case .own(let result, _): return result.isBetter(key, than: other)
                case .none, .text: return false
                }
            }
        }
        return false
    }

    private static func cannotSelect(_ source: String) -> String {
        "`\(source)` cannot select a variant"
    }

    private static func badKey(_ key: String) -> String {
        "`\(key)` is neither a number nor a plural category"
    }
}

extension ExactDecimal {
    /// The value in the form of number keys: plain digits without redundant zeros.
    var plainText: String {
        let short = withoutTrailingZeros()
        return short.isZero ? "0" : short.description
    }
}

extension PluralCategory {
    /// The name of the category as a key.
    var keyword: String {
        switch self {
        case .zero: "zero"
        case .one: "one"
        case .two: "two"
        case .few: "few"
        case .many: "many"
        case .other: "other"
        }
    }

    init?(keyword: String) {
        guard let found = Self.allCases.first(where: { $0.keyword == keyword }) else { return nil }
        self = found
    }
}
