import ArgumentParser
import CarillonModel
import CarillonProfiles

struct StudioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract: "Let somebody of a tenant's staff into the studio, where texts are changed.",
        subcommands: [InviteToStudio.self]
    )
}

struct InviteToStudio: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print a link that signs somebody in once, within ten minutes.",
        discussion: """
            The host must serve the studio (--studio on), on its admin port. A writer changes texts and hands them in, a \
            reviewer says yes or no to what others hand in, a publisher takes what was approved to the tenant's files.
            """
    )

    @OptionGroup var options: OperatorOptions

    @Option(help: ArgumentHelp("The tenant.", valueName: "tenant"))
    var tenant: String

    @Option(help: ArgumentHelp("What others see them as; two people need two names.", valueName: "name"))
    var name: String

    @Option(help: ArgumentHelp("writer, reviewer or publisher.", valueName: "role"))
    var role = "writer"

    @Option(help: ArgumentHelp("Where their browser reaches the admin port.", valueName: "origin"))
    var origin = "http://127.0.0.1:9090"

    func run() async throws {
        let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/studio/links"
        let body: JSONValue = ["name": .string(name), "role": .string(role)]
        let answer = try await options.ask { try await $0.ask("POST", path, body: body) }
        guard options.format == .table else { return Output.print(answer.text) }
        let base = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
        Output.print(base + (answer["path"]?.string ?? ""))
    }
}
