import ArgumentParser
import CarillonModel
import CarillonProfiles

struct PrintStudioHistory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print all that a tenant's studio keeps of what was done there, as JSON lines, the earliest first.",
        discussion: """
            Each edit, comment, step of a proposal, publication, way back, patch, test and sign-in, with who did it, when, and the \
            words before and after. It is kept for studio.retention in profile.json, two years when silent.
            """
    )

    @OptionGroup var options: OperatorOptions

    @Option(help: ArgumentHelp("The tenant.", valueName: "tenant"))
    var tenant: String

    @Option(help: ArgumentHelp("Only what came after the line with this `id`.", valueName: "id"))
    var after: String?

    func run() async throws {
        let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/studio/history"
        try await options.ask { connection in
            var next = after
            repeat {
                let page = try await connection.ask("GET", path, query: [("after", next)])
                for entry in page["entries"]?.array ?? [] { Output.print(entry.text) }
                next = page["after"]?.string
            } while next != nil
        }
    }
}

struct ForgetStaff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Erase the name of somebody of a tenant's staff: what they did stays, under a pseudonym.",
        discussion: """
            Their sessions, links and pairings end. What they wrote stays as they wrote it, and audit lines that were written \
            before have the name. Whoever comes with a token (auth.staff) is named again when they come back.
            """
    )

    @OptionGroup var options: OperatorOptions

    @Option(help: ArgumentHelp("The tenant.", valueName: "tenant"))
    var tenant: String

    @Option(help: ArgumentHelp("As the studio calls them.", valueName: "name"))
    var name: String

    func run() async throws {
        let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/studio/staff/\(PercentEncoding.encode(name))"
        let answer = try await options.ask { try await $0.ask("DELETE", path) }
        guard options.format == .table else { return Output.print(answer.text) }
        Output.print("what they did is by \(answer["pseudonym"]?.string ?? "") from now on")
    }
}
