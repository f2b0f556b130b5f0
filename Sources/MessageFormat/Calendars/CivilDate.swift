/// A day of the proleptic Gregorian calendar, in no particular time zone.
public struct CivilDate: Sendable, Hashable {
    /// 1 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// Nil where the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        guard day >= 1, day <= Self.length(ofMonth: month, year: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CivilDate: Comparable {
    /// The earlier day is less.
    public static func < (first: CivilDate, second: CivilDate) -> Bool {
        (first.year, first.month, first.day) < (second.year, second.month, second.day)
    }
}

// MARK: - Counting days

extension CivilDate {
    /// Days since 1970-01-01.
    ///
    /// Years are counted from March, so that the leap day is their last.
    public var daysSinceEpoch: Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// The day that is `days` after 1970-01-01; nil outside the years 1 to 9999.
    public init?(daysSinceEpoch days: Int) {
        guard days >= -719_162, days <= 2_932_896 else { return nil }
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
    }

    /// 0 is Sunday.
    public var weekday: Int { (daysSinceEpoch + 719_162 + 1) % 7 }
}
