import ArgumentParser
import CarillonDiagnostics
import CarillonProfiles

struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "The warnings that are there already, so that `validate --baseline` shows only new ones.",
        discussion: """
            For a repository that has too many to put right at once. Errors are never in it: the host refuses a tenant that \
            has one. The file is \(Baseline.fileName) beside the tenants' folders, and belongs into the repository.
            """,
        subcommands: [Create.self, Prune.self, Show.self]
    )

    /// What all of them take.
    struct Options: ParsableArguments {
        @Argument(help: "Folders to check.")
        var paths = ["tenants"]

        @Option(help: ArgumentHelp("The baseline, if it lies elsewhere.", valueName: "file"))
        var file: String?

        @OptionGroup var files: ChannelFiles

        var baseline: BaselineFile { BaselineFile(file, beside: paths) }

        func report() throws -> TenantsReport {
            var remains = ProfileLoader.Remains()
            return try TenantsReport(paths, channels: files.channels, keeping: &remains)
        }
    }

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write down the warnings that are there now.",
            discussion: "What is in the file of tenants that aren't named stays there."
        )

        @OptionGroup var options: Options

        func run() throws {
            let (found, file) = (try options.report(), options.baseline)
            let old = file.exists ? try file.read() : Baseline()
            let baseline = Baseline(of: found.report).adding(old, lookedAt: found.tenants)
            try file.write(baseline)
            print("\(file.path): \(Self.counted(baseline))")
            let errors = found.report.count(.error)
            if errors > 0 {
                let sentence = errors == 1 ? "1 error isn't" : "\(errors) errors aren't"
                Terminal.printError("carillon: \(sentence) in it: errors have to be put right\n")
            }
        }

        static func counted(_ baseline: Baseline) -> String {
            baseline.count == 1 ? "1 warning" : "\(baseline.count) warnings"
        }
    }

    struct Prune: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take out what has been put right; nothing is added."
        )

        @OptionGroup var options: Options

        func run() throws {
            let (found, file) = (try options.report(), options.baseline)
            let old = try file.read()
            // Whatever stands beside an error may be unseen rather than put right.
            guard found.report.count(.error) == 0 else {
                let advice = "put right the errors that `carillon validate` shows first"
                Terminal.printError("Error: nothing is taken out of \(file.path): \(advice)\n")
                throw ExitCode(.foundErrors)
            }
            let baseline = old.pruned(to: Baseline(of: found.report), lookedAt: found.tenants)
            if baseline != old { try file.write(baseline) }
            print("\(file.path): \(Create.counted(baseline)), \(old.count - baseline.count) taken out")
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what is in it, a line each, and what of it is put right."
        )

        @OptionGroup var options: Options

        func run() throws {
            let (found, file) = (try options.report(), options.baseline)
            let baseline = try file.read()
            let left = baseline.pruned(to: Baseline(of: found.report), lookedAt: found.tenants)
            let counts = Dictionary(left.entries.map { ($0.fingerprint, $0.count) }) { $0 + $1 }
            for entry in baseline.entries {
                let slug = DiagnosticCode.named(entry.code)?.slug ?? "unknown"
                let fixed = entry.count - (counts[entry.fingerprint] ?? 0)
                let times = entry.count == 1 ? "" : " ×\(entry.count)"
                let state = fixed == 0 ? "" : fixed == entry.count ? " (put right)" : " (\(fixed) put right)"
                let place = (entry.tenant.isEmpty ? [] : [entry.tenant]) + [entry.place]
                print("\(entry.code) \(slug)  \(place.joined(separator: "/"))\(times)\(state)")
            }
            print("\(file.path): \(Create.counted(baseline)), \(baseline.count - left.count) put right")
        }
    }
}
