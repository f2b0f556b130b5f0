public import CarillonModel

/// What is to be rendered, for whom and where.
public struct RenderingRequest: Sendable, Hashable {
    public var delivery: Int64 = 0
    public var notification: String
    public var event: EventTypeID
    public var channel: ChannelID
    public var payload: JSONValue
    public var recipient: UserID?
    public var address = ""
    public var platform: Platform?
    /// The reader's language, BCP 47; nil and unknown ones fall back.
    public var locale: String?
    /// The reader's zone; nil and unknown ones are the profile's.
    public var timeZone: String?
    public var priority: Priority
    public var badge: Int?
    public var now: Instant
    public var createdAt: Instant
    public var expiresAt: Instant?
    public var overrides: NotificationOverrides?
    /// The notifications that this one message replaces, the oldest first; empty for a message of its own.
    public var collected: [CollectedNotification] = []
    /// These, under one name.
    public var group: CollectedGroup?

    public init(
        notification: String,
        event: EventTypeID,
        channel: ChannelID,
        payload: JSONValue,
        priority: Priority,
        now: Instant
    ) {
        self.notification = notification
        self.event = event
        self.channel = channel
        self.payload = payload
        self.priority = priority
        self.now = now
        self.createdAt = now
    }
}

/// One of several notifications that one message replaces.
public struct CollectedNotification: Sendable, Hashable {
    public var id: String
    public var event: EventTypeID
    /// What its sender specified in place of the event type's.
    public var category: String?

    public init(id: String, event: EventTypeID, category: String? = nil) {
        self.id = id
        self.event = event
        self.category = category
    }
}

extension CollectedNotification {
    fileprivate init(_ notification: DueNotification) {
        self.init(
            id: notification.id,
            event: notification.event.type,
            category: notification.event.overrides?.category
        )
    }
}

extension LeasedDelivery {
    /// The device it goes to, as it is now; nil for other addresses.
    fileprivate var device: DeviceRecord? {
        plan.device.flatMap { id in notification.devices.first { $0.id == id } }
    }
}

extension RenderingRequest {
    /// The request that a leased delivery makes.
    ///
    /// - Throws: ``RenderingFailure`` where the stored payload can't be read.
    public init(_ delivery: LeasedDelivery, now: Instant) throws(RenderingFailure) {
        let notification = delivery.notification
        let payload: JSONValue
        do {
            payload = try JSONValue(parsing: notification.event.payload.utf8)
        } catch {
            throw .stored(notification.event.type, error)
        }
        self.init(
            notification: notification.id,
            event: notification.event.type,
            channel: delivery.plan.channel,
            payload: payload,
            priority: notification.priority,
            now: now
        )
        self.delivery = delivery.row
        recipient = notification.recipient
        address = delivery.plan.address
        platform = delivery.plan.platform
        locale = delivery.device?.locale ?? notification.facts.locale
        timeZone = notification.facts.timeZone
        badge = delivery.plan.badge
        createdAt = notification.createdAt
        expiresAt = notification.expiresAt
        collected = delivery.followers.isEmpty ? [] : delivery.each.map { CollectedNotification($0.notification) }
        if !collected.isEmpty {
            let due = delivery.each.map(\.notification.dueAt)
            let first = due.min() ?? notification.dueAt
            group = CollectedGroup(priority: notification.priority, due: first...(due.max() ?? first))
        }
        overrides = notification.event.overrides
    }
}
