import ArgumentParser
import CarillonHost
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation
import Logging
import ServiceLifecycle
import Synchronization

struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show every event of every tenant travelling the whole way, on this machine alone.",
        discussion: """
            Host, store (in a temporary folder), provider sandbox and sample traffic run in this process, on loopback. \
            Secrets are made up. It then stays up for you to try things, and takes up each file that is saved, until Ctrl-C.
            """
    )

    @OptionGroup var ports: LocalPorts

    @Option(help: ArgumentHelp("Folder of tenant folders.", valueName: "dir"))
    var tenants = "tenants"

    @Flag(help: "End after the traffic, with status 0 only if everything arrived.")
    var once = false

    @Option(
        help: ArgumentHelp(
            "Serve the scripts and styles of inbox and studio from this folder, to work on them.",
            valueName: "dir"
        )
    )
    var webAssets: String?

    @Option(help: ArgumentHelp("Folder of channel files that every tenant may use.", valueName: "dir"))
    var channels: String?

    @Option(help: ArgumentHelp("Log level of the host.", valueName: "level"), transform: Log.level)
    var logLevel: Logger.Level = .error

    func run() async throws {
        let registry = ChannelRegistry.standard
        let secrets = GeneratedSecrets(registry: registry)
        let folders = TenantFolders(
            tenants,
            registry: registry,
            channels: channels,
            // What is changed here is gone with the demo's data: nobody needs a repository to see it live.
            adapt: { secrets.adapt($0).publishingLive },
            keepsMissing: true
        )
        let loaded = folders.load()
        for failure in loaded.failures.sorted(by: { $0.key < $1.key }) { Output.printError(failure.value.report) }
        guard !loaded.isUnreadable else { throw ExitCode(66) }
        guard !loaded.tenants.isEmpty else {
            Output.printError("carillond: there are no tenants to show in \(tenants); name their folder with --tenants")
            throw ExitCode(66)
        }
        let folder = try TemporaryFolder("carillon-demo")
        defer { folder.remove() }
        let hasSucceeded = Mutex(false)
        let (tenants, staysUp) = (tenants, !once)
        let (news, newsIsIn) = AsyncStream<TenantReload>.makeStream()
        let service = LocalHost(
            profiles: loaded,
            folders: staysUp ? folders : nil,
            registry: registry,
            secrets: SecretBook(generated: { secrets.generated($0, of: $1) }),
            ports: ports,
            data: folder.path,
            webAssets: webAssets,
            studio: LocalHost.StudioFiles(tenants: tenants, channels: channels),
            logger: Log.logger(level: logLevel),
            onReload: { newsIsIn.yield($0) },
            activity: { running in
                let trials = loaded.tenants.map {
                    TenantTrial(profile: $0, registry: registry, secrets: secrets, client: running.client)
                }
                let report = try await DemoTraffic(trials: trials).run()
                hasSucceeded.withLock { $0 = report.isComplete }
                Output.print(report.text)
                for profile in loaded.tenants {
                    for event in profile.eventsWithoutSample {
                        Output.print("\(profile.id): \(event): \(event.withoutSample)")
                    }
                }
                guard staysUp else { return }
                let invitations = trials.lazy.map {
                    DemoInvitation(trial: $0, operators: running.operators, folder: tenants)
                }
                if let text = invitations.compactMap(\.text).first { Output.print(text) }
                let inbox = try await DemoInbox(trials)
                if let text = await inbox.text { Output.print(text) }
                if let tenant = loaded.tenants.first(where: { running.tenants.contains($0.id) }) {
                    let studio = DemoStudio(tenant: tenant, operators: running.operators, client: running.client)
                    Output.print(try await studio.text())
                }
                Output.print("\nCtrl-C ends the demo and removes its data.")
                try await cancelWhenGracefulShutdown {
                    try await withThrowingDiscardingTaskGroup { group in
                        group.addTask { try await inbox.run() }
                        group.addTask {
                            var lines = ReloadLines(after: loaded)
                            for await reload in news {
                                Output.print(lines.text(of: reload))
                                if let profile = reload.served { await inbox.take(profile) }
                            }
                        }
                    }
                }
            }
        )
        try await Running.untilSignal(service)
        guard hasSucceeded.withLock({ $0 }), loaded.failures.isEmpty else { throw ExitCode(1) }
    }
}
