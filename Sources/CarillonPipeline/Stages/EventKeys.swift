import CarillonModel
import CarillonProfiles

/// The names an event type makes from its payload, made once, when the event is accepted.
struct EventKeys {
    private let type: EventType
    private let scope: TemplateScope
    private let collapses: Bool

    /// - Returns: nil where the type makes none, so that nothing is spent on it.
    init?(_ type: EventType, payload: Payload, of profile: TenantProfile) {
        // A phone collapses by itself; only what waits through quiet hours is collapsed here.
        collapses = type.collapse != nil && profile.policies.quietHours != nil
        let isNamed = type.audience != nil || type.topic != nil || type.dedupe != nil || type.supersedes != nil
        guard isNamed || collapses else { return nil }
        self.type = type
        var root = payload.json(for: profile.chain(for: nil))
        root["event"] = .object(type.placeholders)
        scope = TemplateScope(root)
    }

    var audience: String? { type.audience?.resolved(in: scope) }
    var topic: String? { type.topic?.resolved(in: scope) }
    var collapse: String? { collapses ? type.collapse?.resolved(in: scope) : nil }
    var dedupe: String? { type.dedupe?.resolved(in: scope) }
    var supersedes: String? { type.supersedes?.resolved(in: scope) }
}
