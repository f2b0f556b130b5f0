import ArgumentParser
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

/// A host with the sandbox in place of the whole world outside, in one process, on loopback.
///
/// Nothing that a profile names is reached: every provider, relay, push service and receiver is the sandbox.
struct LocalHost: Service {
    /// What whoever tries something needs to know once both are up.
    struct Running: Sendable {
        let client: LocalClient
        let store: any Store
        let operators: OperatorLines
        /// Those that run, of all that were loaded.
        let tenants: Set<TenantID>
    }

    let profiles: LoadedProfiles
    /// For loading them again whenever they change; nil for profiles that stay as they are.
    var folders: TenantFolders?
    let registry: ChannelRegistry
    let secrets: SecretBook
    var secretsFile: SecretsFile?
    let ports: LocalPorts
    /// The folder of the data.
    let data: String
    /// Rules that go before the sandbox, such as for a backend of one's own.
    var exceptions: [String] = []
    /// Folder that the inbox's files are read from; nil: those in this program.
    var webAssets: String?
    let logger: Logger
    var onReload: (@Sendable (TenantReload) -> Void)?
    /// What is done with them; when it ends, everything ends.
    let activity: @Sendable (Running) async throws -> Void

    /// Half the time in which a file that was saved is loaded.
    private static let lookInterval: Duration = .milliseconds(200)
    /// Whoever reads what is printed opens the link in their own time.
    private static let inboxCodeLifetime: Duration = .seconds(3600)

    func run() async throws {
        let (openPorts, sandboxIsUp) = AsyncStream<SandboxService.OpenPorts>.makeStream()
        let certificate = try SandboxCertificate(selfMadeAt: Date())
        let sandbox = SandboxService(
            sandbox: Sandbox { SystemClock().now },
            certificate: certificate,
            host: "127.0.0.1",
            ports: .init(http: ports.sandboxPort, apns: .exactly(0), smtp: .exactly(0), smtps: .exactly(0)),
            option: "--sandbox-port",
            onListening: { sandboxIsUp.yield($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sandbox.run() }
            group.addTask {
                guard let ports = await openPorts.first(where: { _ in true }) else { return }
                try await runHost(beside: ports, certificate)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func runHost(beside sandbox: SandboxService.OpenPorts, _ certificate: SandboxCertificate) async throws {
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
            onReload: onReload,
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
        configuration.egressCertificates = certificate.authority
        configuration.egressMap = Self.map(to: sandbox, registry: registry)
        for rule in exceptions { _ = configuration.egressMap.add(rule) }
        return configuration
    }

    /// The simulated APNs uses HTTP/2 on a port of its own; whatever nobody names goes to the others.
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

extension Running {
    /// Runs a local host until Ctrl-C, or until what is done with it ends.
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
