import CarillonHost
import CarillonModel
import CarillonPipeline
import CarillonSandbox
import Foundation
import Logging
import SQLiteStore
import ServiceLifecycle
import Synchronization

/// Sandbox, host and sample traffic, one after the other, in one service.
final class DemoService: Service {
    struct Ports: Sendable {
        var host: Int
        var sandbox: Int
        var admin: Int
    }

    private let world: DemoWorld
    private let ports: Ports
    private let folder: String
    private let staysUp: Bool
    private let logger: Logger
    /// A lock, because the command reads it after the service has ended.
    private let success = Mutex(false)

    init(world: DemoWorld, ports: Ports, folder: String, staysUp: Bool, logger: Logger) {
        self.world = world
        self.ports = ports
        self.folder = folder
        self.staysUp = staysUp
        self.logger = logger
    }

    /// Whether every expected delivery arrived and every feed holds its notification.
    var hasSucceeded: Bool { success.withLock { $0 } }

    func run() async throws {
        let (sandboxPorts, sandboxIsUp) = AsyncStream<SandboxService.OpenPorts>.makeStream()
        let (hostPorts, hostIsUp) = AsyncStream<Int>.makeStream()
        let certificate = try SandboxCertificate(selfMadeAt: Date())
        let sandbox = SandboxService(
            sandbox: Sandbox(world.sandboxConfiguration) { SystemClock().now },
            certificate: certificate,
            host: "127.0.0.1",
            ports: .init(http: ports.sandbox, apns: .exactly(0), smtp: .exactly(0), smtps: .exactly(0)),
            option: "--sandbox-port",
            onListening: { sandboxIsUp.yield($0) }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sandbox.run() }
            group.addTask { [self] in
                guard let sandboxPorts = await sandboxPorts.first(where: { _ in true }) else { return }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    let host = try host(sandbox: sandboxPorts, certificate) { hostIsUp.yield($0) }
                    group.addTask { try await host.run() }
                    group.addTask {
                        guard let hostPort = await hostPorts.first(where: { _ in true }) else { return }
                        try await self.traffic(hostPort: hostPort, sandboxPort: sandboxPorts.http)
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func traffic(hostPort: Int, sandboxPort: Int) async throws {
        let traffic = DemoTraffic(
            world: world,
            host: "http://127.0.0.1:\(hostPort)",
            sandbox: "http://127.0.0.1:\(sandboxPort)"
        )
        let report = try await traffic.run()
        success.withLock { $0 = report.isComplete }
        Output.say(report.text)
        guard staysUp else { return }
        Output.say(traffic.invitation)
        try await gracefulShutdown()
    }

    private func host(
        sandbox: SandboxService.OpenPorts,
        _ certificate: SandboxCertificate,
        onListening: @escaping @Sendable (Int) async -> Void
    ) throws -> HostService {
        var configuration = HostConfiguration()
        configuration.port = ports.host
        configuration.adminPort = ports.admin
        configuration.secrets = world.secrets
        configuration.egressCertificates = certificate.authority
        for rule in world.egressRules(sandbox: sandbox) { _ = configuration.egressMap.add(rule) }
        return try HostService(
            configuration,
            profiles: world.profiles,
            store: try SQLiteStore(folder: folder, identifiers: SystemIdentifiers { SystemClock().now }),
            registry: world.registry,
            logger: logger,
            onListening: onListening
        )
    }
}
