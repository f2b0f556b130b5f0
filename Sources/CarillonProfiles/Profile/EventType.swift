public import CarillonModel

/// Something that can happen in a product, and how people are told.
public struct EventType: Sendable, Hashable {
    public package(set) var id: EventTypeID
    /// One sentence for people.
    public package(set) var summary = ""
    /// The name a contract's clients know it by, such as `CONFIRMATION_REQUEST`.
    public package(set) var alias: String?
    /// Id of a ``Category``.
    public package(set) var category: String?
    public package(set) var priority: Priority = .normal
    /// In the order written.
    public package(set) var payload: [PayloadField] = []
    /// In the order written, without duplicates.
    public package(set) var channels: [ChannelID] = []
    public package(set) var deepLink: DeepLinkTemplate?
    /// What goes to the app beside the texts; always an object.
    public package(set) var data: JSONTemplate = .object([])
    /// The payload field, a map, whose entries go into `data` beside these.
    public package(set) var dataFrom: String?
    /// Notifications with the same key replace one another on the device.
    public package(set) var collapse: PlaceholderText?
    /// A second notification with the same key for the same recipient is dropped.
    public package(set) var dedupe: PlaceholderText?
    /// An event with the same key takes the place of an earlier one: what still waits of that is cancelled.
    public package(set) var supersedes: PlaceholderText?
    /// Empty: at once.
    ///
    /// Else one notification per recipient and entry.
    public package(set) var schedule: [ScheduleEntry] = []
    public package(set) var onUncertain: UncertainPolicy = .resend
    public package(set) var onRead: ReadPolicy = .skip
    /// A topic: recipients who are not subscribed to it are left out.
    public package(set) var audience: PlaceholderText?
    /// What it is about: recipients that a sender names get it as subscribers to that topic do; nil: as they are.
    public package(set) var topic: PlaceholderText?
    /// Only subscribers with one of these roles get it; empty: all.
    public package(set) var roles: [String] = []
    /// An `https` URL, usually `{image_url}`.
    public package(set) var image: PlaceholderText?
    public package(set) var sound: String?
    /// Nil: as its priority says.
    public package(set) var badge: BadgeRule?
    public package(set) var expireAfter: Duration?
    /// Laid over the provider's message after the channel's own skeleton.
    public package(set) var message: JSONValue?
    /// Preferences cannot switch it off.
    public package(set) var isMandatory = false

    public init(id: EventTypeID) {
        self.id = id
    }

    /// The members of ``data`` that tell an app which notification it has; nobody brings others.
    public var idMembers: [String] {
        guard case .object(let members) = data else { return [] }
        return members.filter { member in
            if case .text(let text) = member.value { text.onlyField?.steps == ["notification", "id"] } else { false }
        }
        .map(\.name)
    }

    public func field(_ name: String) -> PayloadField? { payload.first { $0.name == name } }
}

/// What to do with a delivery whose attempt may or may not have arrived.
public enum UncertainPolicy: String, Sendable, Hashable, CaseIterable {
    case resend
    case skip
}

/// What to do with a delivery that is to be tried again when its recipient has read the notification in the feed.
public enum ReadPolicy: String, Sendable, Hashable, CaseIterable {
    case skip
    case resend
}

/// The number on the app's icon.
public enum BadgeRule: Sendable, Hashable {
    /// How many notifications the recipient has not read, this one included.
    case unread
    case fixed(Int)
    /// The message says nothing about it.
    case none
}

/// One notification of a scheduled event.
public struct ScheduleEntry: Sendable, Hashable {
    /// A payload field of type `instant` or `date`; absent in a payload, the entry makes no notification.
    public package(set) var field: String
    /// Added to the field's time; negative is before it.
    public package(set) var offset: Duration
    /// Instead of the event's own.
    public package(set) var priority: Priority?

    public init(field: String, offset: Duration, priority: Priority? = nil) {
        self.field = field
        self.offset = offset
        self.priority = priority
    }
}

/// Which route a notification opens, and what fills its parameters.
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

/// Words that belong to no event: served to apps, never sent.
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
