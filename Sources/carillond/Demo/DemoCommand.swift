import ArgumentParser
import CarillonHost
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show one event of every tenant travelling the whole way, on this machine alone.",
        discussion: """
            Host, store (in a temporary folder), provider sandbox and sample traffic run in this process, on loopback. \
            It then stays up for you to try things, until Ctrl-C.
            """
    )

    @Option(help: "Port of the host.")
    var port = 8080

    @Option(help: "Port of the provider sandbox.")
    var sandboxPort = 4001

    @Option(help: "Port for health and operators.")
    var adminPort = 9090

    @Option(help: ArgumentHelp("Folder of tenant folders.", valueName: "dir"))
    var tenants = "tenants"

    @Flag(help: "End after the traffic, with status 0 only if everything arrived.")
    var once = false

    @Option(help: ArgumentHelp("Log level of the host.", valueName: "level"), transform: Log.level)
    var logLevel: Logger.Level = .error

    func run() async throws {
        let registry = ChannelRegistry.standard
        let loaded = TenantFolders(tenants, registry: registry).load()
        for failure in loaded.failures.sorted(by: { $0.key < $1.key }) { Output.complain(failure.value.report) }
        guard !loaded.isUnreadable else { throw ExitCode(66) }
        guard !loaded.tenants.isEmpty else {
            Output.complain("carillond: there are no tenants to show in \(tenants); name their folder with --tenants")
            throw ExitCode(66)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "carillon-demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = try DemoWorld(profiles: loaded, registry: registry)
        let service = DemoService(
            world: world,
            ports: .init(host: port, sandbox: sandboxPort, admin: adminPort),
            folder: folder.path,
            staysUp: !once,
            logger: Log.logger(level: logLevel)
        )
        try await Running.untilSignal([service], logger: Log.quiet)
        guard service.hasSucceeded, loaded.failures.isEmpty else { throw ExitCode(1) }
    }
}
