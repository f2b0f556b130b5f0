/// A plural rule in the syntax of UTS #35 part 3: alternatives of conditions that hold together.
struct PluralRule {
    struct Relation {
        /// One of n i v w f t e.
        var operand: Character
        /// 1: the operand itself.
        var modulus: Int
        var isNegated: Bool
        var ranges: [ClosedRange<Int>]
    }

    var alternatives: [[Relation]]

    init(_ text: String) throws {
        alternatives =
            try text.isEmpty
            ? []
            : text.split(" or ").map { try $0.split(" and ").map { try Relation($0) } }
    }

    /// Whether the rule holds for an integer without fraction digits.
    func holds(for integer: Int) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.holds(for: integer) } }
    }
}

extension PluralRule.Relation {
    init(_ text: String) throws {
        let tokens = text.split(separator: " ").map(String.init)
        guard tokens.count == 3 || tokens.count == 5 && tokens[1] == "%", let operand = tokens.first?.first else {
            throw UnexpectedData("plural relation `\(text)`")
        }
        guard "nivwfte".contains(operand), tokens[0].count == 1, ["=", "!="].contains(tokens[tokens.count - 2]) else {
            throw UnexpectedData("plural relation `\(text)`")
        }
        self.operand = operand
        modulus = tokens.count == 5 ? Int(tokens[2]) ?? 0 : 1
        isNegated = tokens[tokens.count - 2] == "!="
        ranges = try (tokens.last ?? "").split(separator: ",").map { range in
            let bounds = range.split(separator: ".", omittingEmptySubsequences: true).compactMap { Int($0) }
            guard let first = bounds.first, let last = bounds.last, bounds.count < 3, first <= last else {
                throw UnexpectedData("plural range `\(range)`")
            }
            return first...last
        }
        guard modulus > 0, !ranges.isEmpty else { throw UnexpectedData("plural relation `\(text)`") }
    }

    func holds(for integer: Int) -> Bool {
        let value = "ni".contains(operand) ? integer : 0
        let rest = modulus == 1 ? value : value % modulus
        return ranges.contains { $0.contains(rest) } != isNegated
    }

    /// Whether it has the same truth for every integer from 100 on with the same last two digits.
    var repeatsEveryHundred: Bool {
        guard "ni".contains(operand) else { return true }
        switch modulus {
        case 1: return ranges.allSatisfy { $0.upperBound < 100 }
        case 10, 100: return true
        default: return false
        }
    }

    /// Whether it only tells multiples of a million apart from other numbers.
    var singlesOutMillions: Bool {
        "ni".contains(operand) && modulus == 1_000_000 && ranges == [0...0]
    }
}

extension String {
    fileprivate func split(_ word: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let found = rest.firstRange(of: word) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}
