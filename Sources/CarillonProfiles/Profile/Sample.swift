public import CarillonModel

/// An example payload of an event, from `samples/<event>.json` or `samples/<event>.<name>.json`.
public struct Sample: Sendable, Hashable {
    public var event: EventTypeID
    /// Nil for the main sample.
    public var name: String?
    public var payload: JSONValue

    public init(event: EventTypeID, name: String? = nil, payload: JSONValue) {
        self.event = event
        self.name = name
        self.payload = payload
    }
}

/// When, where and for whom samples are rendered, so that golden files never change by themselves.
public struct SampleContext: Sendable, Hashable {
    public var now = Instant(epochMilliseconds: 1_772_020_800_000)
    /// IANA name; nil is the profile's.
    public var timeZone: String?
    public var recipient: UserID = "sample-user"

    public init() {}
}
