import ArgumentParser
import CarillonChannels
import CarillonHost
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonSandbox
import Foundation
import Logging
import SQLiteStore
import ServiceLifecycle

/// A host on loopback in one process, with the sandbox in place of every outside service.
///
/// No address that a profile names is contacted: the sandbox stands in for every provider, relay, push service and
/// receiver.
struct LocalHost: Service {
    /// What the activity needs to know once host and sandbox are up.
    struct Running: Sendable {
        let client: LocalClient
        let store: any Store
        let operators: OperatorLines
        /// The tenants that run, of all that were loaded.
        let tenants: Set<TenantID>
    }

    /// Folders, as their commands have them.
    struct StudioFiles: Sendable {
        let tenants: String
        let channels: String?
    }

    let profiles: LoadedProfiles
    /// The folders to reload tenants from whenever they change; nil for profiles that don't change.
    var folders: TenantFolders?
    let registry: ChannelRegistry
    let secrets: SecretBook
    var secretsFile: SecretsFile?
    let ports: LocalPorts
    /// The folder of the data.
    let data: String
    /// Origin rules that take precedence over the sandbox, for example to reach a developer's own backend.
    var exceptions: [String] = []
    /// The folder to read the inbox's files from; nil for those built into this program.
    var webAssets: String?
    /// Where the files are whose texts the studio changes; nil for no studio.
    var studio: StudioFiles?
    let logger: Logger
    var onReload: (@Sendable (TenantReload) -> Void)?
    /// What runs while host and sandbox are up; when it returns, both stop.
    let activity: @Sendable (Running) async throws -> Void

    /// Folders are checked at this interval.
    ///
    /// A change is loaded once two checks in a row find the same state.
    private static let lookInterval: Duration = .milliseconds(200)
    /// How long a sign-in link is valid: the person who reads the output may open it later.
    private static let inboxCodeLifetime: Duration = .seconds(3600)

