/// A clock's offset from UTC.
public struct TimeZoneOffset: Sendable, Hashable {
    /// Seconds east of Greenwich, less than a day in either direction.
    public let seconds: Int

    /// No offset.
    public static let utc = TimeZoneOffset(known: 0)

    private init(known seconds: Int) { self.seconds = seconds }

    /// Nil for offsets of a day or more.
    public init?(seconds: Int) {
        guard seconds > -86_400, seconds < 86_400 else { return nil }
        self.seconds = seconds
    }

    /// Reads `Z`, `+hh:mm` or `-hh:mm` (hours to 23); nil for any other text.
    public init?(text: some StringProtocol) {
        if text == "Z" {
            self = .utc
            return
        }
        var reader = DigitReader(Array(text.utf8))
        let isWest = reader.skip("-")
        guard isWest || reader.skip("+") else { return nil }
        guard let hours = reader.number(2), reader.skip(":"), let minutes = reader.number(2), reader.isAtEnd else {
            return nil
        }
        guard hours < 24, minutes < 60 else { return nil }
        seconds = (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
}

/// The host's time zone database, because this module contains none.
public struct TimeZones: Sendable {
    /// The offset of a zone (`Europe/Oslo`) at an instant in seconds since 1970; nil for an unknown zone.
    public var offset: @Sendable (_ identifier: String, _ epochSeconds: Int64) -> TimeZoneOffset?

    /// A database that calls `offset`.
    public init(offset: @escaping @Sendable (_ identifier: String, _ epochSeconds: Int64) -> TimeZoneOffset?) {
        self.offset = offset
    }

    /// Knows no zone names; `UTC` and offsets such as `+01:00` need no database.
    public static let fixedOffsetsOnly = TimeZones { _, _ in nil }
}
