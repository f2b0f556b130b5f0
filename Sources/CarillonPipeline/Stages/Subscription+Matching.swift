public import CarillonModel
public import CarillonProfiles

extension SubscriptionPolicy {
    /// The one form of a topic that is stored and queried: where case doesn't count, with A to Z in lower case, and so
    /// are the UUIDs in any, because payloads have them so (RFC 9562, section 4).
    public func canonical(_ topic: Topic) -> Topic {
        if ignoresCase { return Topic(unchecked: topic.rawValue.asciiLowercased) }
        guard topic.rawValue.utf8.count >= 36, topic.rawValue.utf8.contains(where: { (65...70).contains($0) }) else {
            return topic
        }
        let parts = topic.rawValue.split(separator: ":", omittingEmptySubsequences: false)
        let canonical = parts.map { TextFormat.isUUID(String($0)) ? $0.lowercased() : String($0) }
        return Topic(unchecked: canonical.joined(separator: ":"))
    }

    /// The role of a subscription: its own, else the default for one with or without a user.
    func role(of subscription: Subscription) -> String? {
        subscription.role ?? (subscription.subscriber.user == nil ? anonymousRole : userRole)
    }
}

/// Whether a subscription is for events of one type.
struct SubscriptionFilter: Sendable {
    let event: EventType
    let policy: SubscriptionPolicy

    func takes(_ subscription: Subscription) -> Bool { objection(to: subscription) == nil }

    /// Why the event isn't for this subscription; nil where it is.
    func objection(to subscription: Subscription) -> Decision? {
        let types = subscription.types.map(\.rawValue)
        if !types.isEmpty, !types.contains(event.id.rawValue), !types.contains(where: { $0 == event.alias }) {
            return .typeNotSubscribed(event.id)
        }
        guard !event.roles.isEmpty else { return nil }
        let role = policy.role(of: subscription)
        return role.map(event.roles.contains) == true ? nil : .otherRole(role, wanted: event.roles)
    }
}

extension Decision {
    fileprivate static func typeNotSubscribed(_ type: EventTypeID) -> Decision {
        let message = "the subscription is for other events than \(type)"
        return Decision(channel: nil, verdict: .skip, reason: .typeNotSubscribed, detail: message)
    }

    fileprivate static func otherRole(_ role: String?, wanted: [String]) -> Decision {
        let has = role.map { "the role \($0)" } ?? "no role"
        let message = "the subscription has \(has), and this goes to \(wanted.joined(separator: ", "))"
        return Decision(channel: nil, verdict: .skip, reason: .role, detail: message)
    }
}
