import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

// Starting and stopping: called by `HostService`, and tenant by tenant for a reload.
extension TenantDirectory {
    /// Opens every tenant's store, reclaims what an earlier process held, and starts the workers.
    ///
    /// A tenant that can't be opened is left out; the others run.
    /// - Parameter failures: the folders that can't be used; their faults were reported when they were read.
    /// - Returns: what an operator should know of the others, tenant by tenant.
    func start(
        _ profiles: [TenantProfile],
        failures: [String: TenantRejection],
        workers: Workers
    ) async -> [TenantWarning] {
        var warnings: [TenantWarning] = []
        state.withLock { state in
            state.rejections = failures
            state.kind = workers
        }
        for profile in profiles {
            do {
                warnings += try await run(profile)
            } catch {
                warnings.append(
                    TenantWarning(tenant: profile.id.rawValue, message: error.report, isServed: false)
                )
                _ = reject(profile.id.rawValue, error)
            }
        }
        state.withLock { $0.isServing = true }
        return warnings + supabaseKeys.ambiguities.map { TenantWarning($0) }
    }

    /// Makes the profile's tenant run, in place of what ran for it so far.
    ///
    /// - Throws: what keeps it from being served; nothing has changed then.
    func run(_ profile: TenantProfile) async throws(TenantRejection) -> [TenantWarning] {
        let refused = RefusedSecret.all(of: profile, in: secrets)
        guard refused.isEmpty else { throw TenantRejection(refused) }
        let routes: TenantRoutes
        do {
            routes = try TenantRoutes(profile)
        } catch {
            throw TenantRejection(error, of: profile.id)
        }
        do {
            return try await open(profile, routes)
        } catch {
            throw TenantRejection(error)
        }
    }

    /// Opens the tenant's store, and has requests find the tenant at once.
    ///
    /// Its worker begins when the one before has finished what it had in flight; what that one held and hadn't begun is
    /// queued again.
    private func open(_ profile: TenantProfile, _ routes: TenantRoutes) async throws(StoreFailure) -> [TenantWarning] {
        let tenantStore = try await store.tenant(profile.id)
        var warnings: [String] = []
        let (kind, earlier, known) = state.withLock { state in
            (state.kind, state.workers[profile.id], state.tenants[profile.id]?.tenant)
        }
        let runtime = await TenantRuntime.make(
            profile,
            store: tenantStore,
            secrets: secrets,
            parts: parts,
            // Who waits for an answer goes on waiting.
            settled: known?.runtime.settled ?? DeliveryWatcher(),
            warnings: &warnings
        )
        // Nobody holds anything yet: a store that can't be written to is found out here.
        if known == nil, !isShared { _ = try await takeLanes(of: runtime) }
        let tenant = ActiveTenant(
            runtime,
            access: TenantAccess(
                profile,
                secrets: secrets,
                inboxSessions: await .of(profile, store: tenantStore, parts: parts, warnings: &warnings),
                warnings: &warnings
            ),
            inbox: TenantInbox(profile, registry: runtime.registry),
            clientProfile: RenderedDocument { [registry = runtime.registry] in
                var json = ClientProfile(profile, registry).json
                json["push"] = BrowserPush(profile, registry).map(\.json) ?? .null
                return .object(json)
            },
            openAPI: RenderedDocument { [registry = runtime.registry] in
                OpenAPIDocument(profile: profile, registry: registry, routes: routes).json
            },
            wakeSignal: known?.wakeSignal ?? WakeSignal()
        )
        state.withLock { state in
            state.rejections[profile.id.rawValue] = nil
            state.tenants[profile.id] = ServedTenant(tenant: tenant, routes: routes, loadedAt: parts.clock.now)
            guard kind != .none, !isShared || state.kept.contains(profile.id) else { return }
            begin(tenant, after: earlier, isPaced: kind == .paced, takesLanes: known != nil || isShared, in: &state)
        }
        // An authenticated caller is checked again, because keys and rights may have changed; not where words alone have.
        if let earlier = known?.runtime,
            earlier.profile.settingsRevision != profile.settingsRevision || !hasItsSecrets(earlier)
        {
            parts.live.end(.reloaded, of: profile.id)
        }
        return warnings.map { TenantWarning(tenant: profile.id.rawValue, message: $0) }
    }

    /// Stops the workers, once what they have in flight is settled or the time is up.
    ///
    /// An attempt that is interrupted is known as uncertain at the next start.
    func stop(within limit: Duration = .seconds(5)) async {
        let workers = state.withLock { state in
            state.isServing = false
            defer { state.workers = [:] }
            return Array(state.workers.values)
        }
        for worker in workers { worker.cancel() }
        await WakeSignal.wait(for: { for worker in workers { await worker.value } }, atMost: limit)
        // A delivery that is still in flight is uncertain to the worker that takes it over.
        for runtime in runtimes { await giveBackLanes(of: runtime) }
    }
}

extension TenantRejection {
    /// Two routes of its contract, or one and the host's own, could both be meant.
    fileprivate init(_ clash: RouteClash, of tenant: TenantID) {
        self.init(diagnostics: 1, first: clash.description, report: "\(tenant): \(clash)")
    }

    init(_ failure: StoreFailure) {
        self.init(diagnostics: 1, first: failure.description, report: failure.description)
        cause = .store(failure.kind)
    }
}
