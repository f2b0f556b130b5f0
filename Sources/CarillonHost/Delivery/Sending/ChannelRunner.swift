import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// Runs one channel of one tenant: its senders, and the task that fills their queue from the store.
struct ChannelRunner: Sendable {
    let tenant: TenantRuntime
    let channel: TenantChannel
    let queue: ChannelQueue
    /// Nil where nobody paces it.
    let rateLimiter: SendRateLimiter?

    private var id: ChannelID { channel.id }
    private var lane: LaneLease { get throws(StoreFailure) { try tenant.lanes.lease(.channel(id)) } }
    private var breaker: ChannelBreaker { channel.breaker }
    private var wakeSignal: WakeSignal { channel.wakeSignal }
    private var clock: any WallClock { tenant.clock }
    private var observer: any PipelineObserver { tenant.observer }

    /// - Parameter isPaced: whether the provider's rate is kept to.
    init(_ channel: TenantChannel, of tenant: TenantRuntime, isPaced: Bool) {
        let descriptor = channel.descriptor
        self.tenant = tenant
        self.channel = channel
        queue = ChannelQueue(
            capacity: TenantRuntime.roundSize + 2 * descriptor.batchSize,
            batchSize: descriptor.batchSize,
            breaker: channel.breaker,
            clock: tenant.clock,
            wakeSignal: channel.wakeSignal
        )
        // Whoever had the lane before may have sent a second's worth just now.
        let wasHeld = tenant.lanes.wasHeldBefore(.channel(channel.id))
        rateLimiter = (isPaced ? descriptor.ratePerSecond : nil).map {
            SendRateLimiter(ratePerSecond: $0, clock: tenant.clock, startsEmpty: wasHeld)
        }
    }

