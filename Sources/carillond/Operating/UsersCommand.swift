import ArgumentParser
import CarillonModel
import CarillonProfiles

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "Give a user all that is kept about them, or forget it.",
        subcommands: [ExportUser.self, EraseUser.self]
    )
}

struct ExportUser: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print everything about a user, as JSON."
    )

    @Argument(help: "The user's id.")
    var user: String

    @Option(help: ArgumentHelp("Whose user.", valueName: "tenant"))
    var tenant: String

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let export = try await options.ask { try await $0.ask("GET", path(tenant, user)) }
        Output.print(export.text)
    }
}

struct EraseUser: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Remove everything about a user: feed, devices, subscriptions, switches, and events to nobody else.",
        discussion: "Backups keep what they hold until they are thrown away."
    )

    @Argument(help: "The user's id.")
    var user: String

    @Option(help: ArgumentHelp("Whose user.", valueName: "tenant"))
    var tenant: String

    @Flag(help: "Yes, remove it: nothing brings it back.")
    var yes = false

    @OptionGroup var options: OperatorOptions

    func validate() throws {
        guard yes else { throw ValidationError("this can't be undone: say --yes") }
    }

    func run() async throws {
        let answer = try await options.ask { try await $0.ask("DELETE", path(tenant, user)) }
        let isErased = answer["erased"] == true
        if options.format == .json { Output.print(answer.text) } else if isErased { Output.print("erased") }
        guard !isErased else { return }
        Output.printError("carillond: nothing is kept about this user")
        throw ExitCode(1)
    }
}

private func path(_ tenant: String, _ user: String) -> String {
    "/v1/tenants/\(PercentEncoding.encode(tenant))/users/\(PercentEncoding.encode(user))"
}
