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
    public let api: API
    private let configuration: HostConfiguration
    private let directory: TenantDirectory
    private let egress: HTTPEgress
    private let store: any Store
    private let logger: Logger
    private let profiles: LoadedProfiles
    private let metrics: MetricsPage
    private let reloader: TenantReloader?
    /// Nil where the store belongs to this process.
    private let keeper: LaneKeeper?
    private let live: LiveFeeds
    private let alerts: AlertService
    private let alertSenders: [ChannelAlertSender]
    private let connections: ConnectionQuota
    private let clock: any WallClock
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
        self.configuration = configuration
        self.profiles = profiles
        self.store = store
        self.logger = logger
        self.onReload = onReload
        self.onListening = onListening
        self.onAdminListening = onAdminListening
        let certificates = configuration.egressCertificates
        let map = configuration.egressMap
        let metrics = HostMetrics()
        // One for all that is connected to, so that a tenant's share is its share of everything.
        let resolver = NameResolver(report: { metrics.lookUps.add(1, $0.rawValue, $1.rawValue) })
        egress = try HTTPEgress(
            map: map,
            certificateAuthorities: certificates,
            addresses: configuration.egressAddresses,
            resolver: resolver
        )
        let evidence = AlertObserver(clock: clock)
        let observer = Observers(
            all: [observer ?? LoggingObserver(logger: logger), MetricsObserver(metrics: metrics), evidence]
        )
        let streams = try NIOByteStreams(map: map, certificateAuthorities: certificates, resolver: resolver)
        let identifiers = SystemIdentifiers { clock.now }
        let parts = RuntimeParts(
            registry: registry,
            egress: { [egress] in egress.egress(for: $0, of: $1) },
            cryptography: SwiftCryptography(),
            clock: clock,
            observer: observer,
            timeZones: SystemTimeZones(),
            identifiers: identifiers,
            streams: { streams.streams(of: $0) },
            journal: LogJournal(logger: logger),
            publicURL: configuration.publicURL,
            inboxCodeLifetime: configuration.inboxCodeLifetime,
            channelOrigins: configuration.channelOrigins,
            live: LiveFeeds(others: OtherHosts(store.membership))
        )
        live = parts.live
        connections = ConnectionQuota(
            configuration.limits.forConnections(configuration.limitsRates),
            proxies: configuration.trustedProxies
        ) { metrics.refusedConnections.add(1, $0.name) }
        self.clock = clock
        directory = TenantDirectory(store: store, secrets: configuration.secrets, parts: parts)
        keeper = store.membership.map { [directory] in
            LaneKeeper(
                $0,
                directory,
                facts: HostFacts(
                    name: configuration.name,
                    address: "http://\(configuration.host):\(configuration.port)",
                    version: Release.version,
                    takesLanes: configuration.role != .api
                ),
                clock: clock,
                logger: logger
            )
        }
        let audit = AuditTrail(audit)
        reloader = folders.map { [directory] in
            TenantReloader(
                folders: $0,
                stamps: profiles.stamps,
                isUnreadable: profiles.isUnreadable,
                secretsFile: configuration.secretsFile,
                directory: directory,
                metrics: metrics,
                audit: audit,
                logger: logger,
                onReload: onReload
            )
        }
        alertSenders = configuration.alerts.sinks.map { [egress, directory] sink in
            sink.sender(
                registry: registry,
                secrets: { directory.secrets },
                egress: egress,
                streams: streams,
                clock: clock
            )
        }
        alerts = AlertService(
            AlertScan(
                running: directory,
                evidence: evidence,
                limits: configuration.alerts.limits,
                disk: { [folder = configuration.dataFolder] in folder.flatMap { DiskSpace(of: $0) } }
            ),
            senders: alertSenders,
            reminder: configuration.alerts.reminder,
            file: configuration.dataFolder.map { AlertFile(folder: $0) },
            host: configuration.name,
            clock: clock,
            identifiers: identifiers,
            metrics: metrics,
            logger: logger
        )
        let context = HostContext(
            parts,
            limiter: configuration.limitsRates ? RateLimiter() : nil,
            audit: audit,
            streamQuota: StreamQuota(configuration.limits.forStreams(configuration.limitsRates)) { tenant, code in
                metrics.refusedStreams.add(1, tenant.rawValue, code.name)
            },
            mayReach: { [egress] in egress.mayReach($0) },
            egress: { [egress] in egress.limited(to: $0, for: $1) }
        )
        api = API(
            directory: directory,
            host: context,
            operatorKey: configuration.operatorKey,
            webFiles: WebFiles(folder: configuration.webAssets),
            reload: reloader.map { reloader in { @Sendable actor in await reloader.reload(by: actor).json } },
            alerts: alerts
        )
        self.metrics = MetricsPage(
            metrics: metrics,
            gauges: Gauges(tenants: directory, clock: clock, alerts: alerts, connections: connections),
            process: ProcessFigures(startTime: clock.now)
        )
    }

    /// Runs until the surrounding service group shuts down, or its task is cancelled.
    public func run() async throws {
        let warnings = await directory.start(
            profiles.tenants,
            failures: profiles.failures,
            workers: configuration.role == .api ? .none : configuration.isPaced ? .paced : .unpaced
        )
        await keeper?.renew()
        for warning in warnings {
            if let onReload, !warning.isServed {
                onReload(
                    TenantReload(warning.tenant, .rejected, profile: nil, directory.rejection(of: warning.tenant))
                )
                continue
            }
            logger.error(
                warning.isServed ? "a tenant is served incompletely" : "a tenant isn't served",
                metadata: ["tenant": "\(warning.tenant)", "reason": "\(warning.message)"]
            )
        }
        for sender in alertSenders {
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
    public var servedTenants: Set<TenantID> { Set(directory.runtimes.map(\.profile.id)) }

    /// Reloads the tenants' folders and the secrets, on SIGHUP.
    public func reload() async {
        await reloader?.reload(by: .signal)
    }

    private func serve() async throws {
        let surface: any RequestHandler = configuration.role == .worker ? HealthOnly(directory: directory) : api
        let (others, otherIsUp) = AsyncStream<Void>.makeStream()
        let otherCount = configuration.operatorSocket == nil ? 1 : 2
        let onListening = onListening
        var service = HTTPService(
            MeasuredHandler(handler: surface, metrics: metrics.metrics),
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
            MeasuredHandler(handler: AdminSurface(api: api, metrics: metrics), metrics: metrics.metrics),
            host: configuration.adminHost,
            port: configuration.adminPort,
            option: "--admin-port",
            logger: logger,
            onListening: { [logger, configuration, onAdminListening] port in
                logger.notice(
                    "operators and metrics",
                    metadata: ["address": "http://\(configuration.adminHost):\(port)"]
                )
                onAdminListening(port)
                otherIsUp.yield()
            }
        )
        service.connections = connections
        service.onSlowReader = { [metrics] in metrics.metrics.cutConnections.add(1, "slow-reader") }
        var servers = [service, admin]
        if let socket = configuration.operatorSocket {
            let local = LocalSurface(operators: api.operators)
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
            group.addTask { [live, clock] in
                await withGracefulShutdownHandler {
                    await live.run(clock)
                } onGracefulShutdown: {
                    // The server waits for the answers that are under way, and these would have no end.
                    live.close()
                }
                return .helper
            }
            group.addTask { [alerts] in
                await alerts.run()
                return .helper
            }
            if let keeper {
                group.addTask {
                    await keeper.run()
                    return .helper
                }
            }
            group.addTask { [directory, clock] in
                await ChangeSweep(directory: directory, clock: clock).run()
                return .helper
            }
            if let reloader {
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
        await Task.detached { [directory, keeper, egress, store] in
            await directory.stop()
            await keeper?.leave()
            await store.close()
            await egress.close()
        }.value
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
