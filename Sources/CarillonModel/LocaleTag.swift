/// A language as BCP 47 writes it, such as `en`, `nb-NO` or `zh-Hant-TW`, in the usual casing.
///
/// Well-formed, not necessarily registered: language, then script, region, variants and extensions in that order.
public struct LocaleTag: CheckedName {
    public let rawValue: String
    public init(unchecked text: String) { rawValue = Self.cased(text) }
    public static let shape = "a BCP 47 language tag such as `en` or `nb-NO`"

    /// Source: RFC 5646, section 2.1, without grandfathered tags.
    ///
    /// `_` is not a separator.
    public static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 63 else { return false }
        var subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)[...]
        guard subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isAlphanumeric) }),
            let language = subtags.popFirst(), (2...3).contains(language.count) || (5...8).contains(language.count),
            language.allSatisfy(isLetter)
        else { return false }
        if let script = subtags.first, script.count == 4, script.allSatisfy(isLetter) { subtags.removeFirst() }
        if let region = subtags.first, isRegion(region) { subtags.removeFirst() }
        while let variant = subtags.first, isVariant(variant) { subtags.removeFirst() }
        return areExtensions(subtags)
    }

    /// The first subtag, such as `nb` of `nb-NO`.
    public var language: String { String(rawValue.prefix { $0 != "-" }) }

    /// This tag, then the same without its last subtag, and so on: `zh-Hant-TW`, `zh-Hant`, `zh`.
    ///
    /// Source: RFC 4647, section 3.4 (lookup): a single letter goes together with what follows it.
    public var truncations: [LocaleTag] {
        var subtags = rawValue.split(separator: "-")
        var tags: [LocaleTag] = []
        while !subtags.isEmpty {
            tags.append(LocaleTag(unchecked: subtags.joined(separator: "-")))
            subtags.removeLast()
            while let last = subtags.last, last.utf8.count == 1 { subtags.removeLast() }
        }
        return tags
    }

    /// Language in small letters, script with a capital, region in capitals.
    ///
    /// Source: RFC 5646, section 2.1.1.
    private static func cased(_ text: String) -> String {
        var isExtension = false
        let subtags = text.split(separator: "-", omittingEmptySubsequences: false).enumerated().map { index, subtag in
            let lower = subtag.lowercased()
            if subtag.utf8.count == 1 { isExtension = true }
            guard index > 0, !isExtension else { return lower }
            switch lower.utf8.count {
            case 2: return lower.uppercased()
            case 4 where lower.utf8.allSatisfy(isLetter): return lower.prefix(1).uppercased() + lower.dropFirst()
            default: return lower
            }
        }
        return subtags.joined(separator: "-")
    }

    private static func isRegion(_ subtag: Substring.UTF8View) -> Bool {
        subtag.count == 2 && subtag.allSatisfy(isLetter) || subtag.count == 3 && subtag.allSatisfy(isDigit)
    }

    private static func isVariant(_ subtag: Substring.UTF8View) -> Bool {
        (5...8).contains(subtag.count) || subtag.count == 4 && subtag.first.map(isDigit) == true
    }

    /// A single letter or digit, then at least one longer subtag (`x-` takes short ones too).
    private static func areExtensions(_ subtags: ArraySlice<Substring.UTF8View>) -> Bool {
        var rest = subtags
        while let singleton = rest.popFirst() {
            guard singleton.count == 1 else { return false }
            if singleton.first == UInt8(ascii: "x") || singleton.first == UInt8(ascii: "X") { return !rest.isEmpty }
            guard let first = rest.popFirst(), first.count >= 2 else { return false }
            while let next = rest.first, next.count >= 2 { rest.removeFirst() }
        }
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
