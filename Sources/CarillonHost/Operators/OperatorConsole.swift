public import CarillonPipeline
public import CarillonPluginKit
public import CarillonProfiles
public import Logging

/// The operators' routes without a host, for commands that open the store themselves.
public struct OperatorConsole: RequestHandler {
    private let api: OperatorAPI

    /// - Parameter profiles: of the tenants, as far as commands need to know them.
    public init(store: any Store, profiles: [TenantProfile] = [], registry: ChannelRegistry, audit: Logger?) {
        api = OperatorAPI(
            directory: nil,
            store: store,
            reloader: nil,
            registry: registry,
            profiles: Dictionary(profiles.map { ($0.id, $0) }) { first, _ in first },
            audit: AuditTrail(audit),
            clock: SystemClock(),
            observer: nil,
            key: nil
        )
    }

    public func intake(of request: APIRequest) -> BodyIntake { OperatorRoute.intake(of: request) }

    /// Whoever may open the data folder is an operator.
    public func respond(to request: APIRequest) async -> APIResponse { await api.answer(request, by: .local) }
}

/// The operators' routes of a host, for the socket in its data folder.
struct LocalSurface: RequestHandler {
    let operators: OperatorAPI

    func intake(of request: APIRequest) -> BodyIntake { OperatorRoute.intake(of: request) }

    /// The socket's file mode has let in only who may be.
    func respond(to request: APIRequest) async -> APIResponse { await operators.answer(request, by: .local) }
}
