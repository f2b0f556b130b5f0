import ArgumentParser
import CarillonModel

/// The authoring tool: proves tenant folders, explains what is wrong, shows what comes out.
@main
struct Carillon: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "carillon",
        abstract: "Write, prove and preview the tenants of a Carillon host.",
        discussion:
            "Exit status: 0 nothing worse than warnings, 1 errors, 64 wrong usage, 66 a path that cannot be read, "
            + "70 a bug in carillon, 74 output that can't be written.",
        version: Release.version,
        subcommands: [
            Validate.self, BaselineCommand.self, Render.self, Test.self, Diff.self, Dev.self, New.self, AddLocale.self,
            Translations.self, ContractCommand.self, Schema.self, Explain.self, Channels.self, ChannelCommand.self,
            Format.self, Keys.self, Secrets.self, Generate.self, Studio.self,
            LanguageServerCommand.self,
        ]
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
            end(nil)
        } catch {
            end(error)
        }
    }

    /// Ends the program as ArgumentParser does, but where what was printed hasn't reached its place: then nobody must take it for whole.
    static func end(_ failure: (any Error)?) -> Never {
        guard Terminal.flush() else {
            Terminal.printError("Error: standard output can't be written: is the disk full?\n")
            exit(withError: ExitCode(.outputFailed))
        }
        exit(withError: failure)
    }
}
