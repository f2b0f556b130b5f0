/// Prints a date or time by patterns, in which control characters mark the fields.
struct DatePrinter {
    let symbols: DateSymbols
    private let moment: CivilDateTime
    private let offset: TimeZoneOffset
    private let zone: DateStyle.ZoneStyle
    /// In the calendar of the symbols.
    private let year: Int
    private let month: Int
    private let day: Int
    /// Whether days and months always have two digits.
    var padsDates = false

    init(_ moment: CivilDateTime, _ offset: TimeZoneOffset, _ zone: DateStyle.ZoneStyle, _ symbols: DateSymbols) {
        self.symbols = symbols
        self.moment = moment
        self.offset = offset
        self.zone = zone
        let date = moment.date
        switch symbols.calendar {
        case .gregorian: (year, month, day) = (date.year, date.month, date.day)
        case .buddhist: (year, month, day) = (date.year + 543, date.month, date.day)
        case .persian:
            let persian = PersianDate(date)
            (year, month, day) = (persian.year, persian.month, persian.day)
        }
    }

    /// Appends `pattern`.
    ///
    /// Where it has placeholders for a date or time, `inner` writes them.
    func append(
        _ pattern: TableText,
        to writer: inout UTF8Writer,
        inner: (_ isDate: Bool, inout UTF8Writer) -> Void = { _, _ in }
    ) {
        for byte in pattern.bytes {
            guard byte < 32 else {
                writer.append(byte)
                continue
            }
            switch Field(rawValue: byte) {
            case .innerTime: inner(false, &writer)
            case .innerDate: inner(true, &writer)
            case let field?: append(field, to: &writer)
            case nil: break
            }
        }
    }

    /// The fields of patterns, in the order of `DateTable.fields` in `LanguageTables`.
    private enum Field: UInt8 {
        case year = 1
        case month, month2, monthShort, monthWide, monthShortAlone, monthWideAlone
        case day, day2
        case weekdayShort, weekdayWide, weekdayShortAlone, weekdayWideAlone
        case hour12, hour12Padded, hour11, hour24, hour24Padded
        case minute, minute2, second, second2
        case dayHalf
        case zone
        case innerTime, innerDate
    }

    /// The bytes of three fields that other types search patterns for.
    static let paddedHour = Field.hour24Padded.rawValue
    static let innerTime = Field.innerTime.rawValue

    private func append(_ field: Field, to writer: inout UTF8Writer) {
        let weekday = moment.date.weekday
        switch field {
        case .year: append(year, to: &writer)
        case .month: append(month, atLeast: padsDates ? 2 : 1, to: &writer)
        case .month2: append(month, atLeast: 2, to: &writer)
        case .monthShort: writer.append(symbols.known(DateTable.monthsShort, month - 1))
        case .monthWide: writer.append(symbols.known(DateTable.monthsWide, month - 1))
        case .monthShortAlone: writer.append(symbols.known(DateTable.monthsShortAlone, month - 1))
        case .monthWideAlone: writer.append(symbols.known(DateTable.monthsWideAlone, month - 1))
        case .day: append(day, atLeast: padsDates ? 2 : 1, to: &writer)
        case .day2: append(day, atLeast: 2, to: &writer)
        case .weekdayShort: writer.append(symbols.known(DateTable.weekdaysShort, weekday))
        case .weekdayWide: writer.append(symbols.known(DateTable.weekdaysWide, weekday))
        case .weekdayShortAlone: writer.append(symbols.known(DateTable.weekdaysShortAlone, weekday))
        case .weekdayWideAlone: writer.append(symbols.known(DateTable.weekdaysWideAlone, weekday))
        case .hour12: append((moment.hour + 11) % 12 + 1, to: &writer)
        case .hour12Padded: append((moment.hour + 11) % 12 + 1, atLeast: 2, to: &writer)
        case .hour11: append(moment.hour % 12, to: &writer)
        case .hour24: append(moment.hour, to: &writer)
        case .hour24Padded: append(moment.hour, atLeast: 2, to: &writer)
        case .minute: append(moment.minute, to: &writer)
        case .minute2: append(moment.minute, atLeast: 2, to: &writer)
        case .second: append(moment.second, to: &writer)
        case .second2: append(moment.second, atLeast: 2, to: &writer)
        case .dayHalf: writer.append(symbols.known(DateTable.dayHalves, moment.hour < 12 ? 0 : 1))
        case .zone: appendOffset(to: &writer)
        case .innerTime, .innerDate: break
        }
    }

    /// `GMT+1`, `GMT+5:30`; long `GMT+01:00`.
    ///
    /// Seconds are truncated; no zone has used them for decades.
    func appendOffset(to writer: inout UTF8Writer) {
        let place = offset.seconds < 0 ? DateTable.offsetBehind : DateTable.offsetAhead
        let minutes = Int(offset.seconds.magnitude) / 60
        let showsMinutes = zone == .long || minutes % 60 != 0
        writer.append(symbols.known(place))
        append(minutes / 60, atLeast: zone == .long ? 2 : 1, to: &writer)
        if showsMinutes {
            writer.append(symbols.known(DateTable.offsetSeparator))
            append(minutes % 60, atLeast: 2, to: &writer)
        }
        writer.append(symbols.known(place, showsMinutes ? 2 : 1))
    }

    /// A number of at most five digits, in the locale's digits.
    ///
    /// Only years of the Persian calendar before 622 are negative.
    private func append(_ number: Int, atLeast minimum: Int = 1, to writer: inout UTF8Writer) {
        if number < 0 { writer.append(UInt8(ascii: "-")) }
        let value = UInt64(number.magnitude)
        let count = max(minimum, PowersOfTen.digitCount(value))
        guard let digits = symbols.digits else {
            writer.append(atMost: count) { start in
                DigitPairs.write(value, digits: count, to: start)
                return count
            }
            return
        }
        for place in stride(from: count - 1, through: 0, by: -1) {
            let digit = Int(value / PowersOfTen.small[place] % 10)
            writer.append(digits.start + digit * digits.length, count: digits.length)
        }
    }
}
