import CarillonModel

/// The reader's time zone, as the phone knows it: nothing here has tables of zones.
public struct ReaderZone: Sendable {
    /// How many seconds the reader's clock is ahead of UTC at an instant in milliseconds since 1970; less than a day.
    public let offset: @Sendable (_ instant: Int64) -> Int

    /// - Parameter offset: how many seconds the reader's clock is ahead of UTC at an instant in milliseconds since 1970; less than a
    ///   day, and what is more counts as a second less than one.
    public init(offset: @escaping @Sendable (_ instant: Int64) -> Int) {
        self.offset = offset
    }

    /// The day that the reader's calendar shows at an instant in milliseconds since 1970.
    public func day(of instant: Int64) -> ReaderDay {
        let local = instant + milliseconds(offset(instant))
        return ReaderDay(daysSince1970: local / Self.day - (local % Self.day < 0 ? 1 : 0))
    }

    /// The instant at which the next day begins, in milliseconds since 1970.
    ///
    /// Where clocks are put forward or back at midnight, that is the first instant with the new date.
    public func nextDay(after now: Int64) -> Int64 {
        let midnight = (day(of: now).daysSince1970 + 1) * Self.day
        // By the clock of now, and by that of then: the earlier one that has the new date.
        let asNow = midnight - milliseconds(offset(now))
        let asThen = midnight - milliseconds(offset(asNow))
        let found = [asNow, asThen].filter { day(of: $0).daysSince1970 * Self.day >= midnight }.min()
        return found ?? max(asNow, asThen)
    }

    private static let day: Int64 = 86_400_000

    private func milliseconds(_ seconds: Int) -> Int64 { Int64(min(max(seconds, -86_399), 86_399)) * 1000 }
}

/// A day of the reader's calendar.
public struct ReaderDay: Sendable, Hashable, Comparable {
    public let daysSince1970: Int64

    /// - Parameter daysSince1970: 0 is 1970-01-01; less than 0 before it.
    public init(daysSince1970: Int64) {
        self.daysSince1970 = daysSince1970
    }

    /// From a text such as `2026-02-25`; nil from anything else, and from a day that isn't in the calendar.
    public init?(date: String) {
        guard let day = CivilDay(date) else { return nil }
        daysSince1970 = day.number
    }

    /// Such as `2026-02-25`.
    public var date: String { String(Instant(epochMilliseconds: daysSince1970 * 86_400_000).rfc3339.prefix(10)) }

    public static func < (left: Self, right: Self) -> Bool { left.daysSince1970 < right.daysSince1970 }
}

extension AppTexts.Clock {
    /// The reader's present, `now` in milliseconds since 1970.
    public init(now: Int64, zone: ReaderZone) {
        self.init(now: now, offset: zone.offset)
    }
}