    /// Runs until its task is cancelled; what is in flight is finished first, the rest goes back to the store.
    func run() async {
        let descriptor = channel.descriptor
        let sender = ChannelSender(tenant: tenant, channel: channel, queue: queue, rateLimiter: rateLimiter)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.senders(for: descriptor) {
                // Not a child of the cancelled task: a batch under way is finished and settled.
                group.addTask {
                    await Task.detached(executorPreference: tenant.executor) {
                        await sender.run(limit: descriptor.batchSize)
                    }.value
                }
            }
            await feed()
            await releaseLeases(queue.close())
            await group.waitForAll()
        }
    }

    /// Few large batches, or many single requests, at the same time.
    private static func senders(for descriptor: ChannelDescriptor) -> Int {
        switch descriptor.address {
        case .user: 2
        case .deviceToken, .email, .phone, .url, .room: descriptor.batchSize > 1 ? 6 : 64
        }
    }

    /// As ``ChannelQueue/room(for:)``, while the channel works; what becomes of the others is decided when they are
    /// routed.
    func room(for wanted: [(recipient: UserID, count: Int)]) async -> [UserID: Int] {
        breaker.circuit.interruption == nil ? await queue.room(for: wanted) : [:]
    }

    /// Queues deliveries that were just routed; what finds no room goes back to the store.
    ///
    /// While the channel is paused they are held, unless somebody waits for one of them: then one is tried,
    /// now and then, and else they learn of it at once. While the circuit is open they wait in the store, where
    /// everybody sees that they do.
    func take(_ deliveries: [LeasedDelivery]) async throws(StoreFailure) {
        let left = breaker.circuit.isPaused ? await awaitedTaken(from: deliveries) : deliveries
        guard !left.isEmpty else { return }
        // The current state of the circuit: the pause may have ended.
        let circuit = breaker.circuit
        if let interruption = circuit.interruption, clock.now < interruption.until {
            guard !circuit.isPaused else { return try await hold(left, interruption.reason) }
            await queue.overflow()
            return try await releaseOrRequeue(left)
        }
        let rest = await queue.offer(left)
        guard !rest.isEmpty else { return }
        try await tenant.store.releaseLeases(rest.flatMap(\.rows), in: lane, at: clock.now)
        wakeSignal.notify()
    }

    /// Queues those that somebody waits for, where one of them may show now whether the pause is over.
    ///
    /// - Returns: the others.
    private func awaitedTaken(from deliveries: [LeasedDelivery]) async -> [LeasedDelivery] {
        let awaited = deliveries.filter { tenant.settled.isAwaited($0.notification.id) }
        guard !awaited.isEmpty, breaker.probeForCaller(at: clock.now) else { return deliveries }
        let left = await queue.offer(awaited)
        // Should the channel have been paused again meanwhile, they are held like the others.
        wakeSignal.notify()
        let taken = Set(awaited.dropLast(left.count).map(\.row))
        return deliveries.filter { !taken.contains($0.row) }
    }

    private func hold(_ deliveries: [LeasedDelivery], _ reason: OutcomeReason) async throws(StoreFailure) {
        do throws(StoreFailure) {
            try await tenant.hold(deliveries, on: id, reason, at: clock.now)
        } catch {
            // They stay in the queue, and are tried again.
            await queue.putBack(deliveries)
            throw error
        }
    }

    private func releaseOrRequeue(_ deliveries: [LeasedDelivery]) async throws(StoreFailure) {
        guard !deliveries.isEmpty else { return }
        do throws(StoreFailure) {
            try await tenant.store.releaseLeases(deliveries.flatMap(\.rows), in: lane, at: clock.now)
        } catch {
            // They stay in the queue, and are tried again.
            await queue.putBack(deliveries)
            throw error
        }
        // Whoever waits for one may need a report that it isn't sent in time.
        tenant.settled.report(deliveries.lazy.map(\.notification.id))
    }

    private func releaseLeases(_ deliveries: [LeasedDelivery]) async {
        guard !deliveries.isEmpty else { return }
        do {
            try await tenant.store.releaseLeases(deliveries.flatMap(\.rows), in: lane, at: clock.now)
        } catch {
            // They stay leased; the next start reclaims them.
            observer.observe(.storeFailed(tenant.profile.id, error))
        }
    }

    private func feed() async {
        while !Task.isCancelled {
            do {
                guard let wait = try await refill() else { continue }
                await wakeSignal.wait(atMost: wait)
            } catch {
                observer.observe(.storeFailed(tenant.profile.id, error))
                await wakeSignal.wait(atMost: WakeSignal.pauseAfterStoreFailure)
            }
        }
    }

    /// - Returns: how long there is nothing to do; nil when there is more.
    private func refill() async throws(StoreFailure) -> Duration? {
        let now = clock.now
        let circuit = breaker.circuit
        guard let interruption = circuit.interruption else {
            await queue.wakeTakers()
            return try await fill(await queue.room, at: now)
        }
        guard now >= interruption.until else {
            // Nothing waits in the queue where nobody sees it.
            let waiting = await queue.drain()
            if circuit.isPaused {
                try await hold(waiting, interruption.reason)
            } else {
                try await releaseOrRequeue(waiting)
            }
            return min(now.duration(to: interruption.until), WakeSignal.longestWait)
        }
        await queue.wakeTakers()
        // One delivery shows whether the channel works again. While it is here, no other is fetched.
        guard await queue.inHand.isEmpty else { return WakeSignal.longestWait }
        for excluded in breaker.excludedFromProbes {
            if try await fillProbe(sparing: excluded, isPaused: circuit.isPaused, at: now) { return nil }
        }
        return try await fill(1, at: now)
    }

    /// Fetches one delivery that is to show whether the channel works again.
    ///
    /// - Returns: whether there was one of anybody else than `users`.
    private func fillProbe(
        sparing users: Set<UserID>,
        isPaused: Bool,
        at now: Instant
    ) async throws(StoreFailure) -> Bool {
        let store = tenant.store
        var leased = try await store.leaseDeliveries(on: id, in: lane, sparing: users, at: now, limit: 1)
        // Held deliveries have no due time.
        if leased.isEmpty, isPaused, try await store.release(id, in: lane, sparing: users, limit: 1, at: now) > 0 {
            leased = try await store.leaseDeliveries(on: id, in: lane, sparing: users, at: now, limit: 1)
        }
        guard !leased.isEmpty else { return false }
        let released = try await tenant.released(leased, at: now)
        await releaseLeases(queue.refill(released, lastAsOf: nil))
        return true
    }

    private func isWaiting(at now: Instant) async throws(StoreFailure) -> Bool {
        guard let next = try await tenant.store.nextDelivery(on: id) else { return false }
        return next <= now
    }

    /// Fetches up to `room` deliveries from the store.
    private func fill(_ room: Int, at now: Instant) async throws(StoreFailure) -> Duration? {
        guard room > 0 else { return WakeSignal.longestWait }
        let overflows = await queue.overflows
        guard try await isWaiting(at: now) else {
            _ = await queue.refill([], lastAsOf: overflows)
            // Looked for again: what found no room in the queue until now went to the store.
            let next = try await tenant.store.nextDelivery(on: id)
            let wait = next.map { now.duration(to: $0) } ?? WakeSignal.longestWait
            return min(max(wait, .zero), WakeSignal.longestWait)
        }
        let leased = try await tenant.store.leaseDeliveries(on: id, in: lane, at: now, limit: room)
        let released = try await tenant.released(leased, at: now)
        await releaseLeases(queue.refill(released, lastAsOf: leased.count < room ? overflows : nil))
        // Some of them may not go out any more, and others were taken meanwhile: only a full queue requests more.
        return await queue.room > 0 ? nil : WakeSignal.longestWait
    }
}
