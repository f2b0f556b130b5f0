public import CarillonModel

/// What a tenant means by a priority.
public struct PriorityPolicy: Sendable, Hashable {
    public enum Delivery: String, Sendable, Hashable, CaseIterable {
        /// At once, with an alert.
        case now
        /// At once, data only, no alert.
        case silent
        /// One message per recipient and window of ``Policies/collect``.
        case collected
    }

    public var delivery: Delivery
    /// Nil leaves it to the event and the platform.
    public var sound: String?

    public init(_ delivery: Delivery = .now, sound: String? = nil) {
        self.delivery = delivery
        self.sound = sound
    }
}

/// One policy for each priority.
public struct PriorityPolicies: Sendable, Hashable {
    private var policies: [Priority: PriorityPolicy] = [:]

    public init() {}

    /// What was not said is ``PriorityPolicy/Delivery/now``.
    public subscript(priority: Priority) -> PriorityPolicy {
        get { policies[priority] ?? PriorityPolicy() }
        set { policies[priority] = newValue }
    }
}
