extension PluralRules {
    /// Conditions on a whole number `n`, in the syntax of C, in the order in which they are tried; what remains is `other`.
    ///
    /// ```swift
    /// PluralRules(locale: "en").integerConditions     // [(one, "n == 1")]
    /// PluralRules(locale: "pl").integerConditions     // [(one, "n == 1"), (few, "n % 10 >= 2 && n % 10 <= 4 && …"), …]
    /// ```
    ///
    /// Categories that only numbers with a fraction have aren't among them.
    package var integerConditions: [(category: PluralCategory, condition: String)] {
        PluralProgram(ruleSet).integerConditions
    }
}

extension PluralProgram {
    fileprivate var integerConditions: [(category: PluralCategory, condition: String)] {
        var position = 1
        var conditions: [(category: PluralCategory, condition: String)] = []
        for _ in 0..<number(at: 0) {
            let category = PluralCategory(rawValue: UInt8(number(at: position))) ?? .other
            let count = number(at: position + 1)
            position += 2
            let alternatives = (0..<count).map { _ in alternative(at: &position) }
            let possible = alternatives.compactMap(\.self)
            guard !possible.isEmpty else { continue }
            if possible.contains("") { return conditions + [(category, "1")] }
            conditions.append((category, possible.joined(separator: " || ")))
        }
        return conditions
    }

    /// Conditions joined by `&&`; advances past them.
    ///
    /// - Returns: an empty text where each number fulfils them, nil where no integer does.
    private func alternative(at position: inout Int) -> String? {
        var parts: [String] = []
        var isPossible = true
        let count = number(at: position)
        position += 1
        for _ in 0..<count {
            let (operand, modulus) = (number(at: position), Self.moduli[number(at: position + 1)])
            let rangeCount = number(at: position + 2)
            let ranges = (0..<rangeCount).map { index in
                range(at: position + 3 + index * 6)
            }
            position += 3 + rangeCount * 6
            let isNegated = operand & 8 != 0
            if operand & 7 < 2 {
                parts.append(Self.condition(modulus == 1 ? "n" : "n % \(modulus)", in: ranges, isNegated: isNegated))
            } else if ranges.contains(where: { $0.contains(0) }) == isNegated {
                // An integer has no digits after the point.
                isPossible = false
            }
        }
        return isPossible ? parts.joined(separator: " && ") : nil
    }

    private static func condition(_ value: String, in ranges: [ClosedRange<Int>], isNegated: Bool) -> String {
        let parts = ranges.map { range in
            switch (range.lowerBound == range.upperBound, isNegated) {
            case (true, false): "\(value) == \(range.lowerBound)"
            case (true, true): "\(value) != \(range.lowerBound)"
            case (false, false): "\(value) >= \(range.lowerBound) && \(value) <= \(range.upperBound)"
            case (false, true): "(\(value) < \(range.lowerBound) || \(value) > \(range.upperBound))"
            }
        }
        guard !isNegated, parts.count > 1 else { return parts.joined(separator: " && ") }
        return "(\(parts.joined(separator: " || ")))"
    }
}
