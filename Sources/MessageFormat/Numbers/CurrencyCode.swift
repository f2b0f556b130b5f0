/// A currency's code: three letters of ISO 4217 (upper-cased), or the ticker of a token such as `USDC` (as written).
public struct CurrencyCode: Sendable, Hashable {
    /// The code's ASCII bytes, first byte lowest, unused bytes zero.
    let low: UInt64
    let high: UInt64
    /// Row of the currency tables, or `noRow`.
    let row: UInt8

    static let noRow: UInt8 = 127

    /// The code in `text`; nil unless it has 2 to 16 ASCII letters, digits or one of `.` `-` `_`.
    public init?(_ text: String) { return nil }
}
