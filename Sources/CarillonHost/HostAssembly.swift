import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Logging

/// The parts of a host, put together in one place.
///
/// `HostService` serves them over sockets; tests call them directly, with a network, a store and a time of their own.
struct HostAssembly: Sendable {
    let configuration: HostConfiguration
    let profiles: LoadedProfiles
    let store: any Store
    let network: any HostNetwork
    let time: HostTime
    let directory: TenantDirectory
    /// Nil where the store belongs to this process.
    let keeper: LaneKeeper?
    /// Nil for profiles that stay as they are.
    let reloader: TenantReloader?
    let live: LiveFeeds
    let metrics: HostMetrics
    let evidence: AlertObserver
    let alertSenders: [ChannelAlertSender]
    let alerts: AlertService
    let connections: ConnectionQuota
    let api: API
    let metricsPage: MetricsPage

    /// - Parameters:
    ///   - profiles: the tenants to serve, and those that can't be, with the reason.
    ///   - folders: where the profiles came from, for loading them again; nil for profiles that stay as they are.
    ///   - metrics: those that the network reports to, too.
    ///   - observer: is notified last, after metrics have counted.
    ///   - audit: where lines about operators' actions go; nil is nowhere.
    ///   - onReload: called for each tenant that was checked again.
    init(
        _ configuration: HostConfiguration,
        profiles: LoadedProfiles,
        folders: TenantFolders? = nil,
        store: any Store,
        registry: ChannelRegistry,
        network: any HostNetwork,
        time: HostTime = HostTime(),
        metrics: HostMetrics = HostMetrics(),
        observer: any PipelineObserver,
        logger: Logger,
        audit: Logger? = nil,
        onReload: (@Sendable (TenantReload) -> Void)? = nil
    ) {
        let clock = time.clock
        let evidence = AlertObserver(clock: clock)
        let audit = AuditTrail(audit)
        let parts = RuntimeParts(
            registry: registry,
            egress: { network.egress(for: $0, of: $1) },
            cryptography: SwiftCryptography(),
            clock: clock,
            observer: Observers(all: [MetricsObserver(metrics: metrics), evidence, observer]),
            timeZones: SystemTimeZones(),
            identifiers: SystemIdentifiers { clock.now },
            streams: { network.streams(of: $0) },
            journal: LogJournal(logger: logger),
            publicURL: configuration.publicURL,
            callbackURL: configuration.callbackURL,
            inboxCodeLifetime: configuration.inboxCodeLifetime,
            channelOrigins: configuration.channelOrigins,
            live: LiveFeeds(others: OtherHosts(store.membership))
        )
        let directory = TenantDirectory(store: store, secrets: configuration.secrets, parts: parts)
        let alertSenders = configuration.alerts.sinks.map {
            $0.sender(registry: registry, secrets: { directory.secrets }, network: network, clock: clock)
        }
        let alerts = AlertService(
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
            identifiers: parts.identifiers,
            metrics: metrics,
            logger: logger
        )
        let connections = ConnectionQuota(
            configuration.limits.forConnections(configuration.limitsRates),
            proxies: configuration.trustedProxies
        ) { metrics.refusedConnections.add(1, $0.name) }
        let studioRooms = StudioRooms()
        let reloader = folders.map {
            TenantReloader(
                folders: $0,
                stamps: profiles.stamps,
                isUnreadable: profiles.isUnreadable,
                secretsFile: configuration.secretsFile,
                directory: directory,
                metrics: metrics,
                audit: audit,
                logger: logger,
                rooms: studioRooms,
                onReload: onReload
            )
        }
        let context = HostContext(
            parts,
            limiter: configuration.limitsRates ? RateLimiter(among: store.membership) : nil,
            audit: audit,
            streamQuota: StreamQuota(configuration.limits.forStreams(configuration.limitsRates)) { tenant, code in
                metrics.refusedStreams.add(1, tenant.rawValue, code.name)
            },
            mayReach: { network.mayReach($0) },
            pause: time.pause,
            egress: { network.limited(to: $0, for: $1) }
        )
        api = API(
            directory: directory,
            host: context,
            operatorKey: configuration.operatorKey,
            webFiles: WebFiles(folder: configuration.webAssets),
            studio: configuration.servesStudio
                ? StudioDesk(configuration.tenants, channels: configuration.channels, registry: registry) : nil,
            takeTexts: reloader.map { reloader in { @Sendable tenant in await reloader.takeTexts(of: tenant) } },
            studioRooms: studioRooms,
            reload: reloader.map { reloader in { @Sendable actor in await reloader.reload(by: actor).json } },
            alerts: alerts,
            studioCodeLifetime: configuration.studioCodeLifetime
        )
        metricsPage = MetricsPage(
            metrics: metrics,
            gauges: Gauges(
                tenants: directory,
                clock: clock,
                hostName: configuration.nameAmongHosts,
                alerts: alerts,
                connections: connections
            ),
            process: ProcessFigures(startTime: clock.now)
        )
        keeper = store.membership.map {
            LaneKeeper(
                $0,
                directory,
                facts: Self.facts(configuration),
                time: time,
                logger: logger,
                onTexts: reloader.map { reloader in { @Sendable tenant in _ = await reloader.takeTexts(of: tenant) } },
                onHosts: { network.share(among: $0) }
            )
        }
        self.configuration = configuration
        self.profiles = profiles
        self.store = store
        self.network = network
        self.time = time
        self.directory = directory
        self.reloader = reloader
        live = parts.live
        self.metrics = metrics
        self.evidence = evidence
        self.alertSenders = alertSenders
        self.alerts = alerts
        self.connections = connections
    }

    private static func facts(_ configuration: HostConfiguration) -> HostFacts {
        HostFacts(
            name: configuration.nameAmongHosts,
            address: "http://\(configuration.host):\(configuration.port)",
            version: Release.version,
            takesLanes: configuration.role != .api
        )
    }

    /// Has the tenants run, with workers where this process sends.
    ///
    /// - Returns: what isn't served, or only in part.
    func start() async -> [TenantWarning] {
        await directory.start(
            reloader?.withTexts(profiles.tenants) ?? profiles.tenants,
            failures: profiles.failures,
            workers: configuration.role == .api ? .none : configuration.isPaced ? .paced : .unpaced
        )
    }

    /// Ends the tenants' work, leaves the other hosts, and closes store and network, in this order.
    func end() async {
        await directory.stop()
        await keeper?.leave()
        await store.close()
        await network.close()
    }
}
