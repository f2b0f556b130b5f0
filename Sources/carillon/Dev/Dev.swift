import ArgumentParser
import CarillonProfiles

struct Dev: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Check tenant folders at each save, and show what changes in the rendered words.",
        discussion: """
            A path is a tenant's folder, or a folder of such folders. What is wrong stands above, as `carillon validate` \
            prints it; below, what changed since the last state without errors, as `carillon diff` prints it. q or Ctrl-C \
            ends it, r looks again, Ctrl-Z lets it wait in the background. Without a terminal it prints a block for each \
            change. No host is needed: `carillond dev` is another command, and runs one. With --host, that one or another on \
            this machine takes up each save without errors, and with --sample gets that sample's event for the recipient of samples/context.json.
            """
    )

    @Argument(help: "Folders to watch.")
    var paths = ["tenants"]

    @Option(help: ArgumentHelp("A host on this machine, such as http://127.0.0.1:8080.", valueName: "url"))
    var host: String?

    @Option(
        help: ArgumentHelp(
            "The key for operators, by which the host takes up what is saved (default: CARILLON_ADMIN_KEY).",
            valueName: "key"
        )
    )
    var adminKey: String?

    @Option(
        help: ArgumentHelp(
            "Send this sample after each save: EVENT[.NAME] or TENANT/EVENT[.NAME].",
            valueName: "sample"
        )
    )
    var sample: String?

    @Option(
        help: ArgumentHelp(
            "The key of the tenant's service that sends it (default: CARILLON_SECRET_<TENANT>_<NAME>).",
            valueName: "key"
        )
    )
    var key: String?

    @OptionGroup var files: ChannelFiles

    func validate() throws {
        guard let host else {
            guard sample == nil, key == nil, adminKey == nil else {
                throw ValidationError("--sample, --key and --admin-key need --host")
            }
            return
        }
        guard LoopbackAddress(host) != nil else {
            throw ValidationError("--host takes \(LoopbackAddress.shape), not “\(host)”")
        }
        guard LoopbackRequest.operatorKey(adminKey) != nil else {
            throw ValidationError("--host needs the host's key for operators: --admin-key, or CARILLON_ADMIN_KEY")
        }
    }

    private var developmentHost: DevHost? {
        guard let address = host.flatMap(LoopbackAddress.init),
            let adminKey = LoopbackRequest.operatorKey(adminKey)
        else { return nil }
        return DevHost(address, adminKey: adminKey, sample: sample, serviceKey: key)
    }

    func run() throws {
        // A path that isn't there when it begins was named wrongly; one that vanishes later may come back.
        if let fault = FolderScan(at: paths, channels: files.channels).fault { throw fault.exit }
        let terminal = DevTerminal()
        defer { terminal.end() }
        let machine = Machine(paths: paths, channels: files.channels, terminal: terminal, host: developmentHost)
        var session = DevSession(paths, in: machine)
        session.run()
    }

    /// The folders, the clock and the terminal of this computer.
    private struct Machine: DevSurroundings {
        let paths: [String]
        let channels: String?
        var terminal: DevTerminal
        var host: DevHost?

        /// How long between two scans, in milliseconds: what is saved is seen after two of them at most.
        private static let pause: Int32 = 150

        mutating func key() -> DevKey? { terminal.key(within: Self.pause) }

        func scan() -> FolderScan { FolderScan(at: paths, channels: channels) }

        func findings() -> Result<TenantsReport, UnreadablePath> { TenantsReport.read(paths, channels: channels) }

        var time: ScanTime { .now }

        mutating func tellHost(_ tenants: [LoadedTenant]?) -> [String] {
            host?.take(tenants, at: .systemTime) ?? []
        }

        func doubts(about tenants: [LoadedTenant]?) -> [String] { host?.doubts(about: tenants) ?? [] }

        func show(_ screen: DevScreen) { terminal.show(screen) }
    }
}
