import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Begin a tenant: a folder that validates, renders and tests at once.",
        discussion: """
            It asks nothing and overwrites nothing. A channel is a plugin (`carillon channels` lists them), `push` for \
            expo, `email` for smtp, or name=plugin, such as push=fcm.
            """
    )

    @Argument(help: "The tenant's id: small letters, digits and dashes.")
    var tenant: String

    @Option(help: ArgumentHelp("What people call the product; the id when silent.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("Languages, the default first.", valueName: "tags"))
    var locales = "en"

    @Option(help: ArgumentHelp("Channels.", valueName: "names"))
    var channels = "in-app,push"

    @Option(help: ArgumentHelp("Where nothing is known about a recipient.", valueName: "zone"))
    var timeZone = "Etc/UTC"

    @Option(help: ArgumentHelp("The folder that tenants stand in.", valueName: "folder"))
    var directory = "tenants"

    func validate() throws { _ = try scaffold() }

    func run() throws {
        let scaffold = try scaffold()
        let folder = "\(directory)/\(tenant)"
        guard (try? FileSystem.kind(of: folder)) == nil else {
            Terminal.printError("Error: \(folder) is there already; nothing was written\n")
            throw ExitCode(.foundErrors)
        }
        try prove(scaffold.folder(at: folder))
        do {
            try writeSchemas()
            try FileWriting.makeFolder("\(folder)/templates")
            try FileWriting.makeFolder("\(folder)/samples")
            for file in scaffold.files {
                try FileWriting.write(file.text, to: "\(folder)/\(file.path)")
                print("\(folder)/\(file.path)")
            }
        } catch {
            throw error.exit
        }
        for file in try GoldenFolder(LoadedTenant(folder: folder)).update() {
            print(file.prefix { $0 != ":" })
        }
        print(next(scaffold, folder: folder), terminator: "")
    }

    /// Nothing is written that wouldn't validate.
    private func prove(_ folder: TenantFolder) throws {
        var sources = SourceSet()
        let loaded = ProfileLoader(registry: .standard).load(folder, into: &sources)
        let report = DiagnosticReport(sources: sources, diagnostics: loaded.diagnostics, subjects: [folder.path])
        guard report.count(.error) > 0 else { return }
        print(Terminal.current.fitted(TextRenderer.forPeople.render(report)), terminator: "")
        Terminal.printError("Error: with these flags \(folder.path) would not be valid; nothing was written\n")
        throw ExitCode(.foundErrors)
    }

    /// What `"$schema"` in the files points to, where it isn't there yet.
    private func writeSchemas() throws(UnreadablePath) {
        let folder = "\(directory)/schema"
        guard (try? FileSystem.kind(of: folder)) == nil else { return }
        try FileWriting.makeFolder(folder)
        for kind in TenantFileKind.allCases {
            let schema = kind.jsonSchema(channels: ChannelRegistry.standard.descriptors)
            try FileWriting.write(schema.prettyText + "\n", to: "\(folder)/\(kind.rawValue).json")
        }
    }

    private func next(_ scaffold: Scaffold, folder: String) -> String {
        var steps = ["  carillon render \(folder) \(Scaffold.event)    see it", "  carillon validate \(folder)"]
        steps += ["  carillon test \(folder)            (--update approves what has changed)"]
        let files = scaffold.untranslated.map { "templates/\($0).json" }
        let translate = files.isEmpty ? [] : ["Names alone, until you write words: \(files.joined(separator: ", "))"]
        return "\n"
            + (translate + ["Next, write your events and words, and look at them:"] + steps)
            .joined(separator: "\n") + "\n"
    }

    private func scaffold() throws -> Scaffold {
        guard let id = TenantID(tenant) else { throw ValidationError("\(tenant) is not \(TenantID.shape)") }
        guard name?.allSatisfy(\.isWhitespace) != true else { throw ValidationError("the name must not be empty") }
        guard BuiltInTimeZones().offset(of: timeZone, at: SampleContext().now) != nil else {
            throw ValidationError("there is no time zone \(timeZone); it is written like Europe/Oslo")
        }
        return Scaffold(
            tenant: id,
            name: name ?? tenant.prefix(1).uppercased() + tenant.dropFirst(),
            locales: try Self.list(locales, "locale") { LocaleTag($0) },
            timeZone: timeZone,
            channels: try Self.list(channels, "channel") { ScaffoldChannel($0, registry: .standard) }
        )
    }

    private static func list<Element>(
        _ text: String,
        _ kind: String,
        _ make: (String) -> Element?
    ) throws -> [Element] {
        var seen: Set<String> = []
        return try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            let word = String(word.drop { $0 == " " })
            guard let element = make(word) else { throw ValidationError("there is no \(kind) \(word)") }
            guard seen.insert(word).inserted else { throw ValidationError("\(word) stands twice") }
            return element
        }
    }
}
