public import CarillonModel

/// How notifications of a priority are sent.
public struct PriorityPolicy: Sendable, Hashable {
    public enum Delivery: String, Sendable, Hashable, CaseIterable {
        /// At once, with an alert.
        case now
        /// At once, data only, no alert.
        case silent
        /// One message for each recipient and window of ``CollectingWindows``.
        case collected
    }

    /// The sound's name that means silence.
    public static let noSound = "none"

    public package(set) var delivery: Delivery
    /// For events without a sound of their own; nil for the platform's default, ``noSound`` for silence.
    public package(set) var sound: String?
    /// For events without a rule for the number on the app's icon.
    public package(set) var badge = BadgeRule.unread
    /// The app text for a window that collected more than one notification; it gets `$count`.
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

    /// The sound of a priority where neither event nor profile sets one.
    public static func sound(of priority: Priority) -> String? { priority == .high ? "default" : nil }

    /// A priority that the profile doesn't mention is sent as ``PriorityPolicy/Delivery/now``, with a sound if it is
    /// high.
    public package(set) subscript(priority: Priority) -> PriorityPolicy {
        get { policies[priority] ?? PriorityPolicy(sound: Self.sound(of: priority)) }
        set { policies[priority] = newValue }
    }
}
