import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// A tenant that runs: what answers for it, and what wakes its worker.
struct ActiveTenant: Sendable {
    let runtime: TenantRuntime
    let bell: Bell
}

/// The tenants of this host as they are now.
///
/// A lock, because every request looks here and only starting and stopping change anything.
final class TenantDirectory: Sendable {
    private struct State {
        var tenants: [TenantID: ActiveTenant] = [:] {
            didSet { byHost = Self.byHost(tenants) }
        }
        /// Host → the tenant whose contract stands at its root.
        private(set) var byHost: [String: TenantID] = [:]
        var workers: [Task<Void, Never>] = []
        /// Tenants that can't be served, with the reason.
        var failures: [String: String] = [:]
        var isServing = false

        /// Where two tenants claim one host, the first by name has it.
        private static func byHost(_ tenants: [TenantID: ActiveTenant]) -> [String: TenantID] {
            let claims = tenants.sorted { $0.key < $1.key }.flatMap { id, tenant in
                tenant.runtime.profile.hosts.map { ($0, id) }
            }
            return Dictionary(claims) { first, _ in first }
        }
    }

    private let state = Mutex(State())
    private let store: any Store
    private let secrets: SecretBook
    private let parts: RuntimeParts
    private let observer: any PipelineObserver

    init(store: any Store, secrets: SecretBook, parts: RuntimeParts, observer: any PipelineObserver) {
        self.store = store
        self.secrets = secrets
        self.parts = parts
        self.observer = observer
    }

    /// The tenant whose contract stands at the root of this host.
    func tenant(at host: String) -> ActiveTenant? {
        state.withLock { state in state.byHost[host].flatMap { state.tenants[$0] } }
    }

    func tenant(_ id: TenantID) -> ActiveTenant? {
        state.withLock { $0.tenants[id] }
    }

    /// Sorted by tenant.
    var runtimes: [TenantRuntime] {
        state.withLock { $0.tenants.values.map(\.runtime) }.sorted { $0.profile.id.rawValue < $1.profile.id.rawValue }
    }

    /// Tenants that can't be served, with the reason.
    var failures: [String: String] { state.withLock { $0.failures } }

    /// Who moves notifications on in this process.
    enum Workers: Sendable {
        case none
        case paced
        /// Faster than providers allow: for load tests.
        case unpaced
    }

    /// Opens every tenant's store, takes back what an earlier life of this process held, and starts the workers.
    ///
    /// A tenant that can't be opened is left out; the others run.
    /// - Returns: what an operator should know, tenant by tenant.
    func start(
        _ profiles: [TenantProfile],
        failures: [String: String],
        workers: Workers
    ) async -> [TenantComplaint] {
        var complaints = failures.sorted { $0.key < $1.key }.map { TenantComplaint(tenant: $0.key, message: $0.value) }
        state.withLock { $0.failures = failures }
        for profile in profiles {
            do {
                complaints += try await start(profile, workers: workers)
            } catch {
                complaints.append(TenantComplaint(tenant: profile.id.rawValue, message: error.description))
                state.withLock { $0.failures[profile.id.rawValue] = error.description }
            }
        }
        state.withLock { $0.isServing = true }
        return complaints
    }

    private func start(_ profile: TenantProfile, workers: Workers) async throws(StoreFailure) -> [TenantComplaint] {
        let tenantStore = try await store.tenant(profile.id)
        try await tenantStore.reclaim(at: parts.clock.now)
        var words: [String] = []
        let runtime = await TenantRuntime.make(
            profile,
            store: tenantStore,
            secrets: secrets,
            parts: parts,
            complaints: &words
        )
        for channel in runtime.channels.keys.sorted() {
            _ = try await tenantStore.release(channel, at: parts.clock.now)
        }
        let tenant = ActiveTenant(runtime: runtime, bell: Bell())
        state.withLock { state in
            state.tenants[profile.id] = tenant
            guard workers != .none else { return }
            let worker = TenantWorker(
                tenant: runtime,
                bell: tenant.bell,
                clock: parts.clock,
                observer: observer,
                isPaced: workers == .paced
            )
            state.workers.append(Task { await worker.run() })
        }
        return words.map { TenantComplaint(tenant: profile.id.rawValue, message: $0) }
    }

    /// Stops the workers, once what they have in flight is settled or the time is up.
    ///
    /// An attempt that is cut short is known as uncertain at the next start.
    func stop(within limit: Duration = .seconds(5)) async {
        let workers = state.withLock { state in
            state.isServing = false
            defer { state.workers = [] }
            return state.workers
        }
        for worker in workers { worker.cancel() }
        let done = Bell()
        Task {
            for worker in workers { await worker.value }
            done.ring()
        }
        await done.wait(atMost: limit)
    }
}

/// Something an operator should know about one tenant.
struct TenantComplaint: Sendable, Hashable {
    let tenant: String
    let message: String
}

extension TenantDirectory {
    struct Readiness: Sendable {
        let isReady: Bool
        let json: JSONValue
    }

    /// Ready: serving, with at least one tenant.
    ///
    /// Those that can't be served are named, without the reasons.
    var readiness: Readiness {
        state.withLock { state in
            let isReady = state.isServing && !state.tenants.isEmpty
            return Readiness(
                isReady: isReady,
                json: [
                    "status": isReady ? "ready" : "not-ready",
                    "tenants": JSONValue(state.tenants.count),
                    "failed": .array(state.failures.keys.sorted().map { .string($0) }),
                ]
            )
        }
    }

    /// For operators: every tenant with its state.
    var json: JSONValue {
        state.withLock { state in
            let running = state.tenants.values.map { tenant -> (String, JSONValue) in
                let profile = tenant.runtime.profile
                let held = tenant.runtime.unavailable.merging(tenant.runtime.pauses.all) { missing, _ in missing }
                    .sorted { $0.key < $1.key }
                return (
                    profile.id.rawValue,
                    [
                        "id": .string(profile.id.rawValue), "name": .string(profile.name), "status": "running",
                        "revision": .string(profile.revision.description),
                        "unavailableChannels": .object(
                            JSONObject(held.map { .init($0.key.rawValue, .string($0.value)) })
                        ),
                    ]
                )
            }
            let failed = state.failures.map { id, reason -> (String, JSONValue) in
                (id, ["id": .string(id), "status": "failed", "reason": .string(reason)])
            }
            return .array((running + failed).sorted { $0.0 < $1.0 }.map(\.1))
        }
    }
}