    func run() async throws {
        let (openPorts, sandboxIsUp) = AsyncStream<SandboxService.OpenPorts>.makeStream()
        let certificate = try SandboxCertificate(selfMadeAt: Date())
        let providers = Sandbox { SystemClock().now }
        for profile in profiles.tenants { providers.play(profile, registry, secrets) }
        let reports = ReportSender(providers)
        let sandbox = SandboxService(
            sandbox: providers,
            certificate: certificate,
            host: "127.0.0.1",
            ports: .init(http: ports.sandboxPort, apns: .exactly(0), smtp: .exactly(0), smtps: .exactly(0)),
            option: "--sandbox-port",
            reports: reports,
            onListening: { sandboxIsUp.yield($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sandbox.run() }
            group.addTask {
                guard let ports = await openPorts.first(where: { _ in true }) else { return }
                try await runHost(beside: ports, certificate, providers, reports)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func runHost(
        beside sandbox: SandboxService.OpenPorts,
        _ certificate: SandboxCertificate,
        _ providers: Sandbox,
        _ reports: ReportSender
    ) async throws {
        let (hostPorts, hostIsUp) = AsyncStream<Int>.makeStream()
        let (adminPorts, adminIsUp) = AsyncStream<Int>.makeStream()
        let operatorKey = KeyMaking.serviceKey()
        let store = try SQLiteStore(folder: data, identifiers: SystemIdentifiers { SystemClock().now })
        let host = try HostService(
            configuration(beside: sandbox, certificate, operatorKey),
            profiles: profiles,
            folders: folders,
            store: store,
            registry: registry,
            logger: logger,
            onReload: reporting(to: providers),
            onListening: { hostIsUp.yield($0) },
            onAdminListening: { adminIsUp.yield($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await host.run() }
            group.addTask {
                guard let port = await hostPorts.first(where: { _ in true }),
                    let adminPort = await adminPorts.first(where: { _ in true })
                else { return }
                let client = LocalClient(
                    host: "http://127.0.0.1:\(port)",
                    sandbox: "http://127.0.0.1:\(sandbox.http)"
                )
                reports.lead(to: client.host)
                let admin = "http://127.0.0.1:\(adminPort)"
                let operators = OperatorLines(data: data, admin: admin, key: operatorKey)
                let running = Running(
                    client: client,
                    store: store,
                    operators: operators,
                    tenants: host.servedTenants
                )
                try await activity(running)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Has the providers follow the tenants' channel files, before anybody else hears of a reload.
    private func reporting(to providers: Sandbox) -> (@Sendable (TenantReload) -> Void)? {
        guard let onReload else { return nil }
        return { [registry, secrets] reload in
            if let profile = reload.profile { providers.play(profile, registry, secrets) }
            onReload(reload)
        }
    }

    private func configuration(
        beside sandbox: SandboxService.OpenPorts,
        _ certificate: SandboxCertificate,
        _ operatorKey: Secret
    ) -> HostConfiguration {
        var configuration = HostConfiguration()
        configuration.port = ports.port
        configuration.adminPort = ports.adminPort
        configuration.operatorKey = operatorKey
        configuration.operatorSocket = OperatorSocket.path(in: data)
        configuration.secrets = secrets
        configuration.secretsFile = secretsFile
        configuration.lookInterval = Self.lookInterval
        configuration.inboxCodeLifetime = Self.inboxCodeLifetime
        configuration.webAssets = webAssets
        if let studio {
            configuration.servesStudio = true
            configuration.studioCodeLifetime = Self.inboxCodeLifetime
            configuration.tenants = studio.tenants
            configuration.channels = studio.channels
        }
        configuration.egressCertificates = certificate.authority
        // All of it goes to simulated providers, but for what was named on the command line.
        configuration.channelOrigins = .all
        // Nothing but the simulated providers knows it, and these send what they report to the host.
        configuration.callbackURL = Self.callbackURL
        configuration.egressMap = Self.map(to: sandbox, registry: registry)
        for rule in exceptions { _ = configuration.egressMap.add(rule) }
        return configuration
    }

    fileprivate static let callbackURL = PublicURL("https://carillon.localhost")

    /// The simulated APNs uses HTTP/2 on a port of its own; all other origins go to the sandbox's HTTP port.
    static func map(to sandbox: SandboxService.OpenPorts, registry: ChannelRegistry) -> OriginMap {
        var map = OriginMap()
        for origin in registry["apns"]?.descriptor.origins ?? [] {
            _ = map.add("\(origin)=https://localhost:\(sandbox.apns)")
        }
        if let rest = OriginMap.Rest(
            web: "http://127.0.0.1:\(sandbox.http)",
            smtp: "smtp://localhost:\(sandbox.smtp)",
            smtps: "smtps://localhost:\(sandbox.smtps)"
        ) {
            map.sendOthers(to: rest)
        }
        return map
    }
}

extension Sandbox {
    /// Stands in for the providers of the channel files that a tenant uses, whoever's they are.
    fileprivate func play(_ profile: TenantProfile, _ registry: ChannelRegistry, _ secrets: SecretBook) {
        let registry = registry.serving(profile)
        let used = profile.channels.compactMap { registry[$0.plugin] as? DeclaredChannel }
        var accounts: [String: [SandboxAccount]] = [:]
        for binding in profile.channels {
            let url = LocalHost.callbackURL.map { "\($0)/v1/\(profile.id)/callbacks/\(binding.id)" }
            let values = binding.secrets.compactMapValues { secrets.secret($0, of: profile.id)?.reveal() }
            let account = SandboxAccount(settings: binding.settings, secrets: values, reportURL: url)
            accounts[binding.plugin.rawValue, default: []].append(account)
        }
        play(used, of: profile.id.rawValue, accounts: accounts)
    }
}

extension Running {
    /// Runs a local host until Ctrl-C, or until its activity returns.
    ///
    /// - Throws: `ExitCode(1)` after saying why its data or a port can't be had.
    static func untilSignal(_ host: LocalHost) async throws {
        do {
            try await untilSignal([host], logger: Log.quiet)
        } catch let failure as StoreFailure {
            Output.printError("carillond: \(failure)")
            throw ExitCode(1)
        }
    }
}
