public import CarillonModel

/// A log-in of a user, which may carry a device.
///
/// The device has the session's id as its ``DeviceRecord/deviceID``.
public struct SessionRecord: Sendable, Hashable {
    /// As the tenant calls it.
    public var id: String
    public var user: UserID
    /// Whether the user allows notifications to be pushed to this session.
    public var allowsPush: Bool
    public var startedAt: Instant

    public init(id: String, user: UserID, allowsPush: Bool, startedAt: Instant) {
        self.id = id
        self.user = user
        self.allowsPush = allowsPush
        self.startedAt = startedAt
    }
}
