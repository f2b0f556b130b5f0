import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// `campaigns.create`: one event to everybody subscribed to a topic, or to everyone; the same id again is the same
    /// campaign.
    func createCampaign(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        let now = host.clock.now
        let accepted: AcceptedEvent
        var (campaign, faults) = campaign(fields)
        do {
            accepted = try tenant.runtime.accepting.accept(campaign, at: now)
        } catch {
            // A place whose form is wrong is not complained of twice.
            faults += error.faults.filter { new in !faults.contains { $0.pointer == new.pointer } }
            throw .invalid(faults)
        }
        guard faults.isEmpty else { throw .invalid(faults) }
        switch try await intake.take(accepted) {
        case .accepted: record("campaigns.create", ["event": accepted.id, "type": accepted.type.rawValue])
        case .duplicate: break
        case .conflict: throw Problem(.conflict, "a campaign with this id but other content was created before")
        }
        campaign.id = accepted.externalID
        return try await result(of: record(campaign.id))
    }

    /// `campaigns.list`: the latest first, without what became of their notifications.
    func listCampaigns(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        let limit = fields.integer("limit") ?? FieldKind.PageSize.list.standard
        let page = ListingPage(limit: limit, before: fields.cursor()?.row)
        let now = host.clock.now
        let found = try await stored { store throws(StoreFailure) in try await store.campaigns(page) }
        var result = JSONObject([.init("campaigns", .array(found.map { .object($0.json(nil, of: profile, at: now)) }))])
        result.setNextCursor(found.last?.row, count: found.count, limit: page.limit)
        return result
    }

    /// `campaigns.get`: where it stands, and what became of its notifications so far.
    func campaign(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        try fields.finish()
        return try await result(of: record(fields.sure("id")))
    }

    /// `campaigns.pause`, `.resume` and `.cancel`: asking again for what is so already is no fault.
    func changeCampaign(_ fields: FieldReading, _ change: CampaignChange) async throws(Problem) -> JSONObject {
        try fields.finish()
        let (id, now) = (fields.sure("id"), host.clock.now)
        let found = try await stored { store throws(StoreFailure) in
            try await store.change(campaign: id, change, at: now)
        }
        guard let found else { throw .noCampaign }
        let state = found.record.state(at: now)
        guard change.leads(to: state) else {
            record("campaigns.\(change)", ["event": found.record.event], result: .refused)
            throw Problem(.conflict, change.objection(to: found.record.isExpanded ? .done : state))
        }
        // Asking again for what is so already does nothing.
        if found.isChanged { record("campaigns.\(change)", ["event": found.record.event]) }
        tenant.wake(found.wakes)
        return try await result(of: found.record)
    }

    private func record(_ id: String) async throws(Problem) -> CampaignRecord {
        let found = try await stored { store throws(StoreFailure) in try await store.campaign(id) }
        guard let found else { throw .noCampaign }
        return found
    }

    private func result(of record: CampaignRecord) async throws(Problem) -> JSONObject {
        let progress = try await stored { store throws(StoreFailure) in
            try await store.progress(ofCampaign: record.id)
        }
        return JSONObject([.init("campaign", .object(record.json(progress, of: profile, at: host.clock.now)))])
    }
}

extension OperationCall {
    /// The campaign as far as it could be read, and what was wrong with its form.
    private func campaign(_ fields: FieldReading) -> (Campaign, [Fault]) {
        let topic = fields.text("topic")
        let isForEveryone = fields.boolean("everyone") ?? false
        let campaign = Campaign(
            id: fields.text("id") ?? host.identifiers.uuid(),
            plan: CampaignPlan(
                name: fields.text("name"),
                isForEveryone: isForEveryone || topic == nil,
                rate: fields.text("rate").flatMap { RateLimit($0) }
            ),
            type: fields.sure("type"),
            topic: isForEveryone ? nil : topic.flatMap { Topic($0) },
            data: .object(fields.open("data") ?? JSONObject()),
            scheduledAt: fields.instant("scheduledAt")
        )
        var faults = fields.faults
        if isForEveryone, topic != nil {
            faults.append(.init(pointer: "/everyone", code: .notAllowed, message: "must not stand beside a topic"))
        } else if !isForEveryone, topic == nil, !fields.hasFault(at: "topic"), !fields.hasFault(at: "everyone") {
            faults.append(
                .init(pointer: "/topic", code: .missing, message: "is required, or everyone must be true")
            )
        }
        return (campaign, faults)
    }
}

extension Problem {
    fileprivate static let noCampaign = Problem(.notFound, "there is no campaign with this id")
}

extension CampaignChange {
    /// Whether this is where it ends.
    fileprivate func leads(to state: CampaignState) -> Bool {
        switch self {
        case .pause: state == .paused
        case .resume: state == .running || state == .scheduled
        case .cancel: state == .cancelled
        }
    }

    fileprivate func objection(to state: CampaignState) -> String {
        switch (self, state) {
        case (_, .cancelled): "the campaign was cancelled"
        case (.pause, .done): "the campaign has taken up all its recipients already; cancel ends what still waits"
        case (_, .done): "the campaign is done"
        case (_, .scheduled), (_, .running), (_, .paused): "the campaign is \(state.rawValue)"
        }
    }
}

extension CampaignState {
    fileprivate var isOpen: Bool {
        switch self {
        case .scheduled, .running, .paused: true
        case .cancelled, .done: false
        }
    }
}

extension CampaignRecord {
    /// - Parameter progress: nil in lists.
    fileprivate func json(
        _ progress: CampaignProgress?,
        of profile: TenantProfile,
        at now: Instant
    ) -> JSONObject {
        var object = JSONObject([.init("id", .string(id))])
        object["name"] = plan.name.map { .string($0) }
        object["type"] = .string(type.rawValue)
        if let topic { object["topic"] = .string(topic.rawValue) } else { object["everyone"] = true }
        object["state"] = .string(state(at: now).rawValue)
        if state(at: now).isOpen, !profile.hasEvent(type) {
            let message = "the tenant's profile has no event type \(type) any more: it goes on when that is back"
            object["reason"] = .string(message)
        }
        object["rate"] = plan.rate.map { .string($0.description) }
        object["event"] = .string(event)
        object["createdAt"] = .string(createdAt.rfc3339)
        object["startsAt"] = .string(startsAt.rfc3339)
        object["pausedAt"] = pausedAt.map { .string($0.rfc3339) }
        object["cancelledAt"] = cancelledAt.map { .string($0.rfc3339) }
        var counts = JSONObject()
        counts["total"] = total.map { JSONValue($0) }
        counts["expanded"] = JSONValue(expanded)
        if let progress { for member in progress.members { counts[member.name] = member.value } }
        object["progress"] = .object(counts)
        return object
    }
}

extension CampaignProgress {
    fileprivate var members: [JSONObject.Member] {
        let channels = deliveries.sorted { $0.key < $1.key }.map { channel, counts in
            let members = counts.sorted { $0.key.rawValue < $1.key.rawValue }
            return JSONObject.Member(
                channel.rawValue,
                .object(JSONObject(members.map { .init($0.key.rawValue, JSONValue($0.value)) }))
            )
        }
        return [
            .init("notifications", JSONValue(notifications)), .init("pending", JSONValue(pending)),
            .init("delivered", JSONValue(delivered)), .init("failed", JSONValue(failed)),
            .init("cancelled", JSONValue(cancelled)), .init("skipped", JSONValue(skipped)),
            .init("deliveries", .object(JSONObject(channels))),
        ]
    }
}
