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
    struct State {
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

    /// For the parts of the directory only.
    let state: Mutex<State>
    let store: any Store
    let parts: RuntimeParts
    var observer: any PipelineObserver { parts.observer }

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
}
