import ArgumentParser
import CarillonModel
import CarillonProfiles

struct StudioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio",
        abstract: "Let a tenant's staff into the studio, where texts are changed, and see who is in it.",
        subcommands: [
            InviteToStudio.self, ListStudioLinks.self, ListStudioSessions.self, RevokeStudioSession.self,
            PrintStudioHistory.self, ForgetStaff.self, PrintLiveTexts.self,
        ]
    )
}

struct InviteToStudio: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print a link that signs somebody in once, within ten minutes.",
        discussion: """
            The host must serve the studio (--studio on), on its admin port. A viewer looks, a writer changes texts and \
            hands them in, a reviewer says yes or no to what others hand in, a publisher takes what was approved to the \
            tenant's files, and who is of the platform also sees how developers wrote a text.
            """
    )

    @OptionGroup var options: OperatorOptions

    @Option(help: ArgumentHelp("The tenant.", valueName: "tenant"))
    var tenant: String

    @Option(help: ArgumentHelp("What others see them as; two people need two names.", valueName: "name"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "viewer, writer, reviewer, publisher or platform; writer:nb and reviewer:nb are of one language. Again for more.",
            valueName: "role"
        )
    )
    var role: [String] = []

    @Option(help: ArgumentHelp("Where their browser reaches the admin port.", valueName: "origin"))
    var origin = "http://127.0.0.1:9090"

    func validate() throws {
        guard origin.hasPrefix("https://") || origin.hasPrefix("http://") else {
            throw ValidationError("--origin must begin with https:// or http://")
        }
    }

    func run() async throws {
        let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/studio/links"
        let roles = role.isEmpty ? "writer" : role.joined(separator: " ")
        let body: JSONValue = ["name": .string(name), "role": .string(roles)]
        let answer = try await options.ask { try await $0.ask("POST", path, body: body) }
        guard options.format == .table else { return Output.print(answer.text) }
        let base = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
        Output.print(base + (answer["path"]?.string ?? ""))
    }
}

struct ListStudioSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "List who of a tenant's staff is signed in to the studio."
    )

    @OptionGroup var options: OperatorOptions

    @Option(help: ArgumentHelp("The tenant.", valueName: "tenant"))
    var tenant: String

    func run() async throws {
        try await options.printStaff("sessions", of: tenant, id: "SESSION", [.init(time: "USED", "usedAt")])
    }
}

struct ListStudioLinks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links",
        abstract: "List the links into the studio that nobody has opened yet.",
        discussion: """
            `carillond studio revoke --link ID` takes one back. A link itself is printed once, by `carillond studio invite`.
            """
    )

    @OptionGroup var options: OperatorOptions

    @Option(help: ArgumentHelp("The tenant.", valueName: "tenant"))
    var tenant: String

    func run() async throws {
        try await options.printStaff("links", of: tenant, id: "LINK")
    }
}

extension OperatorOptions {
    /// What lets a tenant's staff in, with ids that can be taken back.
    ///
    /// - Parameters:
    ///   - list: `sessions` or `links`.
    ///   - id: what a column calls the ids.
    ///   - columns: beside name, roles and end.
    fileprivate func printStaff(
        _ list: String,
        of tenant: String,
        id: String,
        _ columns: [Table.Column] = []
    ) async throws {
        let answer = try await ask { connection in
            try await connection.ask("GET", "/v1/tenants/\(PercentEncoding.encode(tenant))/studio/\(list)")
        }
        guard format == .table else { return Output.print(answer.text) }
        let known: [Table.Column] = [.init(id, "id", isWhole: true), .init("NAME", "name"), .init("ROLES", "roles")]
        let table = Table(columns: known + columns + [.init(time: "ENDS", "endsAt")])
        Output.print(table.text(answer[list]?.array ?? []))
    }
}

struct RevokeStudioSession: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End sessions in the studio at once, and take back links: one, or all of a name.",
        discussion: "Whoever comes with a token (auth.staff) has no session here: their token ends where it was issued."
    )

    @OptionGroup var options: OperatorOptions

    @Option(help: ArgumentHelp("The tenant.", valueName: "tenant"))
    var tenant: String

    @Option(help: ArgumentHelp("The session, as `sessions` lists it.", valueName: "session"))
    var session: String?

    @Option(help: ArgumentHelp("The link that wasn't opened yet, as `links` lists it.", valueName: "link"))
    var link: String?

    @Option(help: ArgumentHelp("All sessions of this name, and all links.", valueName: "name"))
    var name: String?

    func validate() throws {
        guard [session, link, name].compactMap(\.self).count == 1 else {
            throw ValidationError("say one of --session, --link and --name")
        }
    }

    func run() async throws {
        let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/studio"
        let (sessions, links) = try await options.ask { connection in
            let found = (
                try await named("sessions", session, path, connection), try await named("links", link, path, connection)
            )
            for (list, ids) in [("sessions", found.0), ("links", found.1)] {
                for id in ids.map({ PercentEncoding.encode($0) }) {
                    _ = try await connection.ask("DELETE", "\(path)/\(list)/\(id)")
                }
            }
            return found
        }
        let ended: JSONValue = ["ended": .array((sessions + links).map { .string($0) })]
        guard options.format == .table else { return Output.print(ended.text) }
        let counts = [Self.count(sessions, "session"), Self.count(links, "link")].compactMap(\.self)
        Output.print("ended \(counts.isEmpty ? "nothing" : counts.joined(separator: " and "))")
    }

    /// The ids that are ended of a list: the one that was named, or those of the name.
    private func named(
        _ list: String,
        _ id: String?,
        _ path: String,
        _ connection: OperatorConnection
    ) async throws -> [String] {
        guard let name else { return [id].compactMap(\.self) }
        let answer = try await connection.ask("GET", "\(path)/\(list)")
        return (answer[list]?.array ?? []).filter { $0["name"]?.string == name }.compactMap { $0["id"]?.string }
    }

    /// Nil for none.
    private static func count(_ ids: [String], _ name: String) -> String? {
        ids.isEmpty ? nil : "\(ids.count) \(name)\(ids.count == 1 ? "" : "s")"
    }
}

struct PrintLiveTexts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Print the words of a tenant that are live beside its files, as JSON.",
        discussion: """
            `carillon diff --live --from FILE` shows what they change, and `carillon studio apply FILE` writes them into the \
            files. `carillond tenants` says how many there are.
            """
    )

    @OptionGroup var options: OperatorOptions

    @Option(help: ArgumentHelp("The tenant.", valueName: "tenant"))
    var tenant: String

    func run() async throws {
        let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/studio/live"
        Output.print(try await options.ask { try await $0.ask("GET", path) }.text)
    }
}
