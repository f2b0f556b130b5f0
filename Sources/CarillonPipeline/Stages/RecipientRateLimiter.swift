public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// Keeps a recipient's notifications within the tenant's `policies.rateLimit.perRecipient`: the excess waits.
///
/// What has gone out is remembered for a window and in memory only: after a restart a recipient may receive up to two
/// windows' worth in one. The feed isn't counted, and neither is what goes out collected.
public struct RecipientRateLimiter: Sendable {
    private let limit: RateLimit
    private let registry: ChannelRegistry
    private let plugins: [ChannelID: PluginID]
    private var taken: [UserID: OccupiedSlots] = [:]
    private var lastSweep: Instant?

    /// Nil where the tenant sets no limit.
    public init?(profile: TenantProfile, registry: ChannelRegistry) {
        guard let limit = profile.policies.recipientRateLimit else { return nil }
        self.limit = limit
        self.registry = registry
        plugins = Dictionary(profile.channels.map { ($0.id, $0.plugin) }) { first, _ in first }
    }

    /// Postpones what is too much.
    public mutating func apply(
        to routed: [RoutedNotification],
        of due: [DueNotification],
        at now: Instant
    ) -> [RoutedNotification] {
        sweep(at: now)
        return zip(routed, due).map { route, notification in
            let counted = route.deliveries.indices.filter { counts(route.deliveries[$0]) }
            guard let first = counted.first else { return route }
            let ready = route.deliveries[first].dueAt ?? now
            let start = taken[notification.recipient, default: OccupiedSlots()].take(limit, notBefore: ready, at: now)
            guard start > ready else { return route }
            return postponed(route, counted, until: start, expiry: notification.expiresAt)
        }
    }

    /// Keeps the distances: by the other clock, all that went out would be far ahead.
    public mutating func clockWentBack(by step: Duration) {
        for user in taken.keys { taken[user]?.shift(by: .zero - step) }
        lastSweep = nil
    }

    private func counts(_ delivery: PlannedDelivery) -> Bool {
        let kind = plugins[delivery.channel].flatMap { registry[$0]?.descriptor.address }
        return kind?.disturbs == true && delivery.window == nil
    }

    private func postponed(
        _ route: RoutedNotification,
        _ counted: [Int],
        until start: Instant,
        expiry: Instant?
    ) -> RoutedNotification {
        var route = route
        let channels = Set(counted.map { route.deliveries[$0].channel }).sorted()
        if let expiry, expiry <= start {
            for index in counted.reversed() { route.deliveries.remove(at: index) }
            route.decisions += channels.map { .stale($0, until: start, expiry: expiry) }
        } else {
            for index in counted { route.deliveries[index].dueAt = start }
            route.decisions += channels.map { .tooMany($0, limit: limit, until: start) }
        }
        return route
    }

    /// Forgets, once a window, those who got nothing in the last one.
    private mutating func sweep(at now: Instant) {
        if let lastSweep, lastSweep <= now, lastSweep.advanced(by: limit.window) > now { return }
        lastSweep = now
        taken = taken.filter { $0.value.isRemembered(for: limit.window, at: now) }
    }
}

extension Decision {
    fileprivate static func tooMany(_ channel: ChannelID, limit: RateLimit, until start: Instant) -> Decision {
        let message = "the recipient gets \(limit) at most; it waits until \(start)"
        return Decision(channel: channel, verdict: .later, reason: .rateLimited, detail: message)
    }
}
