import ArgumentParser
import CarillonModel

struct DevicesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the devices that can be reached, the latest first."
    )

    @OptionGroup var options: OperatorOptions
    @OptionGroup var tenants: TenantOption
    @OptionGroup var page: PageOptions

    @Option(help: ArgumentHelp("Only this user's.", valueName: "id"))
    var user: String?

    func validate() throws { try NamedID.checkUser(user) }

    func run() async throws {
        let answers = try await options.ask { try await tenants.lists("devices", page.query + [("user", user)], $0) }
        Listing(name: "devices", table: Self.table, format: options.format).show(answers)
    }

    private static let table = Table(columns: [
        .init("TENANT", "tenant"), .init("USER", "user"), .init("PLUGIN", "plugin"), .init("PLATFORM", "platform"),
        .init(time: "UPDATED", "updatedAt"), .init("TOKEN", "token"),
    ])
}
