public import CarillonModel
import CarillonProfiles

/// A campaign as it was requested: not yet matched to the tenant's profile.
public struct Campaign: Sendable, Hashable {
    /// The caller's id; the same again is the same campaign.
    public var id: String
    public var plan: CampaignPlan
    public var type: String
    /// Nil where it is for everyone.
    public var topic: Topic?
    public var data: JSONValue
    public var scheduledAt: Instant?

    public init(
        id: String,
        plan: CampaignPlan,
        type: String,
        topic: Topic?,
        data: JSONValue,
        scheduledAt: Instant? = nil
    ) {
        self.id = id
        self.plan = plan
        self.type = type
        self.topic = topic
        self.data = data
        self.scheduledAt = scheduledAt
    }
}

extension Accepting {
    /// A campaign is accepted as an event of its type, whose recipients are found afterwards.
    ///
    /// - Throws: every fault at once, with pointers as in the campaign.
    public func accept(_ campaign: Campaign, at now: Instant) throws(Faults) -> AcceptedEvent {
        var event = Event(
            id: campaign.id,
            source: CampaignPlan.source,
            type: campaign.type,
            topic: campaign.topic,
            data: campaign.data,
            scheduledAt: campaign.scheduledAt
        )
        event.campaign = campaign.plan
        if let type = profile.event(named: campaign.type) { CampaignNames(campaign).fill(&event, of: type) }
        return try accept(event, at: now)
    }
}

/// The two names that products use for campaigns: payload fields, and members of the data beside the texts.
///
/// An event type that has them takes them from the campaign: as payload fields, where the caller leaves them out, or
/// else in its data.
struct CampaignNames {
    private let values: [(name: String, value: JSONValue)]

    init(_ campaign: Campaign) {
        values = [("campaign_id", .string(campaign.id)), ("campaign_name", .string(campaign.plan.name ?? ""))]
    }

    func fill(_ event: inout Event, of type: EventType) {
        var overrides = NotificationOverrides()
        for (name, value) in values {
            if type.field(name) != nil {
                guard var data = event.data.object, data[name] == nil else { continue }
                data[name] = value
                event.data = .object(data)
            } else if type.data.hasMember(name) {
                overrides.data[name] = value
            }
        }
        if !overrides.isEmpty { event.overrides = overrides }
    }
}

extension JSONTemplate {
    fileprivate func hasMember(_ name: String) -> Bool {
        guard case .object(let members) = self else { return false }
        return members.contains { $0.name == name }
    }
}
