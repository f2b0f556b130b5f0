import ArgumentParser
import CarillonModel
import CarillonProfiles
import Synchronization

/// The authoring tool: proves tenant folders, explains what is wrong, shows what comes out.
@main
struct Carillon: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "carillon",
        abstract: "Write, prove and preview the tenants of a Carillon host.",
        discussion:
            ExitStatus.list,
        version: Release.version,
        subcommands: [
            Validate.self, BaselineCommand.self, Render.self, Test.self, Diff.self, Dev.self, New.self, AddLocale.self,
            Translations.self, ContractCommand.self, Schema.self, Explain.self, Channels.self, ChannelCommand.self,
            Format.self, Keys.self, Secrets.self, Generate.self, Studio.self,
            LanguageServerCommand.self, DumpManual.self,
        ]
    )

    static func main() {
        do {
            var command = try parseAsRoot()
            running.withLock { $0 = type(of: command) }
            try command.run()
            end(nil)
        } catch {
            end(error)
        }
    }

    /// The command that runs; nil before it is known.
    private static let running = Mutex<(any ParsableCommand.Type)?>(nil)

    /// Ends the program as ArgumentParser does, but where what was printed hasn't reached its place: then nobody must take it for whole.
    static func end(_ failure: (any Error)?) -> Never {
        guard Terminal.flush() else {
            Terminal.printError("Error: standard output can't be written: is the disk full?\n")
            exit(withError: checked(ExitCode(.outputFailed)))
        }
        switch failure {
        case let unreadable as UnreadablePath: exit(withError: checked(unreadable.exit))
        case let failure as GitFailure: exit(withError: checked(failure.exit))
        // Nobody has thought of this one.
        case let failure? where !(failure is ExitCode) && exitCode(for: failure) == .failure:
            Terminal.printError("Error: \(message(for: failure))\n")
            exit(withError: ExitCode(.bug))
        case let failure: exit(withError: checked(failure))
        }
    }

    /// The same, if the manual of the running command says that it may end so.
    private static func checked(_ failure: (any Error)?) -> (any Error)? {
        let status = failure.map { exitCode(for: $0).rawValue } ?? 0
        if let command = running.withLock({ $0 }) as? any ManualCommand.Type {
            assert(
                command.manual.statuses.contains { $0.status.rawValue == status },
                "status \(status) is not in the manual of \(command)"
            )
        }
        return failure
    }
}
