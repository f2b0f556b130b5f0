/// Everything that formatting depends on besides message, locale and arguments; no global state is read.
public struct FormattingContext: Sendable {
    /// The present in seconds since 1970-01-01T00:00:00Z, for `carillon:relative`, which fails where it is nil.
    public var now: Int64?
    /// The zone of shown instants and of floating times: `UTC`, `±hh:mm`, or a name that `timeZones` knows.
    public var timeZone: String
    /// The offsets of named zones; nil where none are known.
    public var timeZones: TimeZones?
    /// The direction of the text around the message; nil for that of the message's locale.
    public var direction: TextDirection?

    /// - Parameters:
    ///   - now: the present in seconds since 1970-01-01T00:00:00Z.
    ///   - timeZone: the zone of shown instants and of floating times.
    ///   - timeZones: the offsets of named zones.
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
