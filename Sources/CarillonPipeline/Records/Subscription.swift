public import CarillonModel

/// Who subscribes: a user on all their devices, a user on one device, or a device that belongs to nobody.
public struct Subscriber: Sendable, Hashable {
    public var user: UserID?
    /// The id of a ``DeviceRecord``.
    public var device: String?

    /// A user, on `device` only where it is given.
    public init(user: UserID, device: String? = nil) {
        self.user = user
        self.device = device
    }

    public init(anonymousDevice: String) {
        device = anonymousDevice
    }
}

public struct Subscription: Sendable, Hashable {
    public var topic: Topic
    public var subscriber: Subscriber
    /// As the tenant calls it, such as `owner` or `observer`.
    public var role: String?
    /// Empty: every type.
    public var types: [EventTypeID]
    public var since: Instant

    public init(topic: Topic, subscriber: Subscriber, role: String? = nil, types: [EventTypeID] = [], since: Instant) {
        self.topic = topic
        self.subscriber = subscriber
        self.role = role
        self.types = types
        self.since = since
    }
}

/// A subscription, and its place in the order of its topic.
public struct SubscriberRow: Sendable, Hashable {
    public var row: Int64
    public var subscription: Subscription
    /// By which the device of the subscriber is reached; nil where it names none, or one that is gone.
    public var token: String?
    /// Of that token.
    public var plugin: PluginID?
    /// What the user of a device's subscription has switched; empty where it names no device.
    public var preferences: [String: Bool]

    public init(
        row: Int64,
        subscription: Subscription,
        token: String? = nil,
        plugin: PluginID? = nil,
        preferences: [String: Bool] = [:]
    ) {
        self.row = row
        self.subscription = subscription
        self.token = token
        self.plugin = plugin
        self.preferences = preferences
    }
}

extension UserID {
    /// Stands for the owner of a device that belongs to nobody.
    ///
    /// No user can have this name: it has a control character.
    public static func anonymous(device: String) -> UserID {
        UserID(unchecked: "\u{1F}\(device)")
    }

    /// The device whose owner this represents.
    public var anonymousDevice: String? {
        rawValue.first == "\u{1F}" ? String(rawValue.dropFirst()) : nil
    }
}
