/// A day of the Persian (solar Hijri) calendar.
///
/// Leap years follow the 33-year rule. In the years listed below, the equinox makes New Year one day earlier than the
/// rule; CLDR's reference implementation has the same corrections.
struct PersianDate {
    var year: Int
    var month: Int
    var day: Int

    init(_ date: CivilDate) {
        // The Julian day number of 1970-01-01 is 2440588.
        let julianDay = date.daysSinceEpoch + 2_440_588
        var year = date.year - 621
        while Self.newYear(year) > julianDay { year -= 1 }
        while Self.newYear(year + 1) <= julianDay { year += 1 }
        let dayOfYear = julianDay - Self.newYear(year)
        self.year = year
        // Six months of 31 days, followed by months of 30.
        if dayOfYear < 186 {
            month = dayOfYear / 31 + 1
            day = dayOfYear % 31 + 1
        } else {
            month = (dayOfYear - 186) / 30 + 7
            day = (dayOfYear - 186) % 30 + 1
        }
    }

    /// The Julian day number of the first day of `year`.
    private static func newYear(_ year: Int) -> Int {
        let leapDays = ((8 * year + 21) / 33) - (8 * year + 21 < 0 && (8 * year + 21) % 33 != 0 ? 1 : 0)
        return 1_948_320 + 365 * (year - 1) + leapDays - (endsEarly(year - 1) ? 1 : 0)
    }

    private static func endsEarly(_ year: Int) -> Bool {
        guard year >= 1502 else { return false }
        return earlyEnds.contains(year)
    }

    private static let earlyEnds = [
        1502, 1601, 1634, 1667, 1700, 1733, 1766, 1799, 1832, 1865, 1898, 1931, 1964, 1997, 2030, 2059, 2063, 2096,
        2129, 2158, 2162, 2191, 2195, 2224, 2228, 2257, 2261, 2290, 2294, 2323, 2327, 2356, 2360, 2389, 2393, 2422,
        2426, 2455, 2459, 2488, 2492, 2521, 2525, 2554, 2558, 2587, 2591, 2620, 2624, 2653, 2657, 2686, 2690, 2719,
        2723, 2748, 2752, 2756, 2781, 2785, 2789, 2818, 2822, 2847, 2851, 2855, 2880, 2884, 2888, 2913, 2917, 2921,
        2946, 2950, 2954, 2979, 2983, 2987,
    ]
}
