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
    /// Who asks, as far as the connection tells.
    var clientAddress: String?

    var profile: TenantProfile { tenant.runtime.profile }
    var store: any TenantStore { tenant.runtime.store }

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

extension Operation {
    /// Does it.
    ///
    /// - Returns: the operation's result, as a contract's placeholders see it.
    func run(_ call: OperationCall) async throws(Problem) -> JSONObject {
        if concernsReader { await call.noteClaims() }
        return switch self {
        case .devicesRegister: try await call.registerDevice()
        case .devicesGet: try await call.device()
        case .devicesUnregister: try await call.unregisterDevice()
        case .notificationsSend: try await call.send()
        case .notificationsList: try await call.listNotifications()
        case .notificationsMark: try await call.markNotifications()
        case .notificationsOpened: try await call.markNotifications(alwaysRead: true)
        case .preferencesGet: try await call.preferences()
        case .preferencesSet: try await call.setPreferences()
        case .subscriptionsAdd: try await call.subscribe()
        case .subscriptionsRemove: try await call.unsubscribe()
        case .subscriptionsList: try await call.listSubscriptions()
        case .sessionsStart: try await call.startSession()
        case .sessionsUpdate: try await call.updateSession()
        case .sessionsEnd: try await call.endSession()
        case .usersPut: try await call.putUser()
        case .usersErase: try await call.eraseUser()
        case .eventsAccept: try await call.acceptEvent()
        case .eventsTrace: try await call.traceEvent()
        case .deliveriesRedrive: try await call.redriveDelivery()
        case .deliveriesFailed: try await call.failedDeliveries()
        case .deliveriesRedriveFailed: try await call.redriveFailed()
        case .campaignsCreate: try await call.createCampaign()
        case .campaignsList: try await call.listCampaigns()
        case .campaignsGet: try await call.campaign()
        case .campaignsPause: try await call.changeCampaign(.pause)
        case .campaignsResume: try await call.changeCampaign(.resume)
        case .campaignsCancel: try await call.changeCampaign(.cancel)
        case .notificationsStream, .sessionsLogin:
            throw Problem(.internal, "\(rawValue) answers by itself, not with a result")
        }
    }

    /// Whether it is about the feed and the switches of the caller, which depend on what is known of them.
    private var concernsReader: Bool {
        switch self {
        case .notificationsList, .notificationsMark, .notificationsOpened, .preferencesGet, .preferencesSet: true
        default: false
        }
    }
}
