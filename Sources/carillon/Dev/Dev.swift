import ArgumentParser
import CarillonProfiles

struct Dev: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Check tenant folders at each save, and show what changes in the rendered words.",
        discussion: """
            A path is a tenant's folder, or a folder of such folders. What is wrong stands above, as `carillon validate` \
            prints it; below, what changed since the last state without errors, as `carillon diff` prints it. q or Ctrl-C \
            ends it, r looks again. Without a terminal it prints a block for each change. Nothing is sent, and no host is \
            needed: `carillond dev` runs one.
            """
    )

    @Argument(help: "Folders to watch.")
    var paths = ["tenants"]

    @OptionGroup var files: ChannelFiles

    func run() throws {
        try SystemTimeZones.require()
        // A path that isn't there when it begins was named wrongly; one that vanishes later may come back.
        if let fault = FolderLook(at: paths, channels: files.channels).fault { throw fault.exit }
        let terminal = DevTerminal()
        defer { terminal.end() }
        var session = DevSession(paths, in: Machine(paths: paths, channels: files.channels, terminal: terminal))
        session.run()
    }

    /// The folders, the clock and the terminal of this computer.
    private struct Machine: DevSurroundings {
        let paths: [String]
        let channels: String?
        var terminal: DevTerminal

        /// How long between two looks, in milliseconds: what is saved is seen after two of them at most.
        private static let pause: Int32 = 150

        mutating func key() -> DevKey? { terminal.key(within: Self.pause) }

        func look() -> FolderLook { FolderLook(at: paths, channels: channels) }

        func findings() -> Result<TenantsReport, UnreadablePath> { TenantsReport.read(paths, channels: channels) }

        var time: LookTime { .now }

        func show(_ screen: DevScreen) { terminal.show(screen) }
    }
}
