/// A day of the proleptic Gregorian calendar, without place.
public struct CivilDate: Sendable, Hashable {
    /// 1 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// The day, or nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

/// A day and a time of that day to the second, as a clock on the wall shows it.
public struct CivilDateTime: Sendable, Hashable {
    public let date: CivilDate
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59.
    public let second: Int

    public init?(date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.date = date
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// What clocks showed at `epochSeconds` (seconds since 1970-01-01T00:00:00Z) where the offset was `offset`; nil
    /// outside the years 1 to 9999.
    public init?(epochSeconds: Int64, offset: TimeZoneOffset) { return nil }

    /// The instant, were the clock `offset` ahead of UTC.
    public func epochSeconds(offset: TimeZoneOffset) -> Int64 { 0 }
}

/// How far a clock is ahead of UTC.
public struct TimeZoneOffset: Sendable, Hashable {
    /// Seconds east of Greenwich, less than a day either way.
    public let seconds: Int

    public static let utc = TimeZoneOffset(unchecked: 0)

    init(unchecked seconds: Int) { self.seconds = seconds }

    public init?(seconds: Int) {
        guard abs(seconds) < 86_400 else { return nil }
        self.seconds = seconds
    }

    /// `Z`, `+hh:mm` or `-hh:mm`.
    public init?(text: some StringProtocol) { return nil }
}

/// The host's time zone database: the module has none.
public struct TimeZones: Sendable {
    /// The offset in force in the zone `identifier` (`Europe/Oslo`) at an instant in epoch seconds; nil if the zone is
    /// unknown.
    public var offset: @Sendable (_ identifier: String, _ epochSeconds: Int64) -> TimeZoneOffset?

    public init(offset: @escaping @Sendable (_ identifier: String, _ epochSeconds: Int64) -> TimeZoneOffset?) {
        self.offset = offset
    }

    /// Knows `UTC`, `Etc/UTC`, `GMT` and `±hh:mm`, nothing else.
    public static let fixedOffsetsOnly = TimeZones { _, _ in nil }
}

/// A date literal of MessageFormat: `2026-02-25` or `2026-02-25T06:13:20[.123][Z|+01:00]`.
struct DateLiteral: Sendable, Hashable {
    var dateTime: CivilDateTime
    /// Nil: floating, to be taken in the context's zone.
    var offset: TimeZoneOffset?
    /// Whether the text had a time.
    var hasTime: Bool

    init?(_ text: String) { return nil }
}
