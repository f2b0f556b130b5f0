/// A point in time: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Read from and written as RFC 3339. Years 0001 to 9999.
public struct Instant: Hashable, Comparable, Sendable {
    public let epochMilliseconds: Int64

    public init(epochMilliseconds: Int64) {
        self.epochMilliseconds = epochMilliseconds
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.epochMilliseconds < right.epochMilliseconds }

    public func advanced(by duration: Duration) -> Instant {
        Instant(epochMilliseconds: epochMilliseconds + duration.milliseconds)
    }

    public func duration(to other: Instant) -> Duration {
        .milliseconds(other.epochMilliseconds - epochMilliseconds)
    }
}

extension Duration {
    /// Whole milliseconds, the rest truncated.
    public var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

extension Instant {
    /// Reads `2026-02-25T06:13:20Z`, with any number of fraction digits (truncated to milliseconds) and any offset.
    ///
    /// Source: RFC 3339, section 5.6. A leap second (`:60`) is taken as the second after.
    public init?(_ text: String) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let date = reader.date(), reader.skip(oneOf: "Tt ") != nil,
            let hour = reader.number(2), hour < 24, reader.skip(oneOf: ":") != nil,
            let minute = reader.number(2), minute < 60, reader.skip(oneOf: ":") != nil,
            let second = reader.number(2), second <= 60
        else { return nil }
        var milliseconds: Int64 = 0
        if reader.skip(oneOf: ".") != nil {
            guard let fraction = reader.fraction() else { return nil }
            milliseconds = fraction
        }
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        let seconds = date * 86400 + Int64(hour * 3600 + minute * 60 + second) - Int64(offset * 60)
        self.init(epochMilliseconds: seconds * 1000 + milliseconds)
    }

    /// `2026-02-25T06:13:20Z`, with three fraction digits when there are milliseconds.
    public var rfc3339: String {
        let days = epochMilliseconds.floorDivided(by: 86_400_000)
        let rest = epochMilliseconds - days * 86_400_000
        let (year, month, day) = CivilCalendar.date(ofDay: days)
        // Years have five digits from 10000 on, and a sign before 0.
        return String(unsafeUninitializedCapacity: 40) { bytes in
            var writer = DigitWriter(bytes: bytes)
            writer.write(year, width: 4, then: "-")
            writer.write(month, width: 2, then: "-")
            writer.write(day, width: 2, then: "T")
            writer.write(rest / 3_600_000, width: 2, then: ":")
            writer.write(rest / 60000 % 60, width: 2, then: ":")
            writer.write(rest / 1000 % 60, width: 2, then: rest % 1000 == 0 ? "Z" : ".")
            if rest % 1000 != 0 { writer.write(rest % 1000, width: 3, then: "Z") }
            return writer.count
        }
    }
}

/// Writes the numbers of a date into memory that is large enough for all of them.
private struct DigitWriter {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(bytes: UnsafeMutableBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// With zeros in front, as far as they are needed for the width, and what follows.
    mutating func write(_ number: Int64, width: Int, then separator: Unicode.Scalar) {
        var text = String(number)
        for _ in 0..<max(0, width - text.utf8.count) { append(UInt8(ascii: "0")) }
        text.withUTF8 { digits in
            for digit in digits { append(digit) }
        }
        append(UInt8(ascii: separator))
    }

    private mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }
}

extension Instant: CustomStringConvertible {
    public var description: String { rfc3339 }
}

/// Days of the proleptic Gregorian calendar, counted from 1970-01-01.
public enum CivilCalendar {
    /// Source: the well-known era arithmetic of 400 Gregorian years = 146,097 days, with years that begin in March.
    public static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floorDivided(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    public static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    public static func length(ofMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    public func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// A walk over the digits of a date.
private struct DigitReader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number(_ width: Int) -> Int? {
        guard position + width <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + width] {
            guard byte >= 48, byte <= 57 else { return nil }
            value = value * 10 + Int(byte - 48)
        }
        position += width
        return value
    }

    mutating func skip(oneOf allowed: StaticString) -> UInt8? {
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        guard allowed.withUTF8Buffer({ $0.contains(byte) }) else { return nil }
        position += 1
        return byte
    }

    mutating func date() -> Int64? {
        guard let year = number(4), year > 0, skip(oneOf: "-") != nil, let month = number(2), (1...12).contains(month),
            skip(oneOf: "-") != nil, let day = number(2), day >= 1,
            day <= CivilCalendar.length(ofMonth: Int64(month), year: Int64(year))
        else { return nil }
        return CivilCalendar.day(year: Int64(year), month: Int64(month), day: Int64(day))
    }

    /// The first three digits of a fraction, in milliseconds.
    mutating func fraction() -> Int64? {
        var value: Int64 = 0
        var digits = 0
        while let digit = number(1) {
            if digits < 3 { value = value * 10 + Int64(digit) }
            digits += 1
        }
        guard digits > 0 else { return nil }
        while digits < 3 {
            value *= 10
            digits += 1
        }
        return value
    }

    /// Minutes east of Greenwich.
    mutating func offset() -> Int? {
        guard let sign = skip(oneOf: "Zz+-") else { return nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return 0 }
        guard let hours = number(2), hours < 24, skip(oneOf: ":") != nil, let minutes = number(2), minutes < 60 else {
            return nil
        }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }
}

/// A day without a time, `2026-02-25`.
///
/// Source: RFC 3339, `full-date`.
public struct CivilDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01.
    public let number: Int64

    public init?(_ text: String) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let number = reader.date(), reader.isAtEnd else { return nil }
        self.number = number
    }

    public static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }

    public var description: String {
        String(Instant(epochMilliseconds: number * 86_400_000).rfc3339.prefix(10))
    }
}
