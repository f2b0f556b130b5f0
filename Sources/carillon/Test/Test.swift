import ArgumentParser
import CarillonProfiles

struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Render every sample and compare it with its golden file.",
        discussion: """
            A path is a tenant's folder, or a folder of such folders. golden/<event>.json holds what \
            samples/<event>.json looks like in every language and for every channel; golden/<event>.<name>.json that of \
            a further sample, and golden/<text>.json what goes out for several notifications that are collected. A sample \
            without a golden file fails, and so does a golden file without a sample.
            """
    )

    @Argument(help: "Folders to test.")
    var paths = ["tenants"]

    @Flag(help: "Write the golden files instead, and delete those of samples that are no more.")
    var update = false

    @OptionGroup var changed: ChangedOnly

    @OptionGroup var files: ChannelFiles

    func validate() throws {
        if update, changed.staged { throw ValidationError("--update writes into the folder, not into what is staged") }
    }

    func run() throws {
        let places = try changed.places(of: paths, and: [files.channels])
        defer { places.remove() }
        let (chosen, passedOver, deleted) = try folders(in: places)
        changed.tell(passedOver: passedOver, deleted: deleted, among: paths)
        if chosen.isEmpty { print("no tenant that is there has a change") }
        var fails = false
        for folder in chosen {
            let golden = try golden(of: folder, in: places)
            if update { for line in try golden.update() { print(line) } }
            let findings = try update ? self.golden(of: folder, in: places).findings() : golden.findings()
            print(Terminal.current.fitted(findings.joined()), terminator: "")
            print(Terminal.current.fitted("\(folder): \(summary(golden.files.count, findings: findings.count))"))
            fails = fails || !findings.isEmpty
        }
        if fails { throw ExitCode(.foundErrors) }
    }

    private func golden(of folder: String, in places: FilePlaces) throws -> GoldenFolder {
        try GoldenFolder(LoadedTenant(folder: folder, channels: files.channels, in: places), in: places)
    }

    private func summary(_ samples: Int, findings: Int) -> String {
        let counted = "\(samples) sample\(samples == 1 ? "" : "s")"
        guard findings > 0 else { return Ink.green.paint("\(counted) as approved") }
        return Ink.red.paint("\(counted), \(findings) golden file\(findings == 1 ? "" : "s") to look at")
    }

    /// The tenants' folders to test, those that are left out because they have no change, and those that are gone.
    private func folders(in places: FilePlaces) throws -> (chosen: [String], passedOver: [String], deleted: [String]) {
        do {
            let all = try paths.flatMap { path throws(UnreadablePath) in try places.tenants(in: path) }
            let unchanged = try changed.unchanged(among: all, channels: files.channels, in: places)
            return (
                all.filter { !unchanged.tenants.contains($0) }, all.filter(unchanged.tenants.contains),
                unchanged.deleted
            )
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        } catch let failure as GitFailure {
            throw failure.exit
        }
    }
}
