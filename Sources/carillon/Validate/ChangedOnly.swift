import ArgumentParser
import CarillonProfiles

/// For commands that need look at nothing but what has a change.
struct ChangedOnly: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only tenants with a changed file, and those whole; such as origin/main.",
            valueName: "revision"
        )
    )
    var since: String?

    @Flag(
        help: """
            Only tenants with a change that is staged for the next commit, as they are staged, whatever lies in the folder; \
            since HEAD when silent.
            """
    )
    var staged = false

    /// What is compared with; nil where everything is looked at.
    var revision: String? { since ?? (staged ? "HEAD" : nil) }

    /// Where the files of these lie.
    ///
    /// - Parameter others: what may be staged beside the tenants.
    func places(of folders: [String], and others: [String?]) throws -> FilePlaces {
        guard staged else { return .own }
        do throws(GitFailure) {
            return try FilePlaces(stagedOf: folders, and: others.compactMap(\.self))
        } catch {
            throw error.exit
        }
    }

    /// Those of the tenants' folders that have no change, and those that are deleted beside them.
    func unchanged(
        among folders: [String],
        channels: String?,
        in places: FilePlaces
    ) throws -> (tenants: Set<String>, deleted: [String]) {
        guard let revision else { return ([], []) }
        let changed = try ChangedTenants(
            of: folders,
            channels: channels,
            since: revision,
            isStaged: staged,
            in: places
        )
        return (changed.unchanged, changed.deleted)
    }

    /// Says which tenants have not been looked at, beside any form of report.
    ///
    /// - Parameters:
    ///   - deleted: those of which nothing is left to look at.
    ///   - paths: what is to be looked at; others aren't told of.
    func tell(passedOver: [String], deleted: [String], among paths: [String]) {
        guard let revision else { return }
        func listed(_ names: [String]) -> String {
            names.prefix(10).joined(separator: ", ") + (names.count > 10 ? ", …" : "")
        }
        let paths = Set(paths.map(PathNames.withoutSlash))
        let deleted = deleted.filter { paths.contains($0) || paths.contains(PathNames.parent(of: $0)) }
        if !deleted.isEmpty {
            let count = deleted.count == 1 ? "1 tenant is" : "\(deleted.count) tenants are"
            Terminal.printError("carillon: \(count) deleted since \(revision): \(listed(deleted))\n")
        }
        guard !passedOver.isEmpty else { return }
        let names = listed(passedOver)
        let change = "\(staged ? "staged " : "")change since \(revision)"
        let note =
            passedOver.count == 1
            ? "1 tenant has no \(change) and is passed over: \(names)"
            : "\(passedOver.count) tenants have no \(change) and are passed over: \(names)"
        Terminal.printError("carillon: \(note)\n")
    }
}
