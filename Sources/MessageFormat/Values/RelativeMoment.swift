/// A time formatted by `carillon:relative`, with all that is needed to format it again later.
///
/// A text such as "today at 14:32" is right for one day only. A host that stores it should store this as well.
public struct RelativeMoment: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z.
    public var instant: Int64
    /// The zone in which it is shown: `UTC`, `±hh:mm`, or a name of the IANA database.
    public var timeZone: String
    /// Nil for the locale's default.
    public var hour12: Bool?
    /// Whether "today" begins with a capital letter.
    public var capitalises: Bool
    /// BCP 47.
    public var locale: String

    /// - Parameters:
    ///   - instant: seconds since 1970-01-01T00:00:00Z.
    ///   - timeZone: the zone in which it is shown.
    ///   - hour12: nil for the locale's default.
    ///   - capitalises: whether "today" begins with a capital letter.
    ///   - locale: BCP 47.
    public init(instant: Int64, timeZone: String, hour12: Bool? = nil, capitalises: Bool = true, locale: String) {
        self.instant = instant
        self.timeZone = timeZone
        self.hour12 = hour12
        self.capitalises = capitalises
        self.locale = locale
    }

    /// The text by `carillon:relative` for the context's present; the context's own zone isn't used.
    ///
    /// - Returns: nil where the context has no present or doesn't know the zone, or where the year is outside 1 to
    ///   9999.
    public func text(in context: FormattingContext) -> String? {
        guard let now = context.now, let offset = context.offset(of: timeZone, at: instant),
            let offsetNow = context.offset(of: timeZone, at: now),
            let moment = CivilDateTime(epochSeconds: instant, offset: offset),
            let present = CivilDateTime(epochSeconds: now, offset: offsetNow)
        else { return nil }
        let style = RelativeDateStyle(hour12: hour12, capitalises: capitalises)
        return withTextWriter { style.append(moment, now: present, to: &$0, locale: LocaleData(bestFor: locale)) }
    }
}

extension FormattingContext {
    /// The offset of a zone at an instant in seconds since 1970; nil for an unknown zone.
    func offset(of zone: String, at instant: Int64) -> TimeZoneOffset? {
        switch zone {
        case "UTC", "Etc/UTC", "GMT", "Etc/GMT", "Z": .utc
        default: TimeZoneOffset(text: zone) ?? timeZones?.offset(zone, instant)
        }
    }
}
