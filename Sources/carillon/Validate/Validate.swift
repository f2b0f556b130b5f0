import ArgumentParser
import CarillonDiagnostics
import CarillonPipeline
import CarillonProfiles
import CarillonStandard

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check tenant folders: offline, completely, and with words.",
        discussion: "A path is a tenant's folder, or a folder of such folders."
    )

    @Argument(help: "Folders to check.")
    var paths = ["tenants"]

    @Option(help: "How to print: \(ReportFormat.list).")
    var format = ReportFormat.text

    @Flag(help: "Warnings fail, too.")
    var strict = false

    @Option(help: ArgumentHelp("Show only this, such as T0301; the exit status is that of all.", valueName: "code"))
    var only: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only tenants with a changed file, and those whole; such as origin/main.",
            valueName: "revision"
        )
    )
    var since: String?

    @Flag(help: "What is staged for the next commit counts as changed, and nothing else; since HEAD when silent.")
    var staged = false

    @OptionGroup var files: ChannelFiles

    func validate() throws {
        for name in only where DiagnosticCode.named(name) == nil {
            let names = DiagnosticCode.all.flatMap { [$0.number, $0.slug] }
            let guess = Suggestion.closest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
            throw ValidationError("there is no diagnostic \(name)\(guess)")
        }
    }

    func run() throws {
        var remains = ProfileLoader.Remains()
        let report = try load(keeping: &remains)
        if let note = passedOver(report) { Terminal.printError("carillon: \(note)\n") }
        print(format.renderer(isStrict: strict).render(report.only(only)), terminator: "")
        let fails = report.count(.error) > 0 || strict && report.count(.warning) > 0
        // Ends here and now, with `remains` still held.
        withExtendedLifetime(remains) { Self.exit(withError: fails ? ExitCode(.foundErrors) : nil) }
    }

    private func load(keeping remains: inout ProfileLoader.Remains) throws -> DiagnosticReport {
        do {
            var folders: [String] = []
            var seen: Set<String> = []
            for path in paths {
                for folder in try TenantFolder.find(in: path)
                where seen.insert(try FileSystem.resolved(folder)).inserted {
                    folders.append(folder)
                }
            }
            let loader = ProfileLoader(
                registry: .standard,
                channels: files.channels,
                proof: RenderingProof(registry: .standard)
            )
            return try loader.load(folders, neighbours: unchanged(among: folders), keeping: &remains).report
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        } catch let failure as GitFailure {
            Terminal.printError("Error: \(failure.message)\n")
            throw ExitCode(.noInput)
        }
    }

    private var revision: String? { since ?? (staged ? "HEAD" : nil) }

    private func unchanged(among folders: [String]) throws -> Set<String> {
        guard let revision else { return [] }
        let changed = try ChangedTenants(of: folders, channels: files.channels, since: revision, isStaged: staged)
        return changed.unchanged
    }

    /// Says which tenants have not been looked at, beside any form of report.
    private func passedOver(_ report: DiagnosticReport) -> String? {
        guard let revision, !report.passedOver.isEmpty else { return nil }
        let names = report.passedOver.prefix(10).joined(separator: ", ") + (report.passedOver.count > 10 ? ", …" : "")
        let change = "\(staged ? "staged " : "")change since \(revision)"
        return report.passedOver.count == 1
            ? "1 tenant has no \(change) and is passed over: \(names)"
            : "\(report.passedOver.count) tenants have no \(change) and are passed over: \(names)"
    }
}
