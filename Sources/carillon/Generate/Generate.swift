import ArgumentParser
import CarillonDiagnostics
import CarillonGenerate
import CarillonModel
import CarillonProfiles
import CarillonStandard

struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write typed code for the services that send a tenant's events, and for its apps.",
        discussion: """
            Without a language, everything that generate.json in the folder of tenants lists is written. Tenants with errors \
            are refused. The same tenants make the same files, and a file that is as it should be isn't touched. What was \
            generated of a tenant that isn't there any more is named, and never deleted.
            """
    )

    @Argument(help: "swift, typescript or kotlin.")
    var language: TargetLanguage?

    @Option(help: ArgumentHelp("Only this tenant; may be repeated.", valueName: "name"))
    var tenant: [String] = []

    @Option(name: .customLong("for"), help: "Whom it is for: service, app or all. (default: all)")
    var part: GeneratedPart?

    @Option(help: ArgumentHelp("The folder of tenants.", valueName: "dir"))
    var tenants = "tenants"

    @Option(help: ArgumentHelp("Where the files go. (default: generated)", valueName: "dir"))
    var output: String?

    @Option(help: "Who may use what is declared in Swift and Kotlin: public or internal. (default: public)")
    var access: Access?

    @Option(
        help: ArgumentHelp(
            "The package of Kotlin's files. (default: carillon.events, carillon.client)",
            valueName: "name"
        )
    )
    var package: String?

    @Flag(help: "Write nothing; print what would change, and fail where something would.")
    var check = false

    @OptionGroup var files: ChannelFiles

    func validate() throws {
        if let package, !GenerationTarget.isPackage(package) {
            throw ValidationError("\(package) is no package: words of letters, digits and _, joined by dots")
        }
        guard language == nil else { return }
        if !tenant.isEmpty || output != nil || part != nil || access != nil || package != nil {
            throw ValidationError("without a language, generate.json says all but --tenants, --channels and --check")
        }
    }

    func run() throws {
        var remains = ProfileLoader.Remains()
        let isFresh = try generate(keeping: &remains)
        // Ends here and now, with `remains` still held.
        withExtendedLifetime(remains) { Carillon.end(isFresh || !check ? nil : ExitCode(.foundErrors)) }
    }

    /// - Returns: whether every file was as it should be.
    func generate(keeping remains: inout ProfileLoader.Remains) throws -> Bool {
        let targets = try targets()
        let named = Set(targets.flatMap { $0.tenants ?? [] })
        let found = try foundFolders()
        let folders = try folders(named, of: found, all: targets.contains { $0.tenants == nil })
        let profiles = try load(folders, keeping: &remains)
        do {
            var outputs: [OutputFolder] = []
            for target in targets {
                let chosen = profiles.filter { target.tenants?.contains($0.id.rawValue) ?? true }
                let generation = Generation(
                    target.language,
                    registry: .standard,
                    for: target.part,
                    access: target.access,
                    package: target.package
                )
                try OutputFolder.add(generation.files(for: chosen), at: target.output, to: &outputs)
            }
            // A folder that is a tenant's own says nothing of others.
            let isAlone = found == [tenants] || found.map { $0 + "/" } == [tenants]
            let existing = isAlone ? nil : Set(found.map(Self.name))
            var isFresh = true
            for output in outputs { isFresh = try output.update(existing: existing, writes: !check) && isFresh }
            return isFresh
        } catch let faults as GenerationFaults {
            for message in faults.messages { Terminal.printError("Error: \(message)\n") }
            throw ExitCode(.foundErrors)
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        }
    }

    private func targets() throws -> [GenerationTarget] {
        guard let language else { return try GenerationTarget.listed(in: tenants) }
        let target = GenerationTarget(
            language: language,
            tenants: tenant.isEmpty ? nil : tenant,
            part: part ?? .all,
            output: output ?? "generated",
            access: access ?? .public,
            package: package
        )
        return [target]
    }

    private func foundFolders() throws -> [String] {
        do {
            return try TenantFolder.find(in: tenants)
        } catch {
            throw error.exit
        }
    }

    private func folders(_ named: Set<String>, of found: [String], all: Bool) throws -> [String] {
        let names = found.map(Self.name)
        for name in named.sorted() where !names.contains(name) {
            let guess = Suggestion.closest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
            throw UnreadablePath(path: "\(tenants)/\(name)", reason: "there is no such tenant\(guess)").exit
        }
        return zip(found, names).filter { all || named.contains($0.1) }.map(\.0)
    }

    private static func name(of folder: String) -> String {
        folder.split(separator: "/").last.map(String.init) ?? folder
    }

    private func load(_ folders: [String], keeping remains: inout ProfileLoader.Remains) throws -> [TenantProfile] {
        do {
            let loader = ProfileLoader(registry: .standard, channels: files.channels)
            let (profiles, report) = try loader.load(folders, keeping: &remains)
            guard report.count(.error) == 0 else {
                Terminal.printError(TextRenderer(isColored: false).render(report))
                throw ExitCode(.foundErrors)
            }
            return profiles
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        }
    }
}
