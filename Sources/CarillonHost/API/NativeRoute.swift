import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// One route of the host's own API.
struct NativeRoute: Sendable {
    let method: String
    let path: PathTemplate
    /// The path as written, which metrics name.
    let template: String
    let access: Access
    let bodyLimit: Int
    let answer: @Sendable (NativeCall) async throws(Problem) -> APIResponse

    static let bodyLimit = 256 << 10
    static let batchLimit = 2 << 20

    init(
        _ method: String,
        _ path: String,
        _ access: Access,
        bodyLimit: Int = NativeRoute.bodyLimit,
        answer: @escaping @Sendable (NativeCall) async throws(Problem) -> APIResponse
    ) {
        self.method = method
        guard let template = PathTemplate(path) else { preconditionFailure("“\(path)” is no path template") }
        self.path = template
        self.template = path
        self.access = access
        self.bodyLimit = bodyLimit
        self.answer = answer
    }
}

/// A request to a native route, after its caller was admitted.
struct NativeCall: Sendable {
    let request: APIRequest
    let parameters: [String: String]
    let caller: Caller
    let tenant: ActiveTenant
    let registry: ChannelRegistry
    let clock: any CarillonPluginKit.Clock
    let observer: any PipelineObserver

    var events: EventOperations {
        EventOperations(tenant: tenant.runtime, clock: clock, observer: observer, bell: tenant.bell)
    }
    var notifications: NotificationOperations { NotificationOperations(tenant: tenant.runtime, clock: clock) }
    var devices: DeviceOperations { DeviceOperations(tenant: tenant.runtime, registry: registry, clock: clock) }

    /// - Throws: what a route for users can't be called with.
    func user() throws(Problem) -> UserToken {
        guard case .user(let token) = caller else { throw .unauthenticated("a user's token is needed") }
        return token
    }

    func parameter(_ name: String) -> String { parameters[name] ?? "" }
}
