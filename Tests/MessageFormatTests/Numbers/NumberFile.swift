/// The part of `numbers.json` that says how a number looks; the tests put numbers together from it on their own.
struct NumberFile: Decodable {
    struct Affixes: Decodable {
        var pos: [String]
        var neg: [String]
    }

    struct Form: Decodable {
        var pos: [String]
        var neg: [String]
        var dec: String
        var grp: String
    }

    struct Forms: Decodable {
        var symbol: Form
        var narrow: Form?
        var code: Form
    }

    struct Locale: Decodable {
        var digits: String
        var decimal: String
        var group: String
        var primary: Int
        var secondary: Int
        var minGroupingDigits: Int
        var number: Affixes
        var percent: Affixes
        var currency: [String: Forms]
        var currencyPrimary: Int
        var currencySecondary: Int
        var currencyMinGroupingDigits: Int
    }

    var currencyDigits: [String: Int]
    var locales: [String: Locale]
}

/// Decimals as text, rounded and grouped the way one does it on paper.
enum Paper {
    /// Half away from zero, to exactly `fractionDigits`.
    ///
    /// The text has no exponent and no sign.
    static func round(_ text: String, to fractionDigits: Int) -> (integer: String, fraction: String) {
        let parts = text.split(separator: ".").map(Array.init)
        var fraction = parts.count > 1 ? parts[1] : []
        var digits = parts[0] + fraction.prefix(fractionDigits)
        let goesUp = fraction.count > fractionDigits && fraction[fractionDigits] >= "5"
        fraction = Array(fraction.prefix(fractionDigits))
        digits += Array(repeating: "0", count: fractionDigits - fraction.count)
        if goesUp {
            var index = digits.count - 1
            while index >= 0, digits[index] == "9" {
                digits[index] = "0"
                index -= 1
            }
            if index >= 0 {
                digits[index] = Character(String((digits[index].wholeNumberValue ?? 0) + 1))
            } else {
                digits.insert("1", at: 0)
            }
        }
        let end = digits.count - fractionDigits
        return (String(digits[..<end]), String(digits[end...]))
    }

    static func group(
        _ integer: String,
        by sizes: (primary: Int, secondary: Int, minimum: Int),
        with separator: String
    )
        -> String
    {
        guard integer.count >= sizes.primary + sizes.minimum else { return integer }
        var rest = integer
        var groups = [String(rest.suffix(sizes.primary))]
        rest.removeLast(sizes.primary)
        while !rest.isEmpty {
            groups.insert(String(rest.suffix(sizes.secondary)), at: 0)
            rest.removeLast(min(sizes.secondary, rest.count))
        }
        return groups.joined(separator: separator)
    }

    static func native(_ text: String, _ digits: String) -> String {
        let digits = digits.unicodeScalars.map(String.init)
        return text.map { $0.wholeNumberValue.map { digits[$0] } ?? String($0) }.joined()
    }
}
