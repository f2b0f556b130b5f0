/// The options of the built-in functions, with their keywords.
///
/// Used for error messages only; the readers of options decide what a value means.
enum OptionKeywords {
    /// Sorted.
    static func names(of function: BuiltInFunction) -> [String] {
        switch function {
        case .string: []
        case .number: number
        case .integer: integer
        case .offset: offset
        case .percent: percent
        case .currency: currency
        case .money: money
        case .date: ["calendar", "fields", "hour12", "length", "timeZone"]
        case .time: ["calendar", "hour12", "precision", "timeZone", "timeZoneStyle"]
        case .datetime:
            [
                "calendar", "dateFields", "dateLength", "hour12", "timePrecision", "timeZone", "timeZoneStyle",
            ]
        case .relative: ["calendar", "capitalise", "hour12", "numeric", "style", "timeZone", "unit"]
        case .list: ["style", "type"]
        }
    }

    private static let number = (NumberOptions.names(of: .number) + ["select"]).sorted()
    private static let integer = (NumberOptions.names(of: .integer) + ["select"]).sorted()
    private static let offset = (NumberOptions.names(of: .offset) + ["select"]).sorted()
    private static let percent = NumberOptions.names(of: .percent).sorted()
    private static let currency = NumberOptions.names(of: .currency).sorted()
    private static let money = NumberOptions.names(of: .money).sorted()

    /// Whether the option's value must be a literal, because it is needed when the message is compiled.
    static func mustBeLiteral(_ name: String, of function: BuiltInFunction) -> Bool {
        switch function {
        case .number, .integer, .offset: name == "select"
        case .date, .time, .datetime: !["calendar", "hour12", "timeZone"].contains(name)
        case .string, .percent, .currency, .money, .relative, .list: false
        }
    }

    /// The possible values of an option; empty where they aren't keywords.
    static func values(of name: String) -> [String] {
        switch name {
        case "select": NumberOptions.selections.map(\.0)
        case "signDisplay": NumberOptions.signDisplays.map(\.0)
        case "useGrouping": NumberOptions.groupings.map(\.0)
        case "trailingZeroDisplay": NumberOptions.trailingZeroDisplays.map(\.0)
        case "roundingPriority": NumberOptions.roundingPriorities.map(\.0)
        case "roundingIncrement": NumberOptions.roundingIncrements.map(\.0)
        case "roundingMode": NumberOptions.roundingModes.map(\.0)
        case "currencySign": NumberOptions.currencySigns.map(\.0)
        case "currencyDisplay": NumberOptions.currencyDisplays.map(\.0)
        case "fields", "dateFields": DateOptions.fieldSets.map(\.0)
        case "length", "dateLength": DateOptions.lengths.map(\.0)
        case "precision", "timePrecision": DateOptions.precisions.map(\.0)
        case "timeZoneStyle": DateOptions.zoneStyles.map(\.0)
        case "calendar": DateOptions.calendars.map(\.0)
        case "hour12": ["true", "false"]
        case "unit": RelativeOptions.units.keys.sorted()
        case "numeric": ["auto", "always"]
        case "capitalise": ["auto", "never"]
        case "style": ListStyle.widths.map(\.0)
        case "type": ListStyle.kinds.map(\.0)
        case "u:dir": ["ltr", "rtl", "auto", "inherit"]
        default: []
        }
    }

    /// The operand that a function accepts, where it is a literal.
    static func operand(of function: BuiltInFunction) -> String {
        switch function {
        case .string: "a value"
        case .number, .integer, .offset, .percent: "a number such as 12 or -0.5"
        case .currency, .money: "money, or a number with the option `currency`"
        case .date, .time, .datetime: "a date or time such as 2026-02-25T06:13:20Z"
        case .relative: "a time such as 2026-02-25T06:13:20Z, or with `unit` a number"
        case .list: "a list"
        }
    }
}

extension FunctionRegistry {
    /// The options of a built-in function, sorted; empty for others.
    package static func options(of function: String) -> [String] {
        BuiltInFunction(rawValue: function).map { OptionKeywords.names(of: $0) } ?? []
    }

    /// The keywords that an option's value can be; empty where it is another value.
    package static func values(ofOption name: String) -> [String] { OptionKeywords.values(of: name) }

    /// What a built-in function takes, such as `a number such as 12 or -0.5`; nil for others.
    package static func operand(of function: String) -> String? {
        BuiltInFunction(rawValue: function).map { OptionKeywords.operand(of: $0) }
    }
}
