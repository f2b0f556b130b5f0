public import CarillonModel

extension EgressResponse {
    /// `Retry-After` in either form, seconds or an HTTP date; at most a day.
    ///
    /// Source: RFC 9110, section 10.2.3.
    public func retryAfter(at now: Instant) -> Duration? {
        if let retryAfter { return retryAfter }
        guard let date = header("retry-after").flatMap(HTTPDate.instant) else { return nil }
        return min(max(now.duration(to: date), .zero), .seconds(86400))
    }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// Source: RFC 9110, section 5.6.7, the form that senders must use.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func instant(_ text: String) -> Instant? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT", let day = Int64(words[1]),
            let month = months.firstIndex(of: String(words[2])).map({ Int64($0 + 1) }), let year = Int64(words[3]),
            year > 0, year < 10000, (1...CivilCalendar.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int64($0) }
        guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        let seconds = CivilCalendar.day(year: year, month: month, day: day) * 86400
        return Instant(epochMilliseconds: (seconds + time[0] * 3600 + time[1] * 60 + time[2]) * 1000)
    }
}
