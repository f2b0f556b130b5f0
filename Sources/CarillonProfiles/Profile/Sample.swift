public import CarillonModel

/// An example payload of an event, from `samples/<event>.json` or `samples/<event>.<name>.json`.
public struct Sample: Sendable, Hashable {
    public package(set) var event: EventTypeID
    /// Nil for the main sample.
    public package(set) var name: String?
    public package(set) var payload: JSONValue

    public init(event: EventTypeID, name: String? = nil, payload: JSONValue) {
        self.event = event
        self.name = name
        self.payload = payload
    }

    /// The name of its file under `samples/`, without `.json`: `order.shipped`, or `order.shipped.express`.
    package var stem: String { ([event.rawValue] + (name.map { [$0] } ?? [])).joined(separator: ".") }
}

/// The fixed time, zone and recipient for rendering samples, so that golden files don't change by themselves.
public struct SampleContext: Sendable, Hashable {
    public package(set) var now = Instant(epochMilliseconds: 1_772_020_800_000)
    /// An IANA name; nil for the profile's zone.
    public package(set) var timeZone: String?
    public package(set) var recipient: UserID = "sample-user"

    public init() {}
}
