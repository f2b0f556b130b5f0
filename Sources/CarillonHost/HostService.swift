public import CarillonModel
public import CarillonPipeline
public import CarillonPluginKit
import CarillonProfiles
import Foundation
public import Logging
public import ServiceLifecycle

/// The host as one service: HTTP in, workers behind it, everything ended cleanly.
///
/// The same value runs in `carillond serve`, in `carillond demo` and in tests.
public struct HostService: Service {
    private let host: HostAssembly
    private let logger: Logger
    private let onReload: (@Sendable (TenantReload) -> Void)?
    private let onListening: @Sendable (Int) async -> Void
    private let onAdminListening: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - profiles: the tenants to serve, and those that can't be, with the reason: for the caller to report.
    ///   - folders: where the profiles came from, for loading them again; nil for profiles that stay as they are.
    ///   - audit: where lines about operators' actions go; nil is nowhere.
    ///   - onReload: called for each tenant that was checked again, and of those that aren't served at the start. What
    ///     can't be used is reported there alone, and not in the log.
    ///   - onListening: called with the port once requests are answered, those of operators too.
    ///   - onAdminListening: called with the port for health and operators, before that.
    public init(
        _ configuration: HostConfiguration,
        profiles: LoadedProfiles,
        folders: TenantFolders? = nil,
        store: any Store,
        registry: ChannelRegistry,
        clock: any WallClock = SystemClock(),
        observer: (any PipelineObserver)? = nil,
        logger: Logger,
        audit: Logger? = nil,
        onReload: (@Sendable (TenantReload) -> Void)? = nil,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in },
        onAdminListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        self.logger = logger
        self.onReload = onReload
        self.onListening = onListening
        self.onAdminListening = onAdminListening
        let metrics = HostMetrics()
        let network = try SocketNetwork(
            map: configuration.egressMap,
            certificateAuthorities: configuration.egressCertificates,
            addresses: configuration.egressAddresses,
            resolver: NameResolver(report: { metrics.lookUps.add(1, $0.rawValue, $1.rawValue) })
        )
        host = HostAssembly(
            configuration,
            profiles: profiles,
            folders: folders,
            store: store,
            registry: registry,
            network: network,
            time: HostTime(clock: clock, isShared: store.membership != nil),
            metrics: metrics,
            observer: observer ?? LoggingObserver(logger: logger),
            logger: logger,
            audit: audit,
            onReload: onReload
        )
    }

    public var api: API { host.api }

    /// Runs until the surrounding service group shuts down, or its task is cancelled.
    public func run() async throws {
        let warnings = await host.start()
        await host.keeper?.renew()
        for warning in warnings {
            if let onReload, !warning.isServed {
                onReload(
                    TenantReload(warning.tenant, .rejected, profile: nil, host.directory.rejection(of: warning.tenant))
                )
                continue
            }
            logger.error(
                warning.isServed ? "a tenant is served incompletely" : "a tenant isn't served",
                metadata: ["tenant": "\(warning.tenant)", "reason": "\(warning.message)"]
            )
        }
        for sender in host.alertSenders {
            guard let problem = sender.problem else { continue }
            logger.error(
                "alerts can't be sent this way until its settings are corrected",
                metadata: ["sink": "\(sender.name)", "reason": "\(problem)"]
            )
        }
        do {
            try await serve()
        } catch {
            await end()
            throw error
        }
        await end()
    }

    /// The tenants that run, once the host listens.
    public var servedTenants: Set<TenantID> { Set(host.directory.runtimes.map(\.profile.id)) }

    /// Reloads the tenants' folders and the secrets, on SIGHUP.
    public func reload() async {
        await host.reloader?.reload(by: .signal)
    }

    private func serve() async throws {
        let configuration = host.configuration
        let directory = host.directory
        let metrics = host.metrics
        let surface: any RequestHandler = configuration.role == .worker ? HealthOnly(directory: directory) : host.api
        let (others, otherIsUp) = AsyncStream<Void>.makeStream()
        let otherCount = configuration.operatorSocket == nil ? 1 : 2
        let onListening = onListening
        var service = HTTPService(
            MeasuredHandler(handler: surface, metrics: metrics),
            host: configuration.host,
            port: configuration.port,
            logger: logger,
            onListening: { port in
                // Serving means on all of them; without one, the service is about to fail.
                guard await others.prefix(otherCount).reduce(0, { count, _ in count + 1 }) == otherCount else { return }
                await onListening(port)
            }
        )
        let admin = HTTPService(
            MeasuredHandler(
                handler: AdminSurface(api: host.api, metrics: host.metricsPage),
                metrics: metrics
            ),
            host: configuration.adminHost,
            port: configuration.adminPort,
            option: "--admin-port",
            logger: logger,
            onListening: { [logger, onAdminListening] port in
                logger.notice(
                    "operators and metrics",
                    metadata: ["address": "http://\(configuration.adminHost):\(port)"]
                )
                onAdminListening(port)
                otherIsUp.yield()
            }
        )
        service.connections = host.connections
        service.onSlowReader = { metrics.cutConnections.add(1, "slow-reader") }
        var servers = [service, admin]
        if let socket = configuration.operatorSocket {
            let local = LocalSurface(operators: host.api.operators)
            servers.append(HTTPService(local, socket: socket, logger: logger) { otherIsUp.yield() })
        }
        defer {
            if let socket = configuration.operatorSocket { try? FileManager.default.removeItem(atPath: socket) }
        }
        try await withThrowingTaskGroup(of: Part.self) { group in
            for server in servers {
                group.addTask {
                    try await server.run()
                    return .server
                }
            }
            group.addTask { [live = host.live, studio = host.api.studio, clock = host.time.clock] in
                await withGracefulShutdownHandler {
                    await live.run(clock)
                } onGracefulShutdown: {
                    // The server waits for the answers that are under way, and these would have no end.
                    live.close()
                    studio?.rooms.close()
                }
                return .helper
            }
            group.addTask { [alerts = host.alerts] in
                await alerts.run()
                return .helper
            }
            if let keeper = host.keeper {
                group.addTask {
                    await keeper.run()
                    return .helper
                }
            }
            group.addTask { [clock = host.time.clock] in
                await ChangeSweep(directory: directory, clock: clock).run()
                return .helper
            }
            if let reloader = host.reloader {
                let interval = configuration.lookInterval
                let watch = TenantWatch(reloader: reloader) { try await Task.sleep(for: interval) }
                group.addTask {
                    await watch.run()
                    return .helper
                }
            }
            group.addTask {
                try await gracefulShutdown()
                try await Task.sleep(for: Self.answeringTime)
                return .timeLimit
            }
            // Not before the servers have ended: cancelled, they close connections in the middle of an answer, and NIO
            // traps on a connection that is just being taken (apple/swift-nio issue 3481).
            defer { group.cancelAll() }
            var serving = servers.count
            while serving > 0, let ended = try await group.next(), ended != .timeLimit {
                if ended == .server { serving -= 1 }
            }
        }
    }

    /// How long requests that are under way at the end may still take.
    ///
    /// Then deliveries get their time (``TenantDirectory/stop(within:)``).
    private static let answeringTime: Duration = .seconds(4)

    /// What serving consists of.
    private enum Part {
        /// Ends by itself on shutdown, once it has answered.
        case server
        /// Is cancelled once there is nothing left to help.
        case helper
        /// Ends when the servers may take no longer.
        case timeLimit
    }

    private func end() async {
        // Not in this task: it may be cancelled already, and waiting would end at once.
        await Task.detached { [host] in await host.end() }.value
    }
}

/// A process that only works answers nothing but health.
private struct HealthOnly: RequestHandler {
    let directory: TenantDirectory

    static let table = RouteTable(declared: HealthProbe.routes)

    func resolve(_ request: APIRequest) -> any ResolvedRequest {
        HealthRequest(directory: directory, found: Self.table.resolve(request))
    }
}

private struct HealthRequest: ResolvedRequest {
    let directory: TenantDirectory
    let found: RouteTable<HealthProbe>.Resolution

    var template: String? { found.template }
    var intake: BodyIntake { .whole(limit: 0) }

    func respond(to request: APIRequest) async -> APIResponse {
        do throws(Problem) {
            switch found {
            case .match(let match): return match.route.endpoint.answer(directory.readiness)
            case .otherMethods(let methods, nearest: _): return try methods.answer(to: request.method)
            case .nothing:
                throw Problem(.notFound, "this process only sends (role worker); ask one with the role api or all")
            }
        } catch {
            return APIResponse(error)
        }
    }
}
