import ArgumentParser

/// The service.
@main
struct Carillond: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "carillond",
        abstract: "Carillon's service: takes events, renders and routes them, and delivers.",
        subcommands: [DemoCommand.self, ServeCommand.self, SandboxCommand.self]
    )

    /// ArgumentParser's own status for wrong usage is 64 already; everything else is said by the commands.
    static func main() async {
        Output.lineBuffered()
        await main(nil)
    }
}
