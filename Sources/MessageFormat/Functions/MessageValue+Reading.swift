/// How functions read their operands.
extension MessageValue {
    /// The text of strings, numbers, booleans and custom values; nil for other values.
    var plainText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): number.description
        case .boolean(let flag): flag ? "true" : "false"
        case .custom(let value): value.messageText
        case .money, .instant, .date, .dateTime, .list: nil
        }
    }

    /// The number of numeric values, and of strings that are number literals.
    var number: ExactDecimal? {
        switch self {
        case .integer(let number): ExactDecimal(number)
        case .decimal(let number), .money(let number, _): number
        case .string(let text): ExactDecimal(text)
        case .custom(let value): value.messageText.flatMap { ExactDecimal($0) }
        case .boolean, .instant, .date, .dateTime, .list: nil
        }
    }

    /// The currency of an amount.
    var currency: CurrencyCode? {
        if case .money(_, let code) = self { return code }
        return nil
    }
}
