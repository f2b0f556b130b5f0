public import CarillonPipeline
import CarillonPluginKit
public import Logging

/// The operators' routes without a host, for commands that open the store themselves.
public struct OperatorConsole: RequestHandler {
    private let api: OperatorAPI

    public init(store: any Store, audit: Logger?) {
        api = OperatorAPI(
            directory: nil,
            store: store,
            reloader: nil,
            audit: AuditTrail(audit),
            clock: SystemClock(),
            key: nil
        )
    }

    public func bodyLimit(for request: APIRequest) -> Int { NativeRoute.bodyLimit }

    /// Whoever may open the data folder is an operator.
    public func respond(to request: APIRequest) async -> APIResponse { await api.answer(request, by: .local) }
}

/// The operators' routes of a host, for the socket in its data folder.
struct LocalSurface: RequestHandler {
    let operators: OperatorAPI

    func bodyLimit(for request: APIRequest) -> Int { NativeRoute.bodyLimit }

    /// The socket's file mode has let in only who may be.
    func respond(to request: APIRequest) async -> APIResponse { await operators.answer(request, by: .local) }
}
