import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension TenantRuntime {
    /// Checks leased deliveries that have waited once more: whoever leases any from the store calls this first.
    ///
    /// - Returns: those that may go out; what became of the others is recorded.
    func released(
        _ waited: [LeasedDelivery],
        at now: Instant
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        guard !waited.isEmpty else { return [] }
        let audiences = try await audiences(of: waited.map(\.notification))
        let release = routing.release(waited, audiences: audiences, at: now)
        if !release.settlements.isEmpty {
            try await store.settle(release.settlements)
            observe(release.settlements, of: waited)
        }
        return release.going
    }

    /// Keeps deliveries back that nobody has tried, because their channel can't send; who waits for one learns of it now.
    func hold(
        _ deliveries: [LeasedDelivery],
        on channel: ChannelID,
        _ reason: OutcomeReason,
        at now: Instant
    ) async throws(StoreFailure) {
        guard !deliveries.isEmpty else { return }
        let notifications = deliveries.lazy.map(\.notification.id)
        settled.noteProviderFailure(notifications)
        try await store.settle(
            deliveries.flatMap(\.rows).map {
                Settlement(row: $0, result: .held(reason), at: now, wasAttempted: false)
            }
        )
        await channels[channel]?.noteHeld()
        settled.report(notifications)
        observer.observe(.settled(profile.id, channel, outcome: .held, count: deliveries.count, latency: .zero))
    }

    /// Observes deliveries that were settled without an attempt.
    func observe(_ settlements: [Settlement], of waited: [LeasedDelivery]) {
        let channels = Dictionary(waited.map { ($0.row, $0.plan.channel) }) { first, _ in first }
        for (channel, group) in Dictionary(grouping: settlements, by: { channels[$0.row] }) {
            guard let channel else { continue }
            for (outcome, same) in Dictionary(grouping: group, by: \.result.outcome) {
                observer.observe(.settled(profile.id, channel, outcome: outcome, count: same.count, latency: .zero))
            }
        }
    }

    /// Who is subscribed to the topics that these notifications came through, or are for, as things are now.
    func audiences(of notifications: [DueNotification]) async throws(StoreFailure) -> SubscriptionSnapshot {
        var audiences = SubscriptionSnapshot()
        for question in routing.questions(about: notifications) {
            let rows = try await store.subscriptions(
                to: question.topic,
                of: question.users,
                on: question.devices
            )
            audiences.add(rows, to: question.topic)
        }
        return audiences
    }
}
