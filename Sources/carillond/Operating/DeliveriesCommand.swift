import ArgumentParser
import CarillonModel
import CarillonPipeline
import CarillonProfiles

struct DeliveriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "List deliveries, the latest first, and have failed ones tried again.",
        subcommands: [ListDeliveries.self, RedriveDeliveries.self],
        defaultSubcommand: ListDeliveries.self
    )
}

struct ListDeliveries: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List deliveries (default).",
        discussion: """
            With --status pending also notifications whose time hasn't come, and for each why it waits and when it is tried \
            next.
            """
    )

    @OptionGroup var options: OperatorOptions
    @OptionGroup var tenants: TenantOption
    @OptionGroup var page: PageOptions

    @Option(
        help: ArgumentHelp(
            "Only these: pending, held, leased, attempted, delivered, failed or cancelled.",
            valueName: "status"
        ),
        transform: Self.listed
    )
    var status: ListedStatus?

    @Option(help: ArgumentHelp("Only on this channel.", valueName: "channel"))
    var channel: String?

    @Option(help: ArgumentHelp("Only to this user.", valueName: "id"))
    var user: String?

    func validate() throws {
        try NamedID.checkChannel(channel)
        try NamedID.checkUser(user)
    }

    private static func listed(_ text: String) throws -> ListedStatus {
        guard let status = ListedStatus(rawValue: text) else {
            let list = ListedStatus.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--status is one of \(list)")
        }
        return status
    }

    func run() async throws {
        let filters = [("status", status?.rawValue), ("channel", channel), ("user", user)]
        let answers = try await options.ask { try await tenants.lists("deliveries", page.query + filters, $0) }
        let table = status == .pending ? Self.waiting : Self.table
        Listing(name: "deliveries", table: table, format: options.format).show(answers)
        guard options.format == .table else { return }
        for (tenant, answer) in answers where answer["hasMoreScheduled"] == true {
            Output.print("more of \(tenant) is scheduled: --tenant \(tenant) --limit \(PageOptions.largest)")
        }
    }

    private static let table = Table(columns: [
        .init("ROW", "row", isWhole: true), .init("TENANT", "tenant"), .init("USER", "user"), .init("TYPE", "type"),
        .init("CHANNEL", "channel"), .init("STATUS", "status", isWhole: true), .init("TRIES", "attempts"),
        .init("WHY") { $0["reason"]?["code"]?.string },
    ])

    /// For deliveries that wait: the time of the next attempt, and the reason in full.
    private static let waiting = Table(
        columns: [
            .init("ROW", "row", isWhole: true), .init("TENANT", "tenant"), .init("USER", "user"), .init("TYPE", "type"),
            .init("CHANNEL", "channel"), .init(time: "NEXT", toSeconds: true, Self.next),
            .init("WHY", isWhole: true) { Self.why($0)["code"]?.string },
        ],
        notes: { [Self.why($0)["message"]?.string] }
    )

    /// The reason of its channel's condition, else the delivery's own.
    private static func why(_ delivery: JSONValue) -> JSONValue {
        guard let rest = delivery["waitsFor"], let condition = rest["channel"]?.string else {
            return delivery["reason"] ?? .null
        }
        let message = "channel \(delivery["channel"]?.string ?? "") is \(condition): \(rest["reason"]?.string ?? "")"
        return ["code": .string(condition), "message": .string(message)]
    }

    private static func next(_ delivery: JSONValue) -> String? {
        [delivery["nextAttemptAt"], delivery["waitsFor"]?["nextTryAt"]].compactMap { $0?.string }.max()
    }
}

struct RedriveDeliveries: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redrive",
        abstract: "Have failed deliveries tried again.",
        discussion: "One whose device was taken away since, or whose event was superseded or cancelled, is passed over."
    )

    @Argument(help: "Rows of `carillond deliveries`.")
    var rows: [Int64] = []

    /// How many rows one request to the host may name.
    private static let largestList = 1000

    @Flag(help: "All that failed, as far as --channel and --code say.")
    var all = false

    @Option(help: ArgumentHelp("Only on this channel.", valueName: "channel"))
    var channel: String?

    @Option(help: ArgumentHelp("Only those that failed with this code.", valueName: "code"))
    var code: String?

    @Option(help: ArgumentHelp("Whose deliveries.", valueName: "tenant"))
    var tenant: String

    @OptionGroup var options: OperatorOptions

    func validate() throws {
        guard rows.isEmpty == all else { throw ValidationError("name rows, or say --all") }
        guard all || (channel == nil && code == nil) else {
            throw ValidationError("--channel and --code go with --all")
        }
        guard rows.allSatisfy({ $0 > 0 }) else { throw ValidationError("a row is a number above 0, such as 4711") }
        guard rows.count <= Self.largestList else {
            throw ValidationError("up to \(Self.largestList) rows at once, or --all")
        }
        try NamedID.checkChannel(channel)
    }

    func run() async throws {
        var body = JSONObject()
        if all { body["all"] = true } else { body["deliveries"] = .array(rows.map { JSONValue($0) }) }
        body["channel"] = channel.map { .string($0) }
        body["code"] = code.map { .string($0) }
        let path = "/v1/tenants/\(PercentEncoding.encode(tenant))/deliveries/redrive"
        let answer = try await options.ask { [body] in try await $0.ask("POST", path, body: .object(body)) }
        let unknown = (answer["unknown"]?.array ?? []).compactMap(\.integer)
        if options.format == .table {
            let (redriven, passedOver) = (answer["redriven"]?.integer ?? 0, answer["passedOver"]?.integer ?? 0)
            Output.print("\(redriven) to be tried again\(passedOver > 0 ? ", \(passedOver) passed over" : "")")
        } else {
            Output.print(answer.text)
        }
        guard !unknown.isEmpty else { return }
        let list = unknown.map { "\($0)" }.joined(separator: ", ")
        Output.printError("carillond: tenant “\(tenant)” has no delivery \(list)")
        throw ExitCode(1)
    }
}
