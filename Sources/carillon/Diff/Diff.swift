import ArgumentParser
import CarillonProfiles

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "What changes between two versions of tenants: for senders, for apps, for readers.",
        discussion: """
            OLD and NEW are tenant folders, or folders of such folders. With --base, NEW (tenants when silent) is compared \
            with what it was in that git revision. Every sample is rendered with both versions. With --live, NEW is compared with \
            what its readers get from a host whose staff have published other words in the studio.
            """
    )

    @Argument(help: ArgumentHelp("OLD NEW, or with --base or --live only NEW.", valueName: "folder"))
    var folders: [String] = []

    @Option(help: ArgumentHelp("A git revision, such as origin/main.", valueName: "revision"))
    var base: String?

    @Flag(help: "What is live in the studio beside the files.")
    var live = false

    @OptionGroup var source: LiveSource

    @Option(help: "How to print: text, json or markdown.")
    var format = DifferenceFormat.text

    @Flag(help: "Breaking changes fail.")
    var strict = false

    @OptionGroup var files: ChannelFiles

    func validate() throws {
        guard !live else {
            guard base == nil, folders.count < 2 else { throw ValidationError("with --live there is only one folder") }
            return try source.check()
        }
        guard source.isSilent else { throw ValidationError("--host, --admin-key and --from need --live") }
        if base == nil, folders.count != 2 { throw ValidationError("give two folders, or one and --base") }
        if base != nil, folders.count > 1 { throw ValidationError("with --base there is only one folder") }
    }

    func run() throws {
        let difference = try difference()
        let text = format.render(difference)
        print(format == .text ? Terminal.current.fitted(text) : text, terminator: "")
        if strict, difference.isBreaking { throw ExitCode(.foundErrors) }
    }

    private func difference() throws -> TenantsDifference {
        guard !live else { return try beside(folders.first ?? "tenants") }
        guard let base else { return try TenantsDifference(from: tenants(folders[0]), to: tenants(folders[1])) }
        let folder = folders.first ?? "tenants"
        let new = try tenants(folder)
        do {
            let checkout = try GitCheckout(of: folder, at: base)
            defer { checkout.remove() }
            return try TenantsDifference(from: checkout.isThere ? tenants(checkout.folder) : [], to: new)
        } catch let failure as GitFailure {
            throw failure.exit
        }
    }

    /// The tenants of a folder, and the same with the words that are live beside their files.
    private func beside(_ folder: String) throws -> TenantsDifference {
        let tenants = try tenants(folder)
        do throws(UnreadablePath) {
            let reader = try source.reader()
            var live: [LiveTexts] = []
            for tenant in tenants {
                let id = tenant.profile.id
                guard let (texts, version) = try reader.published(of: id) else {
                    Terminal.printError("\(tenant.folder): \(source.from ?? "the host") has no tenant \(id)\n")
                    continue
                }
                let files = try StudioFolder.draft(of: tenant.folder, channels: self.files)
                live.append(LiveTexts(texts, version: version, over: files, of: id))
            }
            return TenantsDifference(of: tenants, live: live)
        } catch {
            throw error.exit
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
