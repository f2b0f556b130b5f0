import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// One call of an operation: who asks, of which tenant, and for what.
///
/// Native routes and a contract's routes make these; what an operation does depends on neither.
struct OperationCall: Sendable {
    let host: HostContext
    let tenant: ActiveTenant
    let caller: Caller
    /// The operation's fields, named as in `docs/reference/http-api.md`.
    let input: JSONObject
    /// What to say when there was nothing to take away.
    var onUnknown = ContractRoute.OnUnknown.notFound
    /// A repeat with the same key answers the same.
    var idempotencyKey: String?
    /// The caller, as far as the connection identifies them.
    var clientAddress: String?

    var profile: TenantProfile { tenant.runtime.profile }
    var store: any TenantStore { tenant.runtime.store }
    var registry: ChannelRegistry { tenant.runtime.registry }

    /// - Throws: `unauthenticated` where the caller is no user.
    func user() throws(Problem) -> UserToken {
        guard case .user(let token) = caller else { throw .unauthenticated("a user's token is needed") }
        return token
    }

    var isService: Bool {
        if case .service = caller { true } else { false }
    }

    /// Notes what a service did, as operators' actions are noted.
    func record(_ action: String, _ facts: [String: String] = [:], result: AuditTrail.Result = .done) {
        host.audit.record(action, by: .service, tenant: profile.id.rawValue, facts: facts, result: result)
    }

    func stored<Value: Sendable>(
        _ operation: (any TenantStore) async throws(StoreFailure) -> Value
    ) async throws(Problem) -> Value {
        try await Problem.stored(of: profile.id, host.observer) { () async throws(StoreFailure) in
            try await operation(store)
        }
    }
}
