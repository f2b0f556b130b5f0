/// A time relative to today: `I dag kl. 14:32`, `I går kl. 18:45`, and `19.02.2026 kl. 09:00` for all other days.
///
/// The names and joining patterns are CLDR's. Dates are numeric. Day and month have two digits where the locale's hours
/// have: 19.02.2026 with 09:00, but 19.2.2026 with 9.00 in Finnish.
struct RelativeDateStyle: Sendable, Hashable {
    /// Nil for the locale's default.
    var hour12: Bool?
    /// Whether "today" begins with a capital letter, in scripts that have them.
    var capitalises = true

    /// Appends `moment`; both times are in the reader's zone.
    func append(_ moment: CivilDateTime, now: CivilDateTime, to writer: inout UTF8Writer, locale: LocaleData) {
        let symbols = DateSymbols(of: locale, nil)
        let is24 = hour12.map { !$0 } ?? symbols.uses24Hours
        let time = symbols.time(.minute, is24: is24)
        var printer = DatePrinter(moment, .utc, .short, symbols)
        let days = moment.date.daysSinceEpoch - now.date.daysSinceEpoch
        if (-1...1).contains(days) {
            let word =
                capitalises
                ? symbols.known(DateTable.dayNamesCapitalised, days + 1)
                : symbols.known(DateTable.relativeNames, 3 * RelativeAmountStyle.namesPerUnit + days + 2)
            printer.append(symbols.relativeJoin, to: &writer) { isDate, writer in
                if isDate { writer.append(word) } else { printer.append(time, to: &writer) }
            }
        } else {
            printer.padsDates = is24 && time.bytes.contains(DatePrinter.paddedHour)
            let date = symbols.date(.yearMonthDay, .short)
            printer.append(symbols.longJoin, to: &writer) { [printer] isDate, writer in
                printer.append(isDate ? date : time, to: &writer)
            }
        }
    }
}
