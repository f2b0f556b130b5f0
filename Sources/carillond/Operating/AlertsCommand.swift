import ArgumentParser
import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonStandard

struct AlertsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alerts",
        abstract: "List what operators were alerted of and still holds, or send a test alert.",
        subcommands: [ListAlerts.self, TestAlerts.self],
        defaultSubcommand: ListAlerts.self
    )
}

struct ListAlerts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List active alerts (default).")

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let answer = try await options.ask { try await $0.ask("GET", "/v1/alerts") }
        guard options.format == .table else { return Output.print(answer.text) }
        let alerts = answer["alerts"]?.array ?? []
        Output.print(alerts.isEmpty ? "no alerts are active" : Self.table.text(alerts))
    }

    private static let table = Table(
        columns: [
            .init("KIND", "kind", isWhole: true), .init("TENANT", "tenant"), .init("CHANNEL", "channel"),
            .init(time: "SINCE", "since"),
        ],
        notes: { [$0["message"]?.string] }
    )
}

struct TestAlerts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test alert to each address, and print what it answered.",
        discussion: """
            Takes the options and variables of `serve`, and needs no host. Each address is tried once. Ends with 1 where \
            one of them didn't take it.
            """
    )

    @OptionGroup var options: ServeOptions

    func run() async throws {
        let configuration = try options.resolved().host
        guard !configuration.alerts.sinks.isEmpty else {
            throw ValidationError("alerts go nowhere: say --alert-webhook or --alert-mail-to")
        }
        let answers = try await AlertTrial.run(configuration, registry: .standard)
        for answer in answers {
            Output.print("\(answer.sink.name) \(answer.sink.address): \(Self.summary(answer.outcome))")
        }
        guard answers.allSatisfy({ if case .accepted = $0.outcome { true } else { false } }) else { throw ExitCode(1) }
    }

    private static func summary(_ outcome: DeliveryOutcome) -> String {
        switch outcome {
        case .accepted: "taken"
        case .deferred(let reason, after: _): "not now, \(reason)"
        case .refused(let reason), .gone(let reason, since: _): "refused, \(reason)"
        case .tooLarge(let limit): "refused, larger than \(limit) bytes"
        case .misconfigured(let reason): "not set up rightly, \(reason)"
        case .uncertain(let reason): "nobody knows, \(reason)"
        }
    }
}
