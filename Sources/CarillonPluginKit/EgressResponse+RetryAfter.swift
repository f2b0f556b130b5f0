public import CarillonModel

extension EgressResponse {
    /// `Retry-After` in either form, seconds or an HTTP date; at most a day.
    ///
    /// Source: RFC 9110, section 10.2.3.
    public func retryAfter(at now: Instant) -> Duration? {
        if let retryAfter { return retryAfter }
        guard let date = header("retry-after").flatMap({ HTTPDate.instant($0, now: now) }) else { return nil }
        return min(max(now.duration(to: date), .zero), .seconds(86400))
    }
}

/// A date in any of the three forms that a recipient has to read.
///
/// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. Source: RFC 9110,
/// section 5.6.7.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// - Parameter now: decides which century two digits mean.
    static func instant(_ text: String, now: Instant) -> Instant? {
        let parts = text.split(separator: " ").map(String.init)
        switch parts.count {
        case 6 where parts[0].hasSuffix(",") && parts[5] == "GMT":
            return instant(year(parts[3]), month: parts[2], day: parts[1], time: parts[4])
        case 4 where parts[0].hasSuffix(",") && parts[3] == "GMT":
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard date.count == 3 else { return nil }
            return instant(year(ofCentury: date[2], now: now), month: date[1], day: date[0], time: parts[2])
        case 5: return instant(year(parts[4]), month: parts[1], day: parts[2], time: parts[3])
        default: return nil
        }
    }

    private static func instant(_ year: Int64?, month: String, day: String, time: String) -> Instant? {
        guard let year, let month = months.firstIndex(of: month).map({ Int64($0 + 1) }), let day = number(day, 1...2),
            (1...CivilCalendar.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        let time = time.split(separator: ":", omittingEmptySubsequences: false).compactMap { number(String($0), 2...2) }
        guard time.count == 3, time[0] < 24, time[1] < 60, time[2] <= 60 else { return nil }
        let seconds = CivilCalendar.day(year: year, month: month, day: day) * 86400
        return Instant(epochMilliseconds: (seconds + time[0] * 3600 + time[1] * 60 + time[2]) * 1000)
    }

    private static func year(_ text: String) -> Int64? { number(text, 4...4).flatMap { $0 > 0 ? $0 : nil } }

    /// More than fifty years ahead means the century before.
    private static func year(ofCentury text: String, now: Instant) -> Int64? {
        guard let short = number(text, 2...2) else { return nil }
        let present = CivilCalendar.date(ofDay: now.epochMilliseconds.floorDivided(by: 86_400_000)).year
        let year = present - present % 100 + short
        return year > present + 50 ? year - 100 : year
    }

    private static func number(_ text: String, _ digits: ClosedRange<Int>) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text)
    }
}
