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

    @OptionGroup var changed: ChangedOnly

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
        let (report, isStale) = try report(keeping: &remains)
        let renderer =
            statistics ? StatisticsRenderer(isJSON: format == .json) : format.renderer(isStrict: strict)
        let text = renderer.render(report.only(only))
        print(format == .text ? Terminal.current.fitted(text) : text, terminator: "")
        let fails = report.count(.error) > 0 || strict && (report.count(.warning) > 0 || isStale)
        // Ends here and now, with `remains` still held.
        withExtendedLifetime(remains) { Carillon.end(fails ? ExitCode(.foundErrors) : nil) }
    }

    /// What is to be shown, and whether the baseline has what is put right.
    private func report(keeping remains: inout ProfileLoader.Remains) throws -> (DiagnosticReport, isStale: Bool) {
        let (paths, file) = baselinePlace
        let places = try changed.places(of: paths, and: [files.channels, file?.path])
        defer { places.remove() }
        var deleted: [String] = []
        let found = try TenantsReport(
            paths,
            channels: files.channels,
            in: places,
            unchanged: { folders in
                let unchanged = try changed.unchanged(among: folders, channels: files.channels, in: places)
                deleted = unchanged.deleted
                return unchanged.tenants
            },
            keeping: &remains
        )
        changed.tell(passedOver: found.report.passedOver, deleted: deleted, among: paths)
        guard let file else { return (found.report, false) }
        let old = try file.read(in: places)
        let left = old.pruned(to: Baseline(of: found.report), lookedAt: found.tenants)
        let isStale = strict && left != old && found.report.count(.error) == 0
        if isStale {
            let count = old.count - left.count
            let (fixed, them) =
                count == 1
                ? ("1 warning in \(file.path) is put right", "it")
                : ("\(count) warnings in \(file.path) are put right", "them")
            Terminal.printError("carillon: \(fixed): `carillon baseline prune` takes \(them) out\n")
        }
        return (old.hiding(from: found.report), isStale)
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
}
