/// How `carillon:relative` reads its own options.
extension RelativeOptions {
    /// Reads one option; nil if it is none of these.
    mutating func set(_ name: String, to value: String) -> NumberOptions.Outcome? {
        switch name {
        case "unit":
            guard let found = Self.units[value] else { return .badValue }
            unit = found
        case "style":
            guard let found = Self.widths[value] else { return .badValue }
            width = found
        case "numeric":
            guard value == "auto" || value == "always" else { return .badValue }
            usesRelativeNames = value == "auto"
        case "capitalise":
            guard value == "auto" || value == "never" else { return .badValue }
            capitalises = value == "auto"
        default: return nil
        }
        return .accepted
    }

    static let units: [String: RelativeAmountStyle.Unit] = [
        "second": .second, "minute": .minute, "hour": .hour, "day": .day, "week": .week, "month": .month,
        "quarter": .quarter, "year": .year,
    ]

    static let widths: [String: RelativeAmountStyle.Width] = [
        "long": .long, "short": .short, "narrow": .narrow,
    ]
}
