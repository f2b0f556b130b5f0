/// A regular expression of a contract, which the whole value must match.
///
/// The syntax is that of Swift's `Regex`, which reads the usual (ECMAScript, PCRE) one.
public struct TextPattern: Sendable, Hashable {
    /// As written.
    public let source: String

    /// How many characters a pattern may have.
    static let limit = 500

    /// Nil where `source` is no valid pattern.
    public init?(_ source: String) {
        guard source.count <= Self.limit, (try? Regex(source)) != nil else { return nil }
        self.source = source
    }

    public func matches(_ text: String) -> Bool {
        guard let regex = try? Regex(source) else { return false }
        return text.wholeMatch(of: regex) != nil
    }
}
