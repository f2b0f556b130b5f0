import CarillonModel

/// Reads one zone's rules up to the moment in question: its changes in the order of time, then the rule for all later years.
///
/// Numbers are digits of five bits, as `Tests/Tools/embed-time-zones.py` writes them: the offsets, the first one, how many changes there
/// are, each with the time since the one before and the offset that it brings, the standard offset, and the other one, if there is one.
struct TimeZoneRules {
    private var digits: ArraySlice<UInt8>

    init(digits: ArraySlice<UInt8>) { self.digits = digits }

    /// 1 January 1800: changes are counted from here.
    private static let origin: Int64 = -5_364_662_400

    /// Seconds east of Greenwich, at a time in seconds since 1970.
    mutating func offset(at time: Int64) -> Int {
        let offsets = (0..<number()).map { _ in signed() }
        var offset = offsets[number()]
        var change = Self.origin
        for _ in 0..<number() {
            change += Int64(length())
            let next = offsets[number()]
            if time < change { return offset }
            offset = next
        }
        let standard = offsets[number()]
        guard number() == 1 else { return standard }
        let other = offsets[number()]
        let beginning = YearlyMoment(month: number(), week: number(), weekday: number(), seconds: signed())
        let end = YearlyMoment(month: number(), week: number(), weekday: number(), seconds: signed())
        return Self.isOther(at: time, from: (beginning, standard), to: (end, other)) ? other : standard
    }

    /// Whether the last of such moments until `time` was a beginning.
    ///
    /// Each is told by the clock that it ends.
    private static func isOther(
        at time: Int64,
        from beginning: (moment: YearlyMoment, offset: Int),
        to end: (moment: YearlyMoment, offset: Int)
    ) -> Bool {
        let year = CivilCalendar.date(ofDay: time.floorDivided(by: 86_400)).year
        func last(_ change: (moment: YearlyMoment, offset: Int)) -> Int64? {
            // New Year comes earlier in the east.
            (year - 1...year + 1).map { change.moment.seconds(in: $0) - Int64(change.offset) }.last { $0 <= time }
        }
        guard let begun = last(beginning), let ended = last(end) else { return false }
        return begun > ended
    }

    private mutating func number() -> Int {
        var value = 0
        var shift = 0
        while let digit = digits.popFirst().map(Self.value(ofDigit:)) {
            value |= (digit & 31) << shift
            guard digit & 32 != 0 else { break }
            shift += 5
        }
        return value
    }

    /// Seconds, which are mostly whole minutes.
    private mutating func length() -> Int {
        let value = number()
        return value & 1 == 0 ? value / 2 * 60 : value / 2
    }

    private mutating func signed() -> Int { number() == 1 ? -length() : length() }

    /// Base 64 of RFC 4648.
    private static func value(ofDigit digit: UInt8) -> Int {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        default: 63
        }
    }
}

/// Such as the last Sunday of March at 02:00: the form `Mm.w.d/time` of POSIX.
private struct YearlyMoment {
    /// 1 is January.
    let month: Int
    /// 1 to 4; 5 is the last.
    let week: Int
    /// 0 is Sunday.
    let weekday: Int
    /// From the beginning of the day; it may be before or after it.
    ///
    /// Source: RFC 9636 section 3.3.1.
    let seconds: Int

    /// By the clock, counted as if that were at Greenwich.
    func seconds(in year: Int64) -> Int64 {
        let first = CivilCalendar.day(year: year, month: Int64(month), day: 1)
        // 1 January 1970 was a Thursday.
        let firstWeekday = (first + 4) - (first + 4).floorDivided(by: 7) * 7
        let ahead = (Int64(weekday) - firstWeekday + 7) % 7
        var day = ahead + Int64(week - 1) * 7
        if day >= CivilCalendar.length(ofMonth: Int64(month), year: year) { day -= 7 }
        return (first + day) * 86_400 + Int64(seconds)
    }
}
