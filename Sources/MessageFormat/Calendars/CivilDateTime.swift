/// A day with a time to the second, as a wall clock shows it.
public struct CivilDateTime: Sendable, Hashable {
    /// The day.
    public let date: CivilDate
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59.
    public let second: Int

    /// Nil where a day has no such time.
    public init?(date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.date = date
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// What a clock with this offset shows at an instant; nil outside the years 1 to 9999.
    ///
    /// - Parameters:
    ///   - epochSeconds: seconds since 1970-01-01T00:00:00Z.
    ///   - offset: how far the clock is ahead of UTC.
    public init?(epochSeconds: Int64, offset: TimeZoneOffset) {
        let (seconds, overflow) = epochSeconds.addingReportingOverflow(Int64(offset.seconds))
        guard !overflow else { return nil }
        let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let day = remainder < 0 ? quotient - 1 : quotient
        let time = Int(remainder < 0 ? remainder + 86_400 : remainder)
        guard let date = CivilDate(daysSinceEpoch: Int(day)) else { return nil }
        self.init(date: date, hour: time / 3600, minute: time / 60 % 60, second: time % 60)
    }

    /// The instant at which a clock with this offset shows this, in seconds since 1970-01-01T00:00:00Z.
    public func epochSeconds(offset: TimeZoneOffset) -> Int64 {
        Int64(date.daysSinceEpoch) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offset.seconds)
    }
}

extension CivilDateTime: Comparable {
    /// The earlier time is less, as if both were in one time zone.
    public static func < (first: CivilDateTime, second: CivilDateTime) -> Bool {
        first.epochSeconds(offset: .utc) < second.epochSeconds(offset: .utc)
    }
}
