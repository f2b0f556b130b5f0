import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Moves one tenant's notifications from due to settled, for as long as it runs.
///
/// Each tenant has a worker of its own, and each of its channels a ``ChannelRunner``: one tenant's dead provider stops
/// nobody else, and one channel's stops no other.
struct TenantWorker: Sendable {
    let tenant: TenantRuntime
    let wakeSignal: WakeSignal
    /// Whether providers' rates are kept to.
    let isPaced: Bool

    var clock: any WallClock { tenant.clock }
    var observer: any PipelineObserver { tenant.observer }

    /// Runs until its task is cancelled; what is in flight is finished first.
    func run() async {
        let runners = tenant.channels.all.map { ChannelRunner($0, of: tenant, isPaced: isPaced) }
        await withTaskGroup(of: Void.self) { group in
            for runner in runners { group.addTask { await runner.run() } }
            let limiters = runners.compactMap { runner in runner.rateLimiter.map { (runner.channel.id, $0) } }
            group.addTask {
                await ReceiptPoller(tenant: tenant, rateLimiters: Dictionary(uniqueKeysWithValues: limiters)).run()
            }
            group.addTask { await OrphanedDeliverySweep(tenant: tenant).run() }
            group.addTask { await LeaseReaper(tenant: tenant, runners: runners).run() }
            await route(into: Dictionary(uniqueKeysWithValues: runners.map { ($0.channel.id, $0) }))
            await group.waitForAll()
        }
    }

    private func route(into runners: [ChannelID: ChannelRunner]) async {
        // Without pacing, for load tests, recipients' limits don't count either.
        var rateLimiter = isPaced ? tenant.rateLimiter : nil
        var latest = clock.now
        var noted = ReportedOrphans()
        while !Task.isCancelled {
            do {
                latest = try await clockChecked(since: latest, &rateLimiter)
                guard try await round(into: runners, at: latest, &rateLimiter, &noted) == 0 else { continue }
                await wakeSignal.wait(atMost: try await pause())
            } catch {
                observer.observe(.storeFailed(tenant.profile.id, error))
                await wakeSignal.wait(atMost: WakeSignal.pauseAfterStoreFailure)
            }
        }
    }

    private func pause() async throws(StoreFailure) -> Duration {
        let expansion = try await expansionPause() ?? WakeSignal.longestWait
        guard let next = try await tenant.store.nextNotification() else {
            return min(expansion, WakeSignal.longestWait)
        }
        return min(max(clock.now.duration(to: next), .zero), expansion, WakeSignal.longestWait)
    }

    /// Routes what is due.
    ///
    /// - Parameters:
    ///   - now: what all that is planned in this round counts from: should the clock go back meanwhile, it is known to.
    ///   - noted: what was reported already about event types that aren't there.
    /// - Returns: how much there was to do.
    private func round(
        into runners: [ChannelID: ChannelRunner],
        at now: Instant,
        _ rateLimiter: inout RecipientRateLimiter?,
        _ noted: inout ReportedOrphans
    ) async throws(StoreFailure) -> Int {
        let home = try tenant.lanes.lease(.home)
        let all = try await tenant.store.due(in: home, at: now, limit: TenantRuntime.roundSize)
        let due = try await ofKnownTypes(all, at: now, &noted)
        let ended = try await tenant.store.endPage(in: home, at: now)
        // Due notifications go first: an audience is expanded only while few are due.
        let expanded = all.count < TenantRuntime.roundSize ? try await expand(at: now, &noted) : 0
        var deliveries: [LeasedDelivery] = []
        if !due.isEmpty {
            let messages = tenant.routing.roomMessages(of: due)
            var routed = tenant.routing.route(
                due,
                audiences: try await tenant.audiences(of: due),
                rooms: messages.isEmpty ? [] : try await tenant.store.made(messages),
                at: now
            )
            routed = rateLimiter?.apply(to: routed, of: due, at: now) ?? routed
            await leaveInStore(&routed, of: due, runners, at: now)
            let rows = try await tenant.store.route(routed, in: home, at: clock.now)
            for ((notification, route), rows) in zip(zip(due, routed), rows) {
                for (row, plan) in zip(rows, route.deliveries) where plan.dueAt == nil {
                    deliveries.append(LeasedDelivery(row: row, notification: notification, plan: plan))
                }
            }
            // Postponed deliveries have a new time, which their channel's runner doesn't know yet.
            for plan in routed.lazy.flatMap(\.deliveries) where plan.dueAt != nil {
                tenant.channels.notify(plan.channel)
            }
            tenant.settled.report(due.lazy.map(\.id))
            observer.observe(.routed(tenant.profile.id, notifications: due.count, deliveries: deliveries.count))
        }
        try await dispatch(deliveries, into: runners)
        return ended + expanded + all.count
    }

    /// Deliveries for which the queue has no room stay in the store: they aren't leased only to be released.
    private func leaveInStore(
        _ routed: inout [RoutedNotification],
        of due: [DueNotification],
        _ runners: [ChannelID: ChannelRunner],
        at now: Instant
    ) async {
        for (channel, runner) in runners {
            var wanted: [(recipient: UserID, count: Int)] = []
            var places: [UserID: Int] = [:]
            for (notification, route) in zip(due, routed) {
                let count = route.deliveries.count { $0.channel == channel && $0.dueAt == nil }
                guard count > 0 else { continue }
                let place = places[notification.recipient] ?? wanted.count
                if place == wanted.count { wanted.append((notification.recipient, 0)) }
                places[notification.recipient] = place
                wanted[place].count += count
            }
            var room = await runner.room(for: wanted)
            guard !room.isEmpty else { continue }
            for (index, notification) in due.enumerated() {
                guard let left = room[notification.recipient] else { continue }
                room[notification.recipient] = left - routed[index].delay(channel, until: now, but: left)
            }
        }
    }

    private func dispatch(
        _ deliveries: [LeasedDelivery],
        into runners: [ChannelID: ChannelRunner]
    ) async throws(StoreFailure) {
        for (channel, group) in Dictionary(grouping: deliveries, by: \.plan.channel) {
            if let runner = runners[channel] {
                try await runner.take(group)
            } else {
                try await tenant.hold(group, onUnserved: channel, at: clock.now)
            }
        }
    }
}

extension RoutedNotification {
    /// - Parameter limit: so many of them go out at once.
    /// - Returns: how many do.
    fileprivate mutating func delay(_ channel: ChannelID, until time: Instant, but limit: Int) -> Int {
        let direct = deliveries.indices.filter { deliveries[$0].channel == channel && deliveries[$0].dueAt == nil }
        for index in direct.dropFirst(limit) { deliveries[index].dueAt = time }
        return min(direct.count, limit)
    }
}
