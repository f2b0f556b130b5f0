/// The options of a date or time function, including those inherited from its operand; nil where an option isn't set.
///
/// Pinned to LDML 48.2. The three functions use different names for the same option (`fields`, `dateFields`), and an
/// option is inherited under its own name only.
struct DateOptions: Hashable, Sendable {
    var fields: DateStyle.Fields?
    var length: DateStyle.Length?
    var precision: DateStyle.Precision?
    var dateFields: DateStyle.Fields?
    var dateLength: DateStyle.Length?
    var timePrecision: DateStyle.Precision?
    var timeZoneStyle: DateStyle.ZoneStyle?
    var hour12: Bool?
    var calendar: DateStyle.Calendar?
    /// `UTC`, `±hh:mm`, a zone's name, or `input`.
    var timeZone: String?
    /// The offset in a literal such as `2006-01-02T15:04:06+01:00`.
    var inputOffset: TimeZoneOffset?
}

extension DateOptions {
    /// Reads one option of `:date`, `:time`, `:datetime` or `carillon:relative`.
    mutating func set(
        _ name: String,
        to value: String,
        isLiteral: Bool,
        of function: BuiltInFunction
    ) -> NumberOptions.Outcome {
        switch name {
        case "timeZone": return setZone(value)
        case "hour12": return Self.read(value, into: &hour12, [("true", true), ("false", false)])
        case "calendar": return Self.read(value, into: &calendar, Self.calendars)
        default: break
        }
        var changed = self
        let outcome: NumberOptions.Outcome =
            switch (function, name) {
            case (.date, "fields"): Self.read(value, into: &changed.fields, Self.fieldSets)
            case (.date, "length"): Self.read(value, into: &changed.length, Self.lengths)
            case (.time, "precision"): Self.read(value, into: &changed.precision, Self.precisions)
            case (.datetime, "dateFields"): Self.read(value, into: &changed.dateFields, Self.fieldSets)
            case (.datetime, "dateLength"): Self.read(value, into: &changed.dateLength, Self.lengths)
            case (.datetime, "timePrecision"): Self.read(value, into: &changed.timePrecision, Self.precisions)
            case (.time, "timeZoneStyle"), (.datetime, "timeZoneStyle"):
                Self.read(value, into: &changed.timeZoneStyle, Self.zoneStyles)
            default: .ignored
            }
        guard outcome == .accepted else { return outcome }
        // All options but the overrides must be literals.
        guard isLiteral else { return .badValue }
        self = changed
        return .accepted
    }

    private mutating func setZone(_ value: String) -> NumberOptions.Outcome {
        guard value == "input" || TimeZoneOffset(text: value) != nil || Self.looksLikeZoneName(value) else {
            return .badValue
        }
        timeZone = value
        return .accepted
    }

    /// `UTC`, `Europe/Oslo`, `America/Argentina/Buenos_Aires`, `Etc/GMT+1`.
    static func looksLikeZoneName(_ text: String) -> Bool {
        guard let first = text.utf8.first, (first | 0x20) &- 0x61 < 26 else { return false }
        return text.utf8.count <= 64
            && text.utf8.allSatisfy { CharacterClass.isASCIINameCharacter($0) || $0 == Byte.slash }
    }

    private static func read<Value>(
        _ text: String,
        into target: inout Value?,
        _ values: [(String, Value)]
    ) -> NumberOptions.Outcome {
        guard let found = values.first(where: { $0.0 == text }) else { return .badValue }
        target = found.1
        return .accepted
    }

    /// The style that `function` uses.
    func style(of function: BuiltInFunction) -> DateStyle {
        var style = DateStyle()
        style.hour12 = hour12
        style.calendar = calendar
        switch function {
        case .date:
            style.fields = fields ?? .yearMonthDay
            style.length = length ?? .medium
        case .time:
            style.precision = precision ?? .minute
            style.zone = timeZoneStyle
        default:
            style.fields = dateFields ?? .yearMonthDay
            style.length = dateLength ?? .medium
            style.precision = timePrecision ?? .minute
            style.zone = timeZoneStyle
        }
        return style
    }

    static let fieldSets: [(String, DateStyle.Fields)] = [
        ("weekday", .weekday), ("day-weekday", .dayWeekday), ("month-day", .monthDay),
        ("month-day-weekday", .monthDayWeekday), ("year-month-day", .yearMonthDay),
        ("year-month-day-weekday", .yearMonthDayWeekday),
    ]

    static let lengths: [(String, DateStyle.Length)] = [
        ("long", .long), ("medium", .medium), ("short", .short),
    ]

    static let precisions: [(String, DateStyle.Precision)] = [
        ("hour", .hour), ("minute", .minute), ("second", .second),
    ]

    static let zoneStyles: [(String, DateStyle.ZoneStyle)] = [("long", .long), ("short", .short)]

    static let calendars: [(String, DateStyle.Calendar)] = [
        ("gregory", .gregorian), ("gregorian", .gregorian), ("iso8601", .gregorian), ("buddhist", .buddhist),
        ("persian", .persian),
    ]
}
