public import CarillonModel

/// What a tenant means by a priority.
public struct PriorityPolicy: Sendable, Hashable {
    public enum Delivery: String, Sendable, Hashable, CaseIterable {
        /// At once, with an alert.
        case now
        /// At once, data only, no alert.
        case silent
        /// One message per recipient and window of ``CollectingWindows``.
        case collected
    }

    /// The sound that is none.
    public static let noSound = "none"

    public package(set) var delivery: Delivery
    /// Where the event names none; nil leaves it to the platform, ``noSound`` is none.
    public package(set) var sound: String?
    /// Where the event says nothing about the number on the app's icon.
    public package(set) var badge = BadgeRule.unread
    /// The app text whose words go out for a window that collected more than one; it gets `$count`.
    public package(set) var collectedText: EventTypeID?

    public init(
        _ delivery: Delivery = .now,
        sound: String? = nil,
        badge: BadgeRule = .unread,
        collectedText: EventTypeID? = nil
    ) {
        self.delivery = delivery
        self.sound = sound
        self.badge = badge
        self.collectedText = collectedText
    }
}

/// One policy for each priority.
public struct PriorityPolicies: Sendable, Hashable {
    private var policies: [Priority: PriorityPolicy] = [:]

    public init() {}

    /// What notifications of a priority sound like where neither event nor profile says so.
    public static func sound(of priority: Priority) -> String? { priority == .high ? "default" : nil }

    /// What was not said is ``PriorityPolicy/Delivery/now``, with sound where it is high.
    public package(set) subscript(priority: Priority) -> PriorityPolicy {
        get { policies[priority] ?? PriorityPolicy(sound: Self.sound(of: priority)) }
        set { policies[priority] = newValue }
    }
}
