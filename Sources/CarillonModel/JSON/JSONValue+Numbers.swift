extension JSONValue {
    /// The integer, however the number is written: `12`, `12.0` and `1.2e1` are the same one.
    ///
    /// Source: JSON Schema 2020-12 Validation, section 6.1.1: a number without a fraction is an integer.
    public var wholeNumber: Int64? {
        if let integer { return integer }
        guard let text = plainDecimal else { return nil }
        let parts = text.split(separator: ".")
        guard parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "0" } }) else { return nil }
        return Int64(parts[0])
    }

    /// A number's digits without exponent: many writers of JSON choose one for what is very large or very small.
    ///
    /// Nil for what is no number, or has an exponent beyond ±64.
    public var plainDecimal: String? {
        guard case .number(let text) = self else { return nil }
        let halves = text.split { $0 == "e" || $0 == "E" }
        guard halves.count == 2 else { return text }
        guard let exponent = Int(halves[1]), (-64...64).contains(exponent) else { return nil }
        let sign = halves[0].hasPrefix("-") ? "-" : ""
        let parts = halves[0].drop { $0 == "-" }.split(separator: ".")
        let (whole, fraction) = (parts[0], parts.count == 2 ? parts[1] : "")
        let zeros = { (count: Int) in String(repeating: "0", count: max(0, count)) }
        // The position of the point among the digits, with zeros added where it lies beyond them.
        let point = whole.count + exponent
        let digits = "\(zeros(-point))\(whole)\(fraction)\(zeros(point - whole.count - fraction.count))"
        let before = digits.prefix(max(0, point)).drop { $0 == "0" }
        let after = digits.dropFirst(max(0, point))
        return "\(sign)\(before.isEmpty ? "0" : before)\(after.isEmpty ? "" : ".\(after)")"
    }
}
