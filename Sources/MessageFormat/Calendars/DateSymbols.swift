/// A row of the date table: a locale's names and patterns for one calendar.
struct DateSymbols {
    let calendar: DateStyle.Calendar
    private let row: UnsafePointer<UInt8>
    /// The ten digits in sequence, and the bytes of each; nil where they are ASCII.
    let digits: (start: UnsafePointer<UInt8>, length: Int)?

    /// - Parameters:
    ///   - locale: the locale of the names and patterns.
    ///   - calendar: nil for the locale's default, which also replaces a calendar without data, unless that is the
    ///     Gregorian.
    init(of locale: LocaleData, _ calendar: DateStyle.Calendar?) {
        let gregorian = Self.row(Int(locale.row))
        let wanted = calendar ?? DateStyle.Calendar(rawValue: gregorian[1]) ?? .gregorian
        let other: UInt8 =
            switch wanted {
            case .gregorian: Self.noRow
            case .buddhist: gregorian[2]
            case .persian: gregorian[3]
            }
        self.calendar = other == Self.noRow ? .gregorian : wanted
        row = other == Self.noRow ? gregorian : Self.row(Int(other))
        let native = row.number3(at: DateTable.digits)
        if native == 0 {
            digits = nil
        } else {
            let text = DateTable.bytes.utf8Start.text(native)
            digits = (text.start, text.count / 10)
        }
    }

    private static let noRow: UInt8 = 127

    private static func row(_ index: Int) -> UnsafePointer<UInt8> {
        DateTable.bytes.utf8Start + (DateTable.rows + index * DateTable.rowLength)
    }

    /// The text at a position of the row; nil where it is empty.
    @inline(__always)
    func text(_ place: Int, _ index: Int = 0) -> TableText? {
        let reference = row.number3(at: place &+ index &* 3)
        return reference == 0 ? nil : DateTable.bytes.utf8Start.text(reference)
    }

    /// The text at a position that no row leaves empty.
    @inline(__always)
    func known(_ place: Int, _ index: Int = 0) -> TableText {
        DateTable.bytes.utf8Start.text(row.number3(at: place &+ index &* 3))
    }
}

// MARK: - Patterns

extension DateSymbols {
    var uses24Hours: Bool { row[0] == 1 }

    var listRule: ListContextRule { ListContextRule(rawValue: row[4]) ?? .none }

    func date(_ fields: DateStyle.Fields, _ length: DateStyle.Length) -> TableText {
        known(DateTable.dates, Int(fields.rawValue) * 3 + Int(length.rawValue))
    }

    func time(_ precision: DateStyle.Precision, is24: Bool) -> TableText {
        known(DateTable.times, Int(precision.rawValue) + (is24 ? 3 : 0))
    }

    /// Nil where the pattern is the time, a space, and the zone.
    func zonedTime(_ precision: DateStyle.Precision, is24: Bool, _ zone: DateStyle.ZoneStyle) -> TableText? {
        text(
            zone == .long ? DateTable.zonedTimesLong : DateTable.zonedTimes,
            Int(precision.rawValue) + (is24 ? 3 : 0)
        )
    }

    /// A weekday with a time has its own patterns.
    func weekdayTime(_ precision: DateStyle.Precision, isLong: Bool, is24: Bool) -> TableText {
        known(
            isLong ? DateTable.weekdayTimesLong : DateTable.weekdayTimesShort,
            Int(precision.rawValue) + (is24 ? 3 : 0)
        )
    }

    /// The pattern that joins a date and a time: full, long, medium or short, by the date's fields.
    func join(_ fields: DateStyle.Fields, _ length: DateStyle.Length) -> TableText {
        let style =
            switch length {
            case _ where !fields.hasMonth: 3
            case .long: fields.hasWeekday ? 0 : 1
            case .medium: 2
            case .short: 3
            }
        return known(DateTable.joins, style)
    }

    /// The pattern that joins a name such as "yesterday" and a time in running text.
    var relativeJoin: TableText { known(DateTable.joinsRelative, 1) }
    var longJoin: TableText { known(DateTable.joins, 1) }
}
