import ArgumentParser
import CarillonHost
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard
import Foundation
import Logging
import ServiceLifecycle

struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Run the tenants you are writing, on this machine alone, and see every change at once.",
        discussion: """
            Host, store and provider sandbox run in this process, on loopback: nothing leaves the machine. Secrets that \
            --secrets doesn't have are made up and printed, with tokens for users and a curl line for each event. A file that \
            is saved is taken up at once; what is wrong with it is printed, and what ran before goes on. Ctrl-C ends it. \
            `carillon dev` needs no host: it shows which words a save changes.
            """
    )

    @Argument(help: ArgumentHelp("A tenant's folder, or a folder of them.", valueName: "tenants"))
    var tenants = "tenants"

    @OptionGroup var ports: LocalPorts

    @Option(help: ArgumentHelp("JSON file of secrets that go before made-up ones.", valueName: "file"))
    var secrets: String?

    @Option(help: ArgumentHelp("Folder of the data; a temporary one when silent.", valueName: "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Send what is meant for one origin elsewhere than to the sandbox, or to itself; repeatable.",
            valueName: "origin=origin"
        )
    )
    var egressMap: [String] = []

    @Option(help: ArgumentHelp("Folder of channel files that every tenant may use.", valueName: "dir"))
    var channels: String?

    @Option(help: ArgumentHelp("Log level of the host.", valueName: "level"), transform: Log.level)
    var logLevel: Logger.Level = .error

    func validate() throws {
        var map = OriginMap()
        for rule in egressMap where !map.add(rule) {
            throw ValidationError("--egress-map takes ORIGIN=ORIGIN, not “\(rule)”")
        }
    }

    func run() async throws {
        let registry = ChannelRegistry.standard
        let environment = ProcessInfo.processInfo.environment
        let given = try secrets.map { try Self.read($0, environment) } ?? SecretBook(environment: environment)
        let generatedSecrets = GeneratedSecrets(given: given, registry: registry)
        let folders = TenantFolders(
            tenants,
            registry: registry,
            channels: channels,
            adapt: { generatedSecrets.adapt($0) },
            advise: { Output.print($0) },
            wayOut: "name a tenant's folder, or a folder of them, as in `carillond dev DIR`; `carillon new` begins one",
            keepsMissing: true
        )
        let loaded = folders.load()
        // An empty folder is fine: the first tenant may be about to be written.
        let isEmpty = loaded.isUnreadable && Self.isFolder(tenants)
        for failure in loaded.failures.sorted(by: { $0.key < $1.key }) where !isEmpty {
            if loaded.isUnreadable {
                Output.printError(failure.value.report)
            } else {
                Output.print(failure.value.report)
            }
        }
        guard !loaded.isUnreadable || isEmpty else { throw ExitCode(66) }
        let temporary = try TemporaryFolder("carillon-dev")
        defer { temporary.remove() }
        let (news, newsIsIn) = AsyncStream<TenantReload>.makeStream()
        let generated: SecretBook.Generator = { generatedSecrets.generated($0, of: $1) }
        let service = LocalHost(
            profiles: loaded,
            folders: folders,
            registry: registry,
            secrets: given.backed(by: generated),
            secretsFile: secrets.map { path in
                SecretsFile(path: path, environment: environment, generated: generated) { generatedSecrets.take($0) }
            },
            ports: ports,
            data: data ?? temporary.path,
            exceptions: egressMap,
            logger: Log.logger(level: logLevel),
            onReload: { newsIsIn.yield($0) },
            activity: { running in
                let session = DevSession(registry: registry, secrets: generatedSecrets, running: running)
                try await session.run(loaded, news: news)
            }
        )
        try await Running.untilSignal(service)
    }

    private static func read(_ path: String, _ environment: [String: String]) throws -> SecretBook {
        do {
            return try SecretBook(path: path, environment: environment)
        } catch {
            Output.printError("carillond: \(error)")
            throw ExitCode(66)
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
