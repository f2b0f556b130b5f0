/// Domains beyond ASCII, in the form of mail servers.
///
/// Source: RFC 5890 (A-labels) and RFC 3492 (Punycode).
enum DomainName {
    /// `xn--bcher-kva.example` for `Bücher.example`; nil for what would need the Unicode normalization tables to be written
    /// with certainty, such as a letter and its accent apart.
    static func ascii(_ name: some StringProtocol) -> String? {
        var labels: [String] = []
        for label in name.split(separator: ".", omittingEmptySubsequences: false) {
            guard let written = aLabel(String(label)) else { return nil }
            labels.append(written)
        }
        return labels.joined(separator: ".")
    }

    private static func aLabel(_ label: String) -> String? {
        if label.utf8.allSatisfy({ $0 < 0x80 }) { return label }
        let scalars = Array(label.lowercased().unicodeScalars)
        guard scalars.allSatisfy({ $0.isASCII || isSettled($0) }), let code = Punycode.encode(scalars) else {
            return nil
        }
        let written = "xn--\(code)"
        return written.utf8.count <= 63 ? written : nil
    }

    /// Letters and digits that are the same in every normalization form, and stay themselves in a domain.
    private static func isSettled(_ scalar: Unicode.Scalar) -> Bool {
        // RFC 5892, section 2.6: letters of their own, though folding would change them.
        if scalar == "ß" || scalar == "ς" { return true }
        // Parts of Korean syllables, which would have to be put together.
        if [0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF].contains(where: { $0.contains(scalar.value) }) {
            return false
        }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber:
            return !scalar.properties.changesWhenNFKCCaseFolded
        default: return false
        }
    }
}

/// Source: RFC 3492, section 6.3, with the parameters of section 5.
enum Punycode {
    private static let base = 36
    private static let least = 1
    private static let most = 26
    private static let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Nil where it would be longer than any label, by far.
    static func encode(_ input: [Unicode.Scalar]) -> String? {
        guard input.count <= 63 else { return nil }
        var output = input.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let plain = output.count
        if plain > 0 { output.append(UInt8(ascii: "-")) }
        var handled = plain
        var code = 128
        var delta = 0
        var bias = 72
        while handled < input.count {
            guard let next = input.lazy.map({ Int($0.value) }).filter({ $0 >= code }).min() else { return nil }
            // At most 0x10FFFF × 64 in all: no overflow.
            delta += (next - code) * (handled + 1)
            code = next
            for scalar in input {
                if scalar.value < code { delta += 1 }
                guard scalar.value == code else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, isFirst: handled == plain, count: handled + 1)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A number in digits whose weight depends on their place.
    private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = number
        var place = base
        while true {
            let threshold = min(max(place - bias, least), most)
            guard rest >= threshold else { break }
            output.append(digits[threshold + (rest - threshold) % (base - threshold)])
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digits[rest])
    }

    private static func adapted(_ delta: Int, isFirst: Bool, count: Int) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias = 0
        while delta > (base - least) * most / 2 {
            delta /= base - least
            bias += base
        }
        return bias + (base - least + 1) * delta / (delta + 38)
    }
}
