import ArgumentParser
import CarillonProfiles

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "What changes between two versions of tenants: for senders, for apps, for readers.",
        discussion: """
            OLD and NEW are tenant folders, or folders of such folders. With --base, NEW (tenants when silent) is compared \
            with what it was in that git revision. Every sample is rendered with both versions.
            """
    )

    @Argument(help: ArgumentHelp("OLD NEW, or with --base only NEW.", valueName: "folder"))
    var folders: [String] = []

    @Option(help: ArgumentHelp("A git revision, such as origin/main.", valueName: "revision"))
    var base: String?

    @Option(help: "How to print: text, json or markdown.")
    var format = DifferenceFormat.text

    @Flag(help: "Breaking changes fail.")
    var strict = false

    @OptionGroup var files: ChannelFiles

    func validate() throws {
        if base == nil, folders.count != 2 { throw ValidationError("give two folders, or one and --base") }
        if base != nil, folders.count > 1 { throw ValidationError("with --base there is only one folder") }
    }

    func run() throws {
        let difference = try difference()
        print(format.render(difference), terminator: "")
        if strict, difference.isBreaking { throw ExitCode(.foundErrors) }
    }

    private func difference() throws -> TenantsDifference {
        guard let base else { return try TenantsDifference(from: tenants(folders[0]), to: tenants(folders[1])) }
        let folder = folders.first ?? "tenants"
        let new = try tenants(folder)
        do {
            let checkout = try GitCheckout(of: folder, at: base)
            defer { checkout.remove() }
            return try TenantsDifference(from: tenants(checkout.folder), to: new)
        } catch let failure as GitFailure {
            throw failure.exit
        }
    }

    private func tenants(_ path: String) throws -> [LoadedTenant] {
        do {
            return try TenantFolder.find(in: path).map { try LoadedTenant(folder: $0, channels: files.channels) }
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        }
    }
}
