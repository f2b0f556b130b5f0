import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

// What was accepted of an event type that the profile doesn't have any more: it waits for the type to come back.
extension TenantWorker {
    /// How soon it is checked again; a reload with which the type is back begins with that.
    private static let typePause: Duration = .seconds(60)

    /// Postpones the others.
    ///
    /// - Parameter noted: what was reported already.
    func ofKnownTypes(
        _ due: [DueNotification],
        at now: Instant,
        _ noted: inout ReportedOrphans
    ) async throws(StoreFailure) -> [DueNotification] {
        let orphans = due.filter { isMissing($0.event.type) && ($0.expiresAt.map { $0 > now } ?? true) }
        guard !orphans.isEmpty else { return due }
        for orphan in orphans { note(orphan.event.type, &noted) }
        try await tenant.store.postpone(
            orphans.map(\.row),
            in: tenant.lanes.lease(.home),
            until: now.advanced(by: Self.typePause),
            endingAfter: tenant.profile.policies.retry.giveUpAfter,
            because: .waitsForType
        )
        let waiting = Set(orphans.map(\.row))
        return due.filter { !waiting.contains($0.row) }
    }

    /// Events for topics, and campaigns, that may have their next page made.
    func expandable(
        at now: Instant,
        limit: Int,
        _ noted: inout ReportedOrphans
    ) async throws(StoreFailure) -> [UnexpandedEvent] {
        var wanted = limit
        while true {
            let found = try await tenant.store.unexpanded(in: tenant.lanes.lease(.home), at: now, limit: wanted)
            let waiting = found.filter { isWaiting($0, at: now) }
            for event in waiting { try await wait(event, at: now, &noted) }
            let others = found.filter { !isWaiting($0, at: now) }
            // Waiting notifications must not block the others.
            guard others.count < limit, found.count >= wanted else { return others }
            wanted *= 2
        }
    }

    private func isMissing(_ type: EventTypeID) -> Bool { !tenant.profile.hasEvent(type) }

    /// A campaign for as long as nobody cancels it; what else is for a topic until it is given up.
    private func isWaiting(_ event: UnexpandedEvent, at now: Instant) -> Bool {
        guard isMissing(event.event.type) else { return false }
        guard event.campaign == nil else { return true }
        let last = event.times.map(\.dueAt).max() ?? event.event.acceptedAt
        return now < last.advanced(by: tenant.profile.policies.retry.giveUpAfter)
    }

    private func wait(
        _ event: UnexpandedEvent,
        at now: Instant,
        _ noted: inout ReportedOrphans
    ) async throws(StoreFailure) {
        note(event.event.type, &noted)
        let isNews = noted.events.insert(event.event.id).inserted
        guard event.campaign != nil || isNews else { return }
        var page = ExpandedPage(
            event: event.event.id,
            from: event.cursor,
            to: event.cursor,
            into: [],
            deciding: isNews ? [.waitsForType] : []
        )
        if event.campaign != nil {
            page.step = CampaignStep(nextAt: now.advanced(by: Self.typePause), expanded: 0)
        }
        _ = try await tenant.store.expand(page)
    }

    private func note(_ type: EventTypeID, _ noted: inout ReportedOrphans) {
        guard noted.types.insert(type).inserted else { return }
        let message = "what was accepted of event type \(type) waits: the profile doesn't have it any more; put it back"
        observer.observe(.incomplete(tenant.profile.id, message))
    }
}

/// What was reported to operators already: what was accepted of event types that the profile doesn't have any more.
struct ReportedOrphans {
    var types: Set<EventTypeID> = []
    /// By the host's ids: events for topics, and campaigns.
    var events: Set<String> = []
}
