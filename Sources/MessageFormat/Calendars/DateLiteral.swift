/// A date literal of MessageFormat: `2026-02-25` or `2026-02-25T06:13:20[.123][Z|+01:00]`.
struct DateLiteral: Sendable, Hashable {
    var dateTime: CivilDateTime
    /// Nil for a floating time, which is in the context's zone.
    var offset: TimeZoneOffset?
    /// Whether the text contained a time.
    var hasTime: Bool

    /// Nil where the text has another form, or there is no such day or time.
    ///
    /// Fractions of a second are truncated.
    init?(_ text: String) {
        var reader = DigitReader(Array(text.utf8))
        guard
            let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        hasTime = reader.skip("T")
        guard hasTime else {
            guard reader.isAtEnd, let midnight = CivilDateTime(date: date) else { return nil }
            dateTime = midnight
            return
        }
        guard
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"),
            let second = reader.number(2),
            let dateTime = CivilDateTime(date: date, hour: hour, minute: minute, second: second)
        else { return nil }
        self.dateTime = dateTime
        if reader.skip("."), reader.skipDigits() == 0 { return nil }
        guard !reader.isAtEnd else { return }
        offset = TimeZoneOffset(text: reader.rest)
        if offset == nil { return nil }
    }
}

/// Reads numbers of fixed length.
struct DigitReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isAtEnd: Bool { bytes.isEmpty }

    var rest: String { String(decoding: bytes, as: UTF8.self) }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = bytes.first, UInt32(first) == character.value else { return false }
        bytes.removeFirst()
        return true
    }

    /// Exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
        let digits = bytes.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
        bytes.removeFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// Skips digits, and returns how many there were.
    mutating func skipDigits() -> Int {
        let count = bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }.count
        bytes.removeFirst(count)
        return count
    }
}
