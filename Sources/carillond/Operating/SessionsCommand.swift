import ArgumentParser
import CarillonHost
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

struct SessionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions",
        abstract: "Try what would be stored of a log-in.",
        subcommands: [TrySession.self]
    )
}

struct TrySession: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Say from a captured answer of the tenant's own log-in what would be stored, and why not.",
        discussion: """
            Reads the tenant's contract and the file, and nothing else: no host is asked, nothing is sent, nothing stored. \
            Ends with 1 where less would be stored than the log-in asks for.
            """
    )

    @Argument(help: "The body of the answer, JSON; - is standard input.")
    var file: String

    @Option(
        help: ArgumentHelp("The body of the log-in that it answered, for what it says of pushing.", valueName: "file")
    )
    var request: String?

    @Option(help: ArgumentHelp("Of which tenant; needed where several pass log-ins on.", valueName: "tenant"))
    var tenant: String?

    @Option(help: ArgumentHelp("Which log-in; needed where the contract passes several on.", valueName: "path"))
    var path: String?

    @Option(
        help: ArgumentHelp("Folder of tenant folders (default: tenants, or CARILLON_TENANTS).", valueName: "dir")
    )
    var tenants: String?

    @Option(help: ArgumentHelp("table or json.", valueName: "format"))
    var format: OutputFormat = .table

    func run() async throws {
        let (name, trial) = try chosen()
        let answer = Array(try NamedFile.text(file == "-" ? "/dev/stdin" : file).utf8)
        let request = try request.map { Array(try NamedFile.text($0).utf8) }
        let report = trial.report(on: answer, to: request)
        if format == .json {
            Output.print(report.json.text)
        } else {
            Output.print("tenant   \(name)")
            Output.print("log-in   POST \(trial.path), passed on to \(trial.upstream)")
            Output.print("user     \(report.user ?? "-")")
            Output.print("session  \(report.session ?? "-")")
            Output.print("pushing  \(Self.pushing(report))")
            for fault in report.faults { Output.printError("carillond: \(fault)") }
            if report.user == nil { Output.printError("carillond: nothing would be stored") }
        }
        guard report.faults.isEmpty else { throw ExitCode(1) }
    }

    private static func pushing(_ report: LoginReport) -> String {
        switch (report.allowsPush, report.hasDevice) {
        case (nil, _): "as the log-in itself says: name its body with --request"
        case (true, true): "allowed, with a device"
        case (true, _): "allowed, without a device"
        case (false, _): "not allowed"
        }
    }

    private func chosen() throws -> (tenant: String, trial: LoginTrial) {
        let folder = OptionSource().tenants(tenants)
        let profiles = TenantFolders(folder, registry: .standard).load()
        for failure in profiles.failures.sorted(by: { $0.key < $1.key }) where tenant == nil || failure.key == tenant {
            Output.printError(failure.value.report)
        }
        guard !profiles.isUnreadable else { throw ExitCode(66) }
        let all = profiles.tenants.flatMap { profile in
            LoginTrial.all(of: profile, registry: .standard, at: SystemClock().now).map {
                (tenant: profile.id.rawValue, trial: $0)
            }
        }
        let fitting = all.filter { $0.tenant == tenant ?? $0.tenant && $0.trial.path == path ?? $0.trial.path }
        guard let first = fitting.first, fitting.count == 1 else {
            let list = (fitting.isEmpty ? all : fitting).map { "--tenant \($0.tenant) --path \($0.trial.path)" }
            let known = "there is \(list.joined(separator: ", "))"
            let way = list.isEmpty ? "no contract in \(folder) passes a log-in on" : known
            Output.printError("carillond: \(fitting.isEmpty ? "no such log-in" : "several log-ins"); \(way)")
            throw ExitCode(1)
        }
        return first
    }
}
