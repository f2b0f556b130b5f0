import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// A tenant that runs, with its routes.
struct ServedTenant: Sendable {
    let tenant: ActiveTenant
    let routes: TenantRoutes
    let loadedAt: Instant
}

/// The tenants of this host as they are now.
///
/// A lock, because every request reads this and only starting, reloading and stopping change anything; those come one
/// after the other, from `HostService` and ``TenantReloader``.
final class TenantDirectory: OperatedTenants {
    private struct State {
        var tenants: [TenantID: ServedTenant] = [:] {
            didSet {
                byHost = Self.byHost(tenants)
                let profiles = tenants.values.map(\.tenant.runtime.profile)
                supabaseKeys = SupabaseKeys(profiles)
                pagesOfRows = CrossOriginAccess(rowsOf: profiles)
            }
        }
        /// Host → the tenant whose contract is at its root.
        private(set) var byHost: [String: TenantID] = [:]
        private(set) var supabaseKeys = SupabaseKeys([])
        private(set) var pagesOfRows: CrossOriginAccess?
        /// The latest worker of each tenant, ended ones too: the next one waits for it.
        var workers: [TenantID: Task<Void, Never>] = [:]
        /// Tenants whose folder, or store, can't be used as it is now; one that runs goes on with what it had.
        var rejections: [String: TenantRejection] = [:]
        /// What lies over the files of tenants whose staff publish live.
        var texts: [TenantID: LiveTexts] = [:]
        var secrets: SecretBook
        var kind = Workers.none
        /// Where the store is shared: the tenants that this process is the one to work for.
        var kept: Set<TenantID> = []
        /// Where the store is shared: how many hosts live, as this one saw them last; 0 while it doesn't reach the store.
        var livingHosts = 0
        var isServing = false

        /// No two tenants that run claim one host.
        private static func byHost(_ tenants: [TenantID: ServedTenant]) -> [String: TenantID] {
            let claims = tenants.sorted { $0.key < $1.key }.flatMap { id, served in
                served.tenant.runtime.profile.hosts.map { ($0, id) }
            }
            return Dictionary(claims) { first, _ in first }
        }
    }

    private let state: Mutex<State>
    let store: any Store
    private let parts: RuntimeParts
    private var observer: any PipelineObserver { parts.observer }

    /// The streams that are open.
    var live: LiveFeeds { parts.live }

    init(store: any Store, secrets: SecretBook, parts: RuntimeParts) {
        self.store = store
        self.parts = parts
        state = Mutex(State(secrets: secrets))
    }

    /// The tenant whose contract is at the root of this host.
    func served(at host: String) -> ServedTenant? {
        state.withLock { state in state.byHost[host].flatMap { state.tenants[$0] } }
    }

    func served(_ id: TenantID) -> ServedTenant? {
        state.withLock { $0.tenants[id] }
    }

    /// All that are served, by name.
    var served: [ServedTenant] {
        state.withLock { state in state.tenants.sorted { $0.key < $1.key }.map(\.value) }
    }

    /// Whom Supabase clients ask that name no tenant.
    var supabaseKeys: SupabaseKeys { state.withLock { $0.supabaseKeys } }

    /// Which pages may send a Supabase client's request that names no tenant; nil where none may.
    var pagesOfRows: CrossOriginAccess? { state.withLock { $0.pagesOfRows } }

    func tenant(_ id: TenantID) -> ActiveTenant? { served(id)?.tenant }

    /// What runtimes that are made from now on are given.
    var secrets: SecretBook {
        get { state.withLock { $0.secrets } }
        set { state.withLock { $0.secrets = newValue } }
    }

    /// Sorted by tenant.
    var runtimes: [TenantRuntime] {
        state.withLock { $0.tenants.values.map(\.tenant.runtime) }.sorted {
            $0.profile.id.rawValue < $1.profile.id.rawValue
        }
    }

    /// Tenants whose folder can't be used as it is now, with the reason.
    var rejections: [String: TenantRejection] { state.withLock { $0.rejections } }

    func rejection(of name: String) -> TenantRejection? { state.withLock { $0.rejections[name] } }

    /// What keeps a tenant's store from being used; nil where the tenant runs, or isn't known.
    func storeFailure(of name: String) -> StoreFailure.Kind? {
        state.withLock { state in
            TenantID(name).flatMap { state.tenants[$0] } == nil ? state.rejections[name]?.store : nil
        }
    }

