import CarillonModel
import MessageFormat
import Testing

@testable import CarillonStudio

/// The head of a PO file chooses the same form as our own rules.
struct GettextPluralsTests {
    @Test(arguments: [
        "ar", "be", "bg", "br", "bs", "ca", "cs", "cy", "da", "de", "dsb", "en", "es", "et", "fil", "fr", "ga", "gd",
        "gv", "he", "hr",
        "hu", "is", "it", "ja", "ko", "ksh", "kw", "lag", "lt", "lv", "mk", "mt", "naq", "nb", "pl", "pt", "pt-PT",
        "ro", "ru", "shi",
        "si", "sk", "sl", "sr", "sv", "tr", "tzm", "uk", "vi", "zh-Hant",
    ])
    func `each whole number has the form of the language's rules`(tag: String) throws {
        let locale = try #require(LocaleTag(tag))
        let plurals = GettextPlurals(locale)
        let rules = PluralRules(locale: tag)
        let prefix = "nplurals=\(plurals.categories.count); plural="
        try #require(plurals.header.hasPrefix(prefix) && plurals.header.hasSuffix(";"))
        let source = String(plurals.header.dropFirst(prefix.count).dropLast())
        for number in Array(0...1100) + [10_000, 100_000, 123_456, 1_000_000, 1_000_001, 2_000_000, 40_000, 1_100_000] {
            var expression = Expression(source, n: number)
            let form = try expression.value()
            try #require(plurals.categories.indices.contains(form))
            #expect(plurals.categories[form] == rules.category(of: number), "\(number) in \(tag)")
        }
    }

    /// What gettext evaluates: the operators of C that stand in such heads.
    private struct Expression {
        private var rest: Substring
        private let n: Int

        private struct Malformed: Error {
            let rest: String
        }

        init(_ source: String, n: Int) {
            rest = source.filter { $0 != " " }[...]
            self.n = n
        }

        mutating func value() throws -> Int {
            let value = try conditional()
            guard rest.isEmpty else { throw Malformed(rest: String(rest)) }
            return value
        }

        private mutating func take(_ sign: String) -> Bool {
            guard rest.hasPrefix(sign) else { return false }
            rest = rest.dropFirst(sign.count)
            return true
        }

        private mutating func conditional() throws -> Int {
            let condition = try either()
            guard take("?") else { return condition }
            let first = try conditional()
            guard take(":") else { throw Malformed(rest: String(rest)) }
            let second = try conditional()
            return condition != 0 ? first : second
        }

        private mutating func either() throws -> Int {
            var value = try both()
            while take("||") { value = try both() != 0 || value != 0 ? 1 : 0 }
            return value
        }

        private mutating func both() throws -> Int {
            var value = try comparison()
            while take("&&") { value = try comparison() != 0 && value != 0 ? 1 : 0 }
            return value
        }

        private mutating func comparison() throws -> Int {
            let left = try remainder()
            for (sign, holds) in Self.comparisons where take(sign) { return holds(left, try remainder()) ? 1 : 0 }
            return left
        }

        private static let comparisons: [(String, @Sendable (Int, Int) -> Bool)] = [
            ("==", { $0 == $1 }), ("!=", { $0 != $1 }), ("<=", { $0 <= $1 }), (">=", { $0 >= $1 }), ("<", { $0 < $1 }),
            (">", { $0 > $1 }),
        ]

        private mutating func remainder() throws -> Int {
            var value = try operand()
            while take("%") { value %= try operand() }
            return value
        }

        private mutating func operand() throws -> Int {
            if take("n") { return n }
            if take("(") {
                let value = try conditional()
                guard take(")") else { throw Malformed(rest: String(rest)) }
                return value
            }
            let digits = rest.prefix(while: \.isNumber)
            guard let value = Int(digits) else { throw Malformed(rest: String(rest)) }
            rest = rest.dropFirst(digits.count)
            return value
        }
    }
}
