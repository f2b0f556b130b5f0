public import CarillonModel

/// One thing of a bulk import; its form was checked before.
public enum ImportItem: Sendable, Hashable {
    case user(UserID, UserAttributes)
    case device(DeviceRegistration)
    case subscription(ImportedSubscription)
    /// Sets these preferences; the others stay as they are.
    case preferences(UserID, [String: Bool])
}

/// A subscription whose device is named as the app names it, and may have come just before.
public struct ImportedSubscription: Sendable, Hashable {
    public var topic: Topic
    /// Nil: of nobody in particular, on a device that belongs to nobody.
    public var user: UserID?
    /// The app's own id of the one device it is for.
    public var deviceID: String?
    /// Whether that device is the user's; else it belongs to nobody.
    public var isUsersDevice: Bool
    public var role: String?
    public var types: [EventTypeID]
    /// It is for no event type at all: there is to be none.
    public var isEnded: Bool

    public init(
        topic: Topic,
        user: UserID?,
        deviceID: String? = nil,
        isUsersDevice: Bool = true,
        role: String? = nil,
        types: [EventTypeID] = [],
        isEnded: Bool = false
    ) {
        self.topic = topic
        self.user = user
        self.deviceID = deviceID
        self.isUsersDevice = isUsersDevice
        self.role = role
        self.types = types
        self.isEnded = isEnded
    }

    /// - Parameter device: the id of its ``DeviceRecord``; nil where it names none.
    public func subscription(on device: String?, since now: Instant) -> Subscription {
        Subscription(
            topic: topic,
            subscriber: user.map { Subscriber(user: $0, device: device) } ?? .init(anonymousDevice: device ?? ""),
            role: role,
            types: types,
            since: now
        )
    }
}

/// What a store reports about an item that it was given.
public enum ImportOutcome: Sendable, Hashable {
    case accepted
    /// All of it was known.
    case unchanged
    /// A subscription for a device that isn't there; nothing was done.
    case unknownDevice
}
