/// What formatting depends on besides message, locale and arguments; everything is passed in, nothing looked up.
public struct FormattingContext: Sendable {
    /// The present in seconds since 1970-01-01T00:00:00Z, for `carillon:relative`; nil makes that fail.
    public var now: Int64?
    /// The zone instants are shown in and floating times are meant in: `UTC`, `±hh:mm`, or a name `timeZones` knows.
    public var timeZone: String
    /// Knows the offsets of named zones; nil: nobody does.
    public var timeZones: TimeZones?
    /// The direction of the text around the message; nil for that of the message's locale.
    public var direction: TextDirection?

    /// - Parameters:
    ///   - now: the present in seconds since 1970-01-01T00:00:00Z.
    ///   - timeZone: the zone instants are shown in.
    ///   - timeZones: knows the offsets of named zones.
    ///   - direction: the direction of the text around the message; nil for that of the message's locale.
    public init(
        now: Int64? = nil,
        timeZone: String = "UTC",
        timeZones: TimeZones? = nil,
        direction: TextDirection? = nil
    ) {
        self.now = now
        self.timeZone = timeZone
        self.timeZones = timeZones
        self.direction = direction
    }
}
