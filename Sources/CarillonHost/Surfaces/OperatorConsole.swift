public import CarillonPipeline
public import CarillonPluginKit
public import CarillonProfiles
public import Logging

/// The operators' routes without a host, for commands that open the store themselves.
public struct OperatorConsole: RequestHandler {
    private let surface: LocalSurface

    /// - Parameter profiles: of the tenants, as far as commands need to know them.
    public init(store: any Store, profiles: [TenantProfile] = [], registry: ChannelRegistry, audit: Logger?) {
        let api = OperatorAPI(
            tenants: nil,
            store: store,
            reload: nil,
            registry: registry,
            profiles: Dictionary(profiles.map { ($0.id, $0) }) { first, _ in first },
            audit: AuditTrail(audit),
            clock: SystemClock(),
            observer: nil,
            key: nil
        )
        surface = LocalSurface(operators: api)
    }

    public func resolve(_ request: APIRequest) -> any ResolvedRequest { surface.resolve(request) }
}

/// The operators' routes for users who can open the data folder, whose permissions protect the socket in it.
struct LocalSurface: RequestHandler {
    let operators: OperatorAPI

    static let table = RouteTable(declared: OperatorRoute.routes)

    func resolve(_ request: APIRequest) -> any ResolvedRequest {
        LocalRequest(operators: operators, found: Self.table.resolve(request))
    }
}

private struct LocalRequest: ResolvedRequest {
    let operators: OperatorAPI
    let found: RouteTable<OperatorRoute>.Resolution

    var template: String? { found.template }

    var intake: BodyIntake {
        if case .match(let match) = found { match.route.endpoint.intake } else { .whole(limit: NativeRoute.bodyLimit) }
    }

    func respond(to request: APIRequest) async -> APIResponse {
        do throws(Problem) {
            switch found {
            case .match(let match): return try await operators.answer(request, at: match, by: .local)
            case .otherMethods(let methods, nearest: _): return try methods.answer(to: request.method)
            case .nothing: throw .nothingHere
            }
        } catch {
            return APIResponse(error)
        }
    }
}
