import ArgumentParser
import CarillonModel
import CarillonProfiles

struct ChannelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channels",
        abstract: "List the channels with their condition, and have one tried that is paused or rests.",
        subcommands: [ListChannels.self, ResumeChannel.self],
        defaultSubcommand: ListChannels.self
    )

    static let table = Table(
        columns: [
            .init("TENANT", "tenant"), .init("CHANNEL", "id"), .init("STATUS", "status", isWhole: true),
            .init("HELD", "held"), .init(time: "SINCE", "since", toSeconds: true),
            .init(time: "NEXT TRY", "nextTryAt", toSeconds: true),
        ],
        notes: { [$0["reason"]?.string] }
    )
}

struct ListChannels: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List channels (default).")

    @OptionGroup var options: OperatorOptions
    @OptionGroup var tenants: TenantOption

    func run() async throws {
        let answers = try await options.ask { connection in
            var answers: [(tenant: String, answer: JSONValue)] = []
            for tenant in try await tenants.names(connection) {
                let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/channels"
                answers.append((tenant, try await connection.ask("GET", path)))
            }
            return answers
        }
        // Only a host that serves the tenant knows whether a channel's circuit is open or the channel can't be used.
        let idle = answers.filter { $0.answer["isServed"] == false }.map(\.tenant)
        let listing = Listing(
            name: "channels",
            table: ChannelsCommand.table,
            format: options.format,
            nothing: idle.isEmpty ? "no channels" : "no channels are paused"
        )
        listing.show(answers)
        guard options.format == .table, !idle.isEmpty else { return }
        Output.print("no host serves \(idle.joined(separator: ", ")): only paused channels are known")
    }
}

struct ResumeChannel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Have a channel that is paused or rests tried at once.",
        discussion: """
            One delivery is tried, and the others follow if it gets through. Where none waits, it is the next that comes.
            """
    )

    @Argument(help: "The channel.")
    var channel: String

    @Option(help: ArgumentHelp("Whose channel.", valueName: "tenant"))
    var tenant: String

    @Flag(help: "For an hour, forget every address that is called dead, however many they are.")
    var believeGone = false

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let names = [tenant, channel].map { PercentEncoding.encode($0) }
        let path = "/v1/tenants/\(names[0])/channels/\(names[1])/resume"
        let body: JSONValue = ["believeGone": .boolean(believeGone)]
        let answer = try await options.ask { try await $0.ask("POST", path, body: body) }
        guard options.format == .table else { return Output.print(answer.text) }
        guard answer["isTried"] != false else {
            return Output.print("nothing waits on channel \(channel) of \(tenant): its next message is tried at once")
        }
        let isServed = answer["isServed"] != false
        Output.print(
            "channel \(channel) of \(tenant) is tried \(isServed ? "at once" : "by the next host that serves it")"
        )
    }
}
