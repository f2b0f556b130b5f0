import ArgumentParser
import CarillonModel
import CarillonStudio

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

struct StudioPatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "patch",
        abstract: "Print a proposal as a mail that git am takes.",
        discussion: """
            It has the changed values alone, and the golden files recorded again, so that validate and test pass on it; a \
            warning that a change brings is told. It carries the proposal, for `carillon studio apply`.
            """
    )

    @OptionGroup var proposal: ProposalFile

    @Option(help: ArgumentHelp("Who hands it in.", valueName: "name"))
    var name = "Carillon"

    @Option(help: ArgumentHelp("Their address.", valueName: "address"))
    var address = "carillon@localhost"

    @Option(help: ArgumentHelp("When, such as 2026-02-25T06:13:20Z; now when silent.", valueName: "time"))
    var date: String?

    @Option(help: ArgumentHelp("The tenants' folder in the repository.", valueName: "path"))
    var prefix = "tenants"

    func validate() throws {
        if let date, Instant(date) == nil { throw ValidationError("\(date) is no time such as 2026-02-25T06:13:20Z") }
    }

    func run() throws {
        let loaded = try proposal.load()
        let (draft, conflicts) = loaded.applied()
        for line in conflicts { Terminal.printError("\(line)\n") }
        guard !draft.reportFaults(in: loaded.folder), conflicts.isEmpty else { throw ExitCode(.foundErrors) }
        let now = Instant(epochMilliseconds: Int64(time(nil)) * 1000)
        do {
            let patch = try StudioPatch(
                of: draft,
                title: loaded.proposal.titleOrDefault,
                author: StudioPatch.Author(name: name, address: address, date: date.flatMap { Instant($0) } ?? now),
                golden: loaded.golden,
                prefix: prefix
            )
            print(patch.text, terminator: "")
        } catch StudioPatch.Fault.empty {
            Terminal.printError("\(loaded.folder): nothing changes\n")
        } catch {
            Terminal.printError("\(loaded.folder): has errors, see `carillon validate`\n")
            throw ExitCode(.foundErrors)
        }
    }
}
