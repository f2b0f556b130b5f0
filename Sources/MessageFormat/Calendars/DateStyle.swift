/// How dates and times are printed: the options of `:date`, `:time` and `:datetime` as of LDML 48.2.
struct DateStyle: Sendable, Hashable {
    enum Fields: UInt8, Sendable, Hashable {
        case weekday, dayWeekday, monthDay, monthDayWeekday, yearMonthDay, yearMonthDayWeekday
    }

    enum Length: UInt8, Sendable, Hashable { case long, medium, short }
    enum Precision: UInt8, Sendable, Hashable { case hour, minute, second }
    enum ZoneStyle: UInt8, Sendable, Hashable { case long, short }
    enum Calendar: UInt8, Sendable, Hashable { case gregorian, buddhist, persian }

    /// Nil: no date.
    var fields: Fields?
    var length = Length.medium
    /// Nil: no time.
    var precision: Precision?
    /// Nil: no zone.
    var zone: ZoneStyle?
    /// Nil: the locale's custom.
    var hour12: Bool?
    /// Nil: the locale's custom.
    var calendar: Calendar?

    func append(
        _ moment: CivilDateTime,
        offset: TimeZoneOffset,
        to writer: inout UTF8Writer,
        locale: LocaleData
    ) {}
}

/// `I dag kl. 14:32`, `I går kl. 18:45`, else `19.02.2026 kl. 09:00`.
struct RelativeDateStyle: Sendable, Hashable {
    var hour12: Bool?
    /// Whether the first letter is upper case where the script has one.
    var capitalises = true

    func append(_ moment: CivilDateTime, now: CivilDateTime, to writer: inout UTF8Writer, locale: LocaleData) {}
}

/// `in 3 days`, `yesterday`.
struct RelativeAmountStyle: Sendable, Hashable {
    enum Unit: UInt8, Sendable, Hashable { case second, minute, hour, day, week, month, quarter, year }
    enum Width: UInt8, Sendable, Hashable { case long, short, narrow }

    var unit = Unit.day
    var width = Width.long
    /// Whether words such as "tomorrow" are used where the language has them.
    var usesWords = false

    func append(_ amount: ExactDecimal, to writer: inout UTF8Writer, locale: LocaleData) {}
}
