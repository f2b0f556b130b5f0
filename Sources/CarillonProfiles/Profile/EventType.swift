public import CarillonModel

/// A type of event of a product, and how its recipients are notified.
public struct EventType: Sendable, Hashable {
    public package(set) var id: EventTypeID
    /// One sentence for people.
    public package(set) var summary = ""
    /// The name that a contract's clients use for it, such as `CONFIRMATION_REQUEST`.
    public package(set) var alias: String?
    /// The id of a ``Category``.
    public package(set) var category: String?
    public package(set) var priority: Priority = .normal
    /// In the order written.
    public package(set) var payload: [PayloadField] = []
    /// In the order written, without duplicates.
    public package(set) var channels: [ChannelID] = []
    public package(set) var deepLink: DeepLinkTemplate?
    /// The data for the app; always an object.
    public package(set) var data: JSONTemplate = .object([])
    /// The payload field, of type map, whose entries are added to `data`.
    public package(set) var dataFrom: String?
    /// How apps find fields that pushes of it don't carry, in the order written; before ``DeviceSettings/fields``.
    public package(set) var deviceFields: [DeviceSettings.Field] = []
    /// A notification replaces an earlier one with the same key on the device.
    public package(set) var collapse: PlaceholderText?
    /// A second notification with the same key for the same recipient is dropped.
    public package(set) var dedupe: PlaceholderText?
    /// An event replaces an earlier one with the same key: notifications of that event that are still waiting are
    /// cancelled.
    public package(set) var supersedes: PlaceholderText?
    /// Empty where notifications are due at once.
    ///
    /// Else there is one notification for each recipient and entry.
    public package(set) var schedule: [ScheduleEntry] = []
    public package(set) var onUncertain: UncertainPolicy = .resend
    public package(set) var onRead: ReadPolicy = .skip
    /// A topic: recipients who aren't subscribed to it are excluded.
    public package(set) var audience: PlaceholderText?
    /// The topic that the event is about: recipients named by a sender then get it by the rules of subscribers; nil
    /// where these rules don't apply.
    public package(set) var topic: PlaceholderText?
    /// Only subscribers with one of these roles get it; empty for all.
    public package(set) var roles: [String] = []
    /// An `https` URL, usually `{image_url}`.
    public package(set) var image: PlaceholderText?
    public package(set) var sound: String?
    /// Nil for the priority's rule.
    public package(set) var badge: BadgeRule?
    public package(set) var expireAfter: Duration?
    /// Merged into the provider's message after the channel's own skeleton.
    public package(set) var message: JSONValue?
    /// Whether preferences can't switch it off.
    public package(set) var isMandatory = false

    public init(id: EventTypeID) {
        self.id = id
    }

    /// The members of ``data`` that hold the notification's id; senders can't set them.
    public var idMembers: [String] {
        guard case .object(let members) = data else { return [] }
        return members.filter { member in
            if case .text(let text) = member.value { text.onlyField?.steps == ["notification", "id"] } else { false }
        }
        .map(\.name)
    }

    public func field(_ name: String) -> PayloadField? { payload.first { $0.name == name } }
}

/// How to treat a delivery whose attempt may or may not have arrived.
public enum UncertainPolicy: String, Sendable, Hashable, CaseIterable {
    case resend
    case skip
}

/// How to treat a delivery that is due for a retry when its recipient has read the notification in the feed.
public enum ReadPolicy: String, Sendable, Hashable, CaseIterable {
    case skip
    case resend
}

/// The number on the app's icon.
public enum BadgeRule: Sendable, Hashable {
    /// The number of notifications that the recipient hasn't read, including this one.
    case unread
    case fixed(Int)
    /// The message doesn't set it.
    case none
}

/// One notification of a scheduled event.
public struct ScheduleEntry: Sendable, Hashable {
    /// A payload field of type `instant` or `date`.
    ///
    /// Where it is absent, the entry makes no notification.
    public package(set) var field: String
    /// Added to the field's time; negative for earlier.
    public package(set) var offset: Duration
    /// Replaces the event's own priority.
    public package(set) var priority: Priority?

    public init(field: String, offset: Duration, priority: Priority? = nil) {
        self.field = field
        self.offset = offset
        self.priority = priority
    }
}

/// The route that a notification opens, and the values of its parameters.
public struct DeepLinkTemplate: Sendable, Hashable {
    public package(set) var route: String
    /// Route parameter → payload field, in the order written.
    public package(set) var arguments: [Argument]

    public init(route: String, arguments: [Argument] = []) {
        self.route = route
        self.arguments = arguments
    }

    public struct Argument: Sendable, Hashable {
        public package(set) var parameter: String
        public package(set) var field: String

        public init(_ parameter: String, from field: String) {
            self.parameter = parameter
            self.field = field
        }
    }
}

/// A text that belongs to no event: apps load it, and it is never sent.
public struct AppText: Sendable, Hashable {
    public package(set) var id: EventTypeID
    public package(set) var summary: String
    public package(set) var payload: [PayloadField]

    public init(id: EventTypeID, summary: String = "", payload: [PayloadField] = []) {
        self.id = id
        self.summary = summary
        self.payload = payload
    }
}
