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

    @OptionGroup var files: ChannelFiles

    func run() throws {
        var fails = false
        for folder in try folders() {
            let golden = try GoldenFolder(LoadedTenant(folder: folder, channels: files.channels))
            if update { for line in try golden.update() { print(line) } }
            let findings =
                try update
                ? GoldenFolder(LoadedTenant(folder: folder, channels: files.channels)).findings() : golden.findings()
            print(findings.joined(), terminator: "")
            print("\(folder): \(summary(samples: golden.files.count, findings: findings.count))")
            fails = fails || !findings.isEmpty
        }
        if fails { throw ExitCode(.foundErrors) }
    }

    private func summary(samples: Int, findings: Int) -> String {
        let counted = "\(samples) sample\(samples == 1 ? "" : "s")"
        guard findings > 0 else { return Ink.green.paint("\(counted) as approved") }
        return Ink.red.paint("\(counted), \(findings) golden file\(findings == 1 ? "" : "s") to look at")
    }

    private func folders() throws -> [String] {
        do {
            return try paths.flatMap { path throws(UnreadablePath) in try TenantFolder.find(in: path) }
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        }
    }
}
