import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// The port for apps and services: health, the host's own routes under `/v1`, and the tenants' contracts.
public struct API: RequestHandler {
    let directory: TenantDirectory
    let host: HostContext
    let operators: OperatorAPI
    let webFiles: WebFiles
    /// Nil where the host serves none.
    let studio: StudioAPI?
    private let operatorKey: Secret?

    init(
        directory: TenantDirectory,
        host: HostContext,
        operatorKey: Secret?,
        webFiles: WebFiles = WebFiles(),
        studio: StudioDesk? = nil,
        takeTexts: StudioAPI.TakeTexts? = nil,
        studioRooms: StudioRooms = StudioRooms(),
        reload: OperatorAPI.Reload? = nil,
        alerts: AlertService? = nil,
        studioCodeLifetime: Duration = StaffSessions.codeLifetime
    ) {
        self.webFiles = webFiles
        let identifiers = OrderedIdentifiers(host.identifiers)
        self.studio = studio.map { desk in
            StudioAPI(
                desk: desk,
                tenants: directory,
                takeTexts: takeTexts,
                webFiles: webFiles,
                audit: host.audit,
                clock: host.clock,
                identifiers: identifiers,
                observer: host.observer,
                rooms: studioRooms,
                trials: RateLimiter(among: directory.store.membership),
                pause: host.pause
            )
        }
        self.directory = directory
        self.host = host
        self.operatorKey = operatorKey
        operators = OperatorAPI(
            tenants: directory,
            store: directory.store,
            reload: reload,
            alerts: alerts,
            registry: host.registry,
            audit: host.audit,
            clock: host.clock,
            observer: host.observer,
            studioCodeLifetime: studioCodeLifetime,
            identifiers: identifiers,
            key: operatorKey
        )
    }

    var gatekeeper: Gatekeeper { Gatekeeper(operatorKey: operatorKey, now: host.clock.now) }

    public func resolve(_ request: APIRequest) -> any ResolvedRequest {
        PublicRequest(request, to: self)
    }
}
