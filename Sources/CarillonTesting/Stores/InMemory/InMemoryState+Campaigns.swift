import CarillonModel
import CarillonPipeline
import CarillonPluginKit

extension InMemoryState {
    /// Beside an event that is one.
    struct Campaign {
        /// As it was last changed; whether anything is open is looked up.
        var record: CampaignRecord
        /// When the next page may be made; nil while it is paused, and at the end.
        var nextAt: Instant?
    }

    func campaigns(_ page: ListingPage) -> [CampaignRecord] {
        let known = events.values.compactMap { $0.campaign == nil ? nil : campaignRecord(of: $0) }
        return Array(known.filter { $0.row < page.before ?? .max }.sorted { $0.row > $1.row }.prefix(page.limit))
    }

    func campaignEvent(_ id: String) -> Event? {
        eventsByKey[Key(source: CampaignPlan.source, externalID: id)].flatMap { events[$0] }
    }

    func campaignRecord(of event: Event) -> CampaignRecord? {
        guard var record = event.campaign?.record else { return nil }
        record.hasOpen = event.notifications.contains { notifications[$0].map(isPending) ?? false }
        return record
    }

    func progress(of event: Event) -> CampaignProgress {
        var progress = CampaignProgress()
        for notification in event.notifications.compactMap({ notifications[$0] }) {
            let made = notification.deliveries.compactMap { deliveries[$0] }
            progress.notifications += 1
            if isPending(notification) {
                progress.pending += 1
            } else if notification.status == .cancelled {
                progress.cancelled += 1
            } else if made.contains(where: { $0.status == .delivered }) {
                progress.delivered += 1
            } else if made.contains(where: { $0.status == .failed }) {
                progress.failed += 1
            } else if made.contains(where: { $0.status == .cancelled }) {
                progress.cancelled += 1
            } else {
                progress.skipped += 1
            }
            for delivery in made {
                progress.deliveries[delivery.plan.channel, default: [:]][delivery.status, default: 0] += 1
            }
        }
        return progress
    }

    private func isPending(_ notification: Notification) -> Bool {
        notification.status == .scheduled || notification.deliveries.contains(where: open.contains)
    }

    mutating func change(_ event: Event, _ change: CampaignChange, at now: Instant) {
        guard let record = campaignRecord(of: event) else { return }
        let id = event.record.id
        switch (change, record.state(at: now)) {
        case (.pause, .scheduled), (.pause, .running):
            guard !record.isExpanded else { return }
            events[id]?.campaign?.record.pausedAt = now
            events[id]?.campaign?.nextAt = nil
        case (.resume, .paused):
            events[id]?.campaign?.record.pausedAt = nil
            events[id]?.campaign?.nextAt = record.total == nil ? max(now, record.startsAt) : now
        case (.cancel, .scheduled), (.cancel, .running), (.cancel, .paused):
            _ = end(id, because: .campaignCancelled, cancelling: .campaignCancelled, at: now)
            events[id]?.campaign?.end(at: now)
            events[id]?.decisions.append(.campaignCancelled)
        case (.pause, .paused), (.pause, .cancelled), (.pause, .done), (.resume, .scheduled), (.resume, .running),
            (.resume, .cancelled), (.resume, .done), (.cancel, .cancelled), (.cancel, .done):
            break
        }
    }
}

extension InMemoryState.Campaign {
    /// Nil where the event is none.
    init?(_ event: AcceptedEvent, row: @autoclosure () -> Int64) {
        guard let plan = event.campaign else { return nil }
        let startsAt = event.startsAt ?? event.acceptedAt
        record = CampaignRecord(
            row: row(),
            id: event.externalID,
            plan: plan,
            event: event.id,
            type: event.type,
            topic: event.topic,
            createdAt: event.acceptedAt,
            startsAt: startsAt,
            isExpanded: event.times.isEmpty
        )
        nextAt = event.times.isEmpty ? nil : startsAt
    }

    mutating func take(_ step: CampaignStep, isLast: Bool) {
        record.expanded += step.expanded
        record.total = record.total ?? step.total
        record.isExpanded = isLast
        nextAt = isLast ? nil : step.nextAt
    }

    mutating func end(at now: Instant) {
        record.cancelledAt = now
        nextAt = nil
    }

    /// One that was due stays due; one under way keeps its pace, and one for later its time.
    mutating func clockWentBack(from earlier: Instant, to now: Instant) {
        guard let next = nextAt, next > now else { return }
        if next <= earlier {
            nextAt = now
            if record.startsAt > now, record.startsAt <= earlier { record.startsAt = now }
        } else if record.total != nil {
            nextAt = next.advanced(by: earlier.duration(to: now))
        }
    }
}

extension InMemoryTenantStore: CampaignStore {
    func campaigns(_ page: ListingPage) async throws(StoreFailure) -> [CampaignRecord] {
        try with { $0.campaigns(page) }
    }

    func campaign(_ id: String) async throws(StoreFailure) -> CampaignRecord? {
        try with { state in state.campaignEvent(id).flatMap { state.campaignRecord(of: $0) } }
    }

    func progress(ofCampaign id: String) async throws(StoreFailure) -> CampaignProgress? {
        try with { state in state.campaignEvent(id).map { state.progress(of: $0) } }
    }

    func change(
        campaign id: String,
        _ change: CampaignChange,
        at now: Instant
    ) async throws(StoreFailure) -> ChangedCampaign? {
        try with { state in
            guard let event = state.campaignEvent(id), let earlier = state.campaignRecord(of: event) else { return nil }
            state.change(event, change, at: now)
            return state.campaignEvent(id).flatMap { state.campaignRecord(of: $0) }.map {
                ChangedCampaign($0, from: earlier)
            }
        }
    }
}
