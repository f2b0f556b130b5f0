/// An amount of something: exact decimal text and a currency or token code, such as `12.50` `NGN` or `100.00` `USDC`.
public struct Money: Sendable, Hashable {
    /// Matches `-?(0|[1-9][0-9]*)(\.[0-9]+)?`.
    public let value: String
    /// Three letters of ISO 4217, or the ticker of an asset: `W`, `OP`, `USDC.e`.
    public let currency: String

    public init?(value: String, currency: String) {
        guard Self.isDecimal(value), Self.isCurrency(currency) else { return nil }
        self.value = value
        self.currency = currency
    }

    /// Characters of a currency's code at most.
    public static let longestCurrency = 24

    /// Letters and digits of ASCII, and `.`, `-` or `_` behind the first.
    public static func isCurrency(_ code: String) -> Bool {
        guard (1...longestCurrency).contains(code.utf8.count), let first = code.utf8.first else { return false }
        return first.isAlphanumeric
            && code.utf8.allSatisfy { $0.isAlphanumeric || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
    }

    /// Whether `text` is a plain decimal, without exponent, of at most 64 digits.
    public static func isDecimal(_ text: String) -> Bool {
        var bytes = text.utf8[...]
        if bytes.first == UInt8(ascii: "-") { bytes.removeFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), text.utf8.count <= 66 else { return false }
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } }) else { return false }
        return parts[0].count == 1 || parts[0].first != UInt8(ascii: "0")
    }
}
