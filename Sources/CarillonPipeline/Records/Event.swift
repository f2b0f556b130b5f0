public import CarillonModel

/// An event as it was posted: read, but not yet matched to the tenant's profile.
public struct Event: Sendable, Hashable {
    /// The sender's id; `(source, id)` is the idempotency key.
    public var id: String
    public var source: String
    public var type: String
    /// When it happened, as the sender reports.
    public var time: Instant?
    public var recipients: [RecipientReference]
    /// Its subscribers; beside recipients, those of them who are subscribed to it.
    public var topic: Topic?
    public var data: JSONValue
    public var scheduledAt: Instant?
    /// Instead of the event type's.
    public var priority: Priority?
    /// Only its subscribers receive the event; for event types that name none.
    public var audience: Topic?
    public var overrides: NotificationOverrides?
    /// Set where it is a campaign.
    public var campaign: CampaignPlan?

    public init(
        id: String,
        source: String,
        type: String,
        time: Instant? = nil,
        recipients: [RecipientReference] = [],
        topic: Topic? = nil,
        data: JSONValue,
        scheduledAt: Instant? = nil
    ) {
        self.id = id
        self.source = source
        self.type = type
        self.time = time
        self.recipients = recipients
        self.topic = topic
        self.data = data
        self.scheduledAt = scheduledAt
    }
}

extension Event {
    /// The topic whose subscribers are still to be found; nil where the sender names them.
    var topicToExpand: Topic? { recipients.isEmpty ? topic : nil }
}

/// A recipient as an event names them, with what the sender specifies about them.
public struct RecipientReference: Sendable, Hashable {
    public var id: UserID
    public var facts: UserAttributes

    public init(id: UserID, facts: UserAttributes = UserAttributes()) {
        self.id = id
        self.facts = facts
    }
}

/// What is known of a user; nil is “not specified”.
public struct UserAttributes: Sendable, Hashable {
    public var email: String?
    /// BCP 47.
    public var locale: String?
    /// IANA zone.
    public var timeZone: String?
    /// E.164.
    public var phone: String?

    public init(email: String? = nil, locale: String? = nil, timeZone: String? = nil, phone: String? = nil) {
        self.email = email
        self.locale = locale
        self.timeZone = timeZone
        self.phone = phone
    }

    public var isEmpty: Bool { email == nil && locale == nil && timeZone == nil && phone == nil }

    /// Those of these facts that `known` doesn't contain.
    public func fillingGaps(in known: UserAttributes) -> UserAttributes {
        UserAttributes(
            email: known.email == nil ? email : nil,
            locale: known.locale == nil ? locale : nil,
            timeZone: known.timeZone == nil ? timeZone : nil,
            phone: known.phone == nil ? phone : nil
        )
    }

    /// These facts where they are set, `older` elsewhere.
    public func over(_ older: UserAttributes) -> UserAttributes {
        UserAttributes(
            email: email ?? older.email,
            locale: locale ?? older.locale,
            timeZone: timeZone ?? older.timeZone,
            phone: phone ?? older.phone
        )
    }
}
