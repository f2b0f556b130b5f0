import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension TenantWorker {
    /// Events for topics that grow side by side, so that a large audience holds up no small one; as many campaigns.
    private static let expandedAtOnce = 4
    /// How soon to check again where a campaign waits for its channels to send what they have.
    private static let crowdedPause: Duration = .milliseconds(50)

    /// Makes notifications of the next page of each event for a topic, and each campaign, that has any left and whose turn
    /// it is.
    ///
    /// - Returns: how many pages there were.
    func expand(at now: Instant, _ noted: inout ReportedOrphans) async throws(StoreFailure) -> Int {
        var pages = 0
        for event in try await expandable(at: now, limit: Self.expandedAtOnce, &noted) {
            if event.campaign != nil, try await isCrowded(for: event.event.type, at: now) { continue }
            let pace = CampaignPace(event.campaign?.plan.rate)
            let limit = event.campaign == nil ? Expanding.pageSize : pace.pageSize
            let expansion = try await expansion(of: event, limit: limit, at: now)
            var page = ExpandedPage(
                event: event.event.id,
                from: event.cursor,
                to: expansion.next,
                into: expansion.notifications,
                deciding: expansion.decisions
            )
            if let campaign = event.campaign {
                let reached = Set(expansion.notifications.filter { $0.exclusion == nil }.map(\.recipient)).count
                page.step = CampaignStep(
                    nextAt: pace.next(after: campaign.nextAt, telling: reached, at: now),
                    expanded: expansion.count,
                    total: campaign.hasBegun ? nil : try await count(of: event)
                )
            }
            guard try await tenant.store.expand(page) else { continue }
            pages += 1
            observer.observe(.expanded(tenant.profile.id, notifications: page.notifications.count))
        }
        return pages
    }

    /// How long until the next page of a campaign may be made; nil where none is under way.
    func expansionPause() async throws(StoreFailure) -> Duration? {
        guard let next = try await tenant.store.nextCampaignPage() else { return nil }
        let wait = clock.now.duration(to: next)
        return wait > .zero ? wait : Self.crowdedPause
    }

    /// Whether one of the event type's channels has more to send than it can take in: then a campaign yields to others.
    private func isCrowded(for type: EventTypeID, at now: Instant) async throws(StoreFailure) -> Bool {
        for channel in tenant.profile.event(type)?.channels ?? [] {
            if let next = try await tenant.store.nextDelivery(on: channel), next <= now { return true }
        }
        return false
    }

    private func expansion(
        of event: UnexpandedEvent,
        limit: Int,
        at now: Instant
    ) async throws(StoreFailure) -> Expansion {
        guard let topic = event.topic else {
            let page = try await tenant.store.everyone(
                after: event.cursor,
                limit: limit,
                withDevicesOfNobody: reachesDevicesOfNobody
            )
            return tenant.expanding.expand(event, everyone: page, limit: limit, at: now)
        }
        let page = try await tenant.store.subscribers(of: topic, after: event.cursor, limit: limit)
        return tenant.expanding.expand(
            event,
            page: page,
            limit: limit,
            relatedSubscriptions: try await relatedSubscriptions(of: page, topic),
            at: now
        )
    }

    private func count(of event: UnexpandedEvent) async throws(StoreFailure) -> Int {
        try await tenant.store.audienceCount(of: event.topic, withDevicesOfNobody: reachesDevicesOfNobody)
    }

    private var reachesDevicesOfNobody: Bool { tenant.profile.devices.owner == .subscription }

    /// All subscriptions of the users of a page, and all for the devices that any of these names.
    private func relatedSubscriptions(
        of page: [SubscriberRow],
        _ topic: Topic
    ) async throws(StoreFailure) -> [SubscriberRow] {
        guard !page.isEmpty else { return [] }
        let subscribers = page.map(\.subscription.subscriber)
        let devices = Set(subscribers.compactMap(\.device))
        let first = try await tenant.store.subscriptions(
            to: topic,
            of: subscribers.compactMap(\.user),
            on: devices.sorted()
        )
        let others = Set(first.compactMap(\.subscription.subscriber.device)).subtracting(devices)
        guard !others.isEmpty else { return first }
        let second = try await tenant.store.subscriptions(to: topic, of: [], on: others.sorted())
        let known = Set(first.map(\.row))
        return first + second.filter { !known.contains($0.row) }
    }
}