    /// Who moves notifications on in this process.
    enum Workers: Sendable {
        case none
        case paced
        /// Faster than providers allow: for load tests.
        case unpaced
    }

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
    private func run(_ profile: TenantProfile) async throws(TenantRejection) -> [TenantWarning] {
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

    /// Has a worker begin once the one before has ended.
    private func begin(
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
    private func takeLanes(of runtime: TenantRuntime) async throws(StoreFailure) -> Bool {
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
    private func giveBackLanes(of runtime: TenantRuntime) async {
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
    private var isShared: Bool { parts.live.others.mayExist }

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

// Reloading: called by `TenantReloader`, one after the other.
extension TenantDirectory {
    /// Runs a profile that is new, or differs from the one that runs.
    ///
    /// - Returns: nil where it is the one that runs, and nothing else was in the folder meanwhile.
    func put(_ profile: TenantProfile) async -> TenantReload.Change? {
        let known = tenant(profile.id)
        let name = profile.id.rawValue
        if let known, known.runtime.profile.revision == profile.revision, hasItsSecrets(known.runtime) {
            return state.withLock { $0.rejections.removeValue(forKey: name) } == nil ? nil : .mended
        }
        let contested = HostClaims.contested(runtimes.map(\.profile).filter { $0.id != profile.id } + [profile])
        if let (host, claimers) = contested.min(by: { $0.key < $1.key }) {
            return reject(name, TenantRejection(host, of: profile.id, claimedBy: claimers))
        }
        return await change(profile, isNew: known == nil)
    }

    /// Runs a tenant again whose secrets may have changed.
    ///
    /// - Returns: nil where they haven't.
    func renew(_ name: String) async -> TenantReload.Change? {
        guard let known = TenantID(name).flatMap({ tenant($0) }) else { return nil }
        return hasItsSecrets(known.runtime) ? nil : await change(known.runtime.profile, isNew: false)
    }

    /// Whether it runs with the secrets as they are now.
    private func hasItsSecrets(_ runtime: TenantRuntime) -> Bool {
        let (profile, secrets) = (runtime.profile, secrets)
        return profile.secretNames.allSatisfy { secrets.secret($0, of: profile.id) == runtime.secrets[$0] }
    }

    private func change(_ profile: TenantProfile, isNew: Bool) async -> TenantReload.Change {
        do {
            let warnings = try await run(profile)
            for warning in warnings {
                observer.observe(.incomplete(profile.id, warning.message))
            }
            for ambiguity in supabaseKeys.ambiguities where ambiguity.isAbout(profile.id) {
                observer.observe(.incomplete(ambiguity.tenant, ambiguity.description))
            }
            return isNew ? .started : .reloaded
        } catch {
            return reject(profile.id.rawValue, error)
        }
    }

    /// Leaves the running tenant as it is, and notes why the folder's content isn't served.
    func reject(_ name: String, _ rejection: TenantRejection) -> TenantReload.Change {
        state.withLock { $0.rejections[name] = rejection }
        return .rejected
    }

    /// Keeps a tenant whose folder is gone, and notes that it is.
    ///
    /// - Returns: nil where it didn't run.
    func lose(_ name: String) -> TenantReload.Change? {
        guard TenantID(name).flatMap({ tenant($0) }) != nil else { return remove(name) }
        let message = "its folder is gone"
        return reject(name, TenantRejection(diagnostics: 1, first: message, report: "\(name): \(message)"))
    }

    /// Stops a tenant whose folder is gone; its data stays.
    ///
    /// - Returns: nil where it didn't run.
    func remove(_ name: String) -> TenantReload.Change? {
        defer { if let id = TenantID(name) { parts.live.end(.removed, of: id) } }
        return state.withLock { state in
            state.rejections[name] = nil
            guard let id = TenantID(name), state.tenants.removeValue(forKey: id) != nil else { return nil }
            state.kept.remove(id)
            // Not forgotten: should the folder come back, its worker waits for this one.
            state.workers[id]?.cancel()
            return .stopped
        }
    }

    /// Stops a tenant that its store withholds: callers are told to come again, and what is in flight is finished.
    ///
    /// Where the store readmits it, the next look at what was rejected has it run again.
    /// - Returns: whether it ran.
    @discardableResult
    func withhold(_ id: TenantID, _ why: Withholding) -> Bool {
        let didRun = state.withLock { state in
            guard state.tenants.removeValue(forKey: id) != nil else { return false }
            state.rejections[id.rawValue] = TenantRejection(.withheld(id, why))
            state.kept.remove(id)
            state.workers[id]?.cancel()
            return true
        }
        if didRun { parts.live.end(.reloaded, of: id) }
        return didRun
    }

    /// What lies over a tenant's files; nil where its staff don't publish live, or it isn't known yet.
    func texts(of tenant: TenantID) -> LiveTexts? { state.withLock { $0.texts[tenant] } }

    /// - Returns: what was noted before.
    @discardableResult
    func note(_ texts: LiveTexts?, of tenant: TenantID) -> LiveTexts? {
        state.withLock { state in
            defer { state.texts[tenant] = texts }
            return state.texts[tenant]
        }
    }

    /// Waits for what a tenant that was stopped has in flight.
    func ended(_ id: TenantID) async {
        await state.withLock { $0.workers[id] }?.value
    }
}

/// Something an operator should know about one tenant.
struct TenantWarning: Sendable, Hashable {
    let tenant: String
    let message: String
    /// False where it is left out.
    var isServed = true
}

extension TenantWarning {
    fileprivate init(_ ambiguity: SupabaseKeys.Ambiguity) {
        self.init(tenant: ambiguity.tenant.rawValue, message: ambiguity.description)
    }
}

extension SupabaseKeys.Ambiguity {
    fileprivate func isAbout(_ id: TenantID) -> Bool { tenant == id || others.contains(id) }
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

extension TenantDirectory {
    /// Ready: serving, with at least one tenant, and with a shared store that answers.
    ///
    /// Those that can't be served are named, with what is wrong with each of them in general: anyone may read this.
    var readiness: Readiness {
        state.withLock { state in
            let isCutOff = isShared && state.livingHosts == 0
            let isReady = state.isServing && !state.tenants.isEmpty && !isCutOff
            let running = Set(state.tenants.keys.map(\.rawValue))
            let failed = state.rejections.filter { !running.contains($0.key) }.sorted { $0.key < $1.key }
            let reasons = failed.map { JSONObject.Member($0.key, .string($0.value.cause.message)) }
            var json = JSONObject([
                .init("status", isReady ? "ready" : "not-ready"), .init("tenants", JSONValue(state.tenants.count)),
                .init("failed", .array(failed.map { .string($0.key) })), .init("reasons", .object(JSONObject(reasons))),
            ])
            if isShared { json["database"] = .string(isCutOff ? "unreachable" : "reachable") }
            return Readiness(isReady: isReady, json: .object(json))
        }
    }

    /// For operators: every tenant with its state.
    var json: JSONValue {
        state.withLock { state in
            let running = state.tenants.map { id, served in
                (id.rawValue, served.tenant.json(state.rejections[id.rawValue], state.texts[id]))
            }
            let names = Set(running.map(\.0))
            let failed = state.rejections.filter { !names.contains($0.key) }.map {
                id,
                rejection -> (String, JSONValue) in
                let reason = JSONValue.string(rejection.report)
                return (id, ["id": .string(id), "status": "failed", "reason": reason, "rejected": rejection.json])
            }
            return .array((running + failed).sorted { $0.0 < $1.0 }.map(\.1))
        }
    }
}

extension ActiveTenant {
    /// - Parameters:
    ///   - rejection: why the folder's content isn't served.
    ///   - texts: what lies over the folder's.
    fileprivate func json(_ rejection: TenantRejection?, _ texts: LiveTexts?) -> JSONValue {
        let profile = runtime.profile
        let held = runtime.unavailable.merging(runtime.channels.pauses) { missing, _ in missing }
            .sorted { $0.key < $1.key }
        var json = JSONObject([
            .init("id", .string(profile.id.rawValue)), .init("name", .string(profile.name)),
            .init("status", "running"), .init("revision", .string(profile.revision.description)),
            .init(
                "unavailableChannels",
                .object(JSONObject(held.map { .init($0.key.rawValue, .string($0.value)) }))
            ),
        ])
        json["channels"] = runtime.channelsJSON
        json["loginsNotNoted"] = unstoredLogins.json
        json["rejected"] = rejection?.json
        if let texts, texts.version > 0 { json["texts"] = texts.json }
        return .object(json)
    }
}

extension TenantRejection.Cause {
    /// For anyone: which secret, or what is wrong where, is reported to operators only.
    fileprivate var message: String {
        let cause =
            switch self {
            case .folder: "its folder doesn't validate"
            case .store(.withheld): "it is moved to another store, or was"
            case .store: "its store can't be used"
            case .secrets: "a secret of it is refused"
            }
        return cause + "; GET /v1/tenants on the admin port says more, and what to do"
    }
}

extension TenantRejection {
    fileprivate var json: JSONValue {
        ["diagnostics": JSONValue(diagnostics), "first": .string(first)]
    }
}
