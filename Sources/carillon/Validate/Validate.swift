import ArgumentParser
import CarillonDiagnostics
import CarillonProfiles

struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check tenant folders: offline, completely, and with words.",
        discussion: "A path is a tenant's folder, or a folder of such folders."
    )

    @Argument(help: "Folders to check (default: tenants).")
    var paths: [String] = []

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

    @Option(
        defaultAsFlag: "",
        parsing: .next,
        help: ArgumentHelp(
            "Only warnings that aren't in the baseline; \(Baseline.fileName) beside the tenants unless it is named.",
            valueName: "file"
        )
    )
    var baseline: String?

    @Flag(help: "How often each code is found instead of the findings; with --format text or json.")
    var statistics = false

    @OptionGroup var files: ChannelFiles

    func validate() throws {
        for name in only where DiagnosticCode.named(name) == nil {
            let names = DiagnosticCode.all.flatMap { [$0.number, $0.slug] }
            let guess = Suggestion.closest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
            throw ValidationError("there is no diagnostic \(name)\(guess)")
        }
        if statistics, format != .text, format != .json {
            throw ValidationError("--statistics has the formats text and json")
        }
    }

    func run() throws {
        var remains = ProfileLoader.Remains()
        let place = baselinePlace
        let found = try TenantsReport(
            place.paths,
            channels: files.channels,
            unchanged: unchanged,
            keeping: &remains
        )
        var report = found.report
        if let note = passedOver(report) { Terminal.printError("carillon: \(note)\n") }
        var isStale = false
        if let file = place.file {
            let old = try file.read()
            let left = old.pruned(to: Baseline(of: report), lookedAt: found.tenants)
            if strict, left != old, report.count(.error) == 0 {
                isStale = true
                let count = old.count - left.count
                let (fixed, them) =
                    count == 1
                    ? ("1 warning in \(file.path) is put right", "it")
                    : ("\(count) warnings in \(file.path) are put right", "them")
                Terminal.printError("carillon: \(fixed): `carillon baseline prune` takes \(them) out\n")
            }
            report = old.hiding(from: report)
        }
        let renderer =
            statistics ? StatisticsRenderer(isJSON: format == .json) : format.renderer(isStrict: strict)
        print(renderer.render(report.only(only)), terminator: "")
        let fails = report.count(.error) > 0 || strict && (report.count(.warning) > 0 || isStale)
        // Ends here and now, with `remains` still held.
        withExtendedLifetime(remains) { Carillon.end(fails ? ExitCode(.foundErrors) : nil) }
    }

    /// The folders to check, and the baseline that is asked for.
    ///
    /// A folder behind `--baseline` is one to check: `validate --baseline tenants` means the baseline beside them.
    private var baselinePlace: (paths: [String], file: BaselineFile?) {
        guard let baseline else { return (chosen(paths), nil) }
        if case .folder? = try? FileSystem.kind(of: baseline) {
            let all = paths + [baseline]
            return (all, BaselineFile(nil, beside: [baseline]))
        }
        return (chosen(paths), BaselineFile(baseline.isEmpty ? nil : baseline, beside: chosen(paths)))
    }

    private func chosen(_ paths: [String]) -> [String] { paths.isEmpty ? ["tenants"] : paths }

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
