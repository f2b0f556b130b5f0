import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

// Who moves notifications on: a worker a tenant, with its lanes.
extension TenantDirectory {
    /// Has a worker begin once the one before has ended.
    func begin(
        _ tenant: ActiveTenant,
        after earlier: Task<Void, Never>?,
        isPaced: Bool,
        takesLanes: Bool,
        in state: inout State
    ) {
        earlier?.cancel()
        state.workers[tenant.runtime.profile.id] = Task(executorPreference: tenant.runtime.executor) {
            await earlier?.value
            await self.work(tenant, isPaced: isPaced, takesLanes: takesLanes)
            // Not in this task, which is cancelled.
            await Task.detached { await self.giveBackLanes(of: tenant.runtime) }.value
        }
    }

    private func work(_ tenant: ActiveTenant, isPaced: Bool, takesLanes: Bool) async {
        while takesLanes, !Task.isCancelled {
            do {
                if try await takeLanes(of: tenant.runtime) { break }
                // Another host finishes what it has in flight there; it notifies, or is dead at some time.
                await tenant.wakeSignal.wait(atMost: Self.pauseBetweenTakes)
            } catch {
                observer.observe(.storeFailed(tenant.runtime.profile.id, error))
                await tenant.wakeSignal.wait(atMost: WakeSignal.pauseAfterStoreFailure)
            }
        }
        guard !Task.isCancelled else { return }
        let sweep = RetentionSweep(tenant: tenant.runtime)
        let sweeping = Task(executorPreference: tenant.runtime.executor) { await sweep.run() }
        defer { sweeping.cancel() }
        await TenantWorker(tenant: tenant.runtime, wakeSignal: tenant.wakeSignal, isPaced: isPaced).run()
    }

    /// Takes the tenant's lanes, which frees what another life of the worker held, and what was held back: settings or secrets
    /// may be right now.
    ///
    /// Circuits that were open at the host that had the lanes before stay so for as long.
    ///
    /// - Returns: false where another host has some of them; then none is held.
    func takeLanes(of runtime: TenantRuntime) async throws(StoreFailure) -> Bool {
        let lanes = [.home] + runtime.channels.all.map { Lane.channel($0.id) }
        let leases = try await runtime.store.take(lanes, at: parts.clock.now)
        guard leases.count == lanes.count else {
            try await runtime.store.releaseLanes(leases, at: parts.clock.now)
            return false
        }
        if isShared { for channel in runtime.channels.all { channel.breaker.reset() } }
        runtime.lanes.hold(leases)
        try await runtime.channels.begin(from: runtime.store, in: runtime.lanes, at: parts.clock.now)
        if isShared { for channel in runtime.channels.all { await channel.noteCondition() } }
        return true
    }

    /// Gives the tenant's lanes back to whichever host is to have them.
    func giveBackLanes(of runtime: TenantRuntime) async {
        guard isShared else { return }
        let leases = runtime.lanes.drop()
        guard !leases.isEmpty else { return }
        do {
            try await runtime.store.releaseLanes(leases, at: parts.clock.now)
            parts.live.others.tell { [.lanes] }
        } catch {
            // They are free once this host counts as dead, or has left.
            observer.observe(.storeFailed(runtime.profile.id, error))
        }
    }

    /// Between two attempts to take lanes that another host has.
    private static let pauseBetweenTakes: Duration = .seconds(1)

    /// Whether other hosts may work with the same store.
    var isShared: Bool { parts.live.others.mayExist }
}

// Where hosts share the store: called by `LaneKeeper`.
extension TenantDirectory {
    /// What this host serves its tenants with, for the others to know.
    var revisions: [TenantID: ServedRevision] {
        state.withLock { state in
            state.tenants.mapValues { served in
                let runtime = served.tenant.runtime
                return ServedRevision(
                    runtime.profile.revision.description,
                    since: served.loadedAt,
                    isComplete: runtime.unavailable.isEmpty
                )
            }
        }
    }

    /// How many hosts share the store and live; nil where it isn't shared.
    var livingHosts: Int? { isShared ? state.withLock { $0.livingHosts } : nil }

    /// - Parameter living: 0 where the store doesn't answer.
    func note(living: Int) { state.withLock { $0.livingHosts = living } }

    /// The tenants that this host is to work for.
    var kept: Set<TenantID> { state.withLock { $0.kept } }

    /// Has this host work for these tenants, and for no others.
    ///
    /// Their workers begin as soon as the lanes are free. Those of others end what they have in flight, and give their lanes
    /// back then or when the time is up.
    func keep(_ tenants: Set<TenantID>, within limit: Duration = .seconds(5)) async {
        let left = state.withLock { state -> [(TenantRuntime, Task<Void, Never>)] in
            guard state.kind != .none else { return [] }
            let (new, left) = (tenants.subtracting(state.kept), state.kept.subtracting(tenants))
            state.kept = tenants
            for id in new {
                guard let tenant = state.tenants[id]?.tenant else { continue }
                begin(tenant, after: state.workers[id], isPaced: state.kind == .paced, takesLanes: true, in: &state)
            }
            return left.compactMap { id in
                guard let tenant = state.tenants[id]?.tenant, let worker = state.workers[id] else { return nil }
                worker.cancel()
                return (tenant.runtime, worker)
            }
        }
        guard !left.isEmpty else { return }
        await WakeSignal.wait(for: { for (_, worker) in left { await worker.value } }, atMost: limit)
        for (runtime, _) in left { await giveBackLanes(of: runtime) }
    }

    /// Ends all work at once: other hosts may have the lanes by now.
    ///
    /// What is in flight is finished, and its outcome counts where nobody has tried it again.
    func abandonLanes() {
        let workers = state.withLock { state in
            for id in state.kept { state.tenants[id]?.tenant.runtime.lanes.abandon() }
            defer { state.kept = [] }
            return state.kept.compactMap { state.workers[$0] }
        }
        for worker in workers { worker.cancel() }
    }
}
