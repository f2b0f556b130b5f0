/// How dates and times are printed: the options of `:date`, `:time` and `:datetime`, frozen as of LDML 48.2.
///
/// Calendars other than the Gregorian exist only in the locales that use them by default: Buddhist in Thai, Persian in
/// Persian. In other locales the option has no effect; see `isAvailable`.
struct DateStyle: Sendable, Hashable {
    enum Fields: UInt8, Sendable, Hashable {
        case weekday, dayWeekday, monthDay, monthDayWeekday, yearMonthDay, yearMonthDayWeekday

        var hasMonth: Bool { self != .weekday && self != .dayWeekday }
        var hasWeekday: Bool { self != .monthDay && self != .yearMonthDay }
    }

    enum Length: UInt8, Sendable, Hashable { case long, medium, short }
    enum Precision: UInt8, Sendable, Hashable { case hour, minute, second }
    /// Zones are printed as offsets, GMT+1 or GMT+01:00, because the tables contain no zone names.
    enum ZoneStyle: UInt8, Sendable, Hashable { case long, short }
    enum Calendar: UInt8, Sendable, Hashable { case gregorian, buddhist, persian }

    /// Nil for no date.
    var fields: Fields?
    var length = Length.medium
    /// Nil for no time.
    var precision: Precision?
    /// Nil for no zone.
    var zone: ZoneStyle?
    /// Nil for the locale's default.
    var hour12: Bool?
    /// Nil for the locale's default.
    var calendar: Calendar?

    /// Whether `locale` has names and patterns for `calendar`.
    static func isAvailable(_ calendar: Calendar, in locale: LocaleData) -> Bool {
        DateSymbols(of: locale, calendar).calendar == calendar
    }

    /// Appends the date and time of a clock with this offset from UTC.
    func append(
        _ moment: CivilDateTime,
        offset: TimeZoneOffset,
        to writer: inout UTF8Writer,
        locale: LocaleData
    ) {
        let symbols = DateSymbols(of: locale, calendar)
        let printer = DatePrinter(moment, offset, zone ?? .short, symbols)
        guard let precision else {
            printer.append(symbols.date(fields ?? .yearMonthDay, length), to: &writer)
            return
        }
        let is24 = hour12.map { !$0 } ?? symbols.uses24Hours
        let time = symbols.time(precision, is24: is24)
        if fields == .weekday, zone == nil {
            printer.append(symbols.weekdayTime(precision, isLong: length == .long, is24: is24), to: &writer)
        } else if let fields {
            let date = symbols.date(fields, length)
            printer.append(symbols.join(fields, length), to: &writer) { isDate, writer in
                if isDate { printer.append(date, to: &writer) } else { appendTime(time, is24, printer, to: &writer) }
            }
        } else {
            appendTime(time, is24, printer, to: &writer)
        }
    }

    /// The time, with its zone if that is shown.
    private func appendTime(_ time: TableText, _ is24: Bool, _ printer: DatePrinter, to writer: inout UTF8Writer) {
        guard let zone, let precision else { return printer.append(time, to: &writer) }
        if let zoned = printer.symbols.zonedTime(precision, is24: is24, zone) {
            printer.append(zoned, to: &writer)
        } else {
            printer.append(time, to: &writer)
            writer.append(UInt8(ascii: " "))
            printer.appendOffset(to: &writer)
        }
    }
}
