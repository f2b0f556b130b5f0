import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import CarillonStandard

struct AddLocale: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add-locale",
        abstract: "Begin a translation: a place for every word, with the original above it.",
        discussion: """
            It overwrites nothing: of a language that is there already, only what is missing is added. What isn't \
            translated yet is shown in the default language.
            """
    )

    @Argument(help: ArgumentHelp("The language, such as uk or pt-BR.", valueName: "tag"))
    var locale: String

    @Option(help: ArgumentHelp("A tenant's folder, or the name of one under `tenants`.", valueName: "tenant"))
    var tenant: String

    func validate() throws { _ = try tag() }

    func run() throws {
        let tag = try tag()
        let path = try LoadedTenant.folder(named: tenant)
        do {
            try add(tag, to: TenantFolder.read(path))
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        }
    }

    private func tag() throws -> LocaleTag {
        do {
            return try LanguageChoice.tag(locale)
        } catch {
            throw ValidationError(error.description)
        }
    }

    private func add(_ tag: LocaleTag, to folder: TenantFolder) throws {
        let loader = ProfileLoader(registry: .standard)
        var sources = SourceSet()
        let (addition, found) = loader.addition(of: tag, to: folder, into: &sources)
        guard let addition else { throw refusal(sources, found, folder) }
        guard tag != addition.defaultLocale else {
            throw Self.wrongUsage("\(tag) is the tenant's default language: the others are translated from it")
        }
        guard !addition.files.isEmpty else {
            print("\(tag) has a place for every word already; nothing was written")
            return
        }
        let whole = folder.with(addition.files)
        var proof = SourceSet()
        let proven = loader.load(whole, into: &proof)
        guard proven.profile != nil else { throw refusal(proof, proven.diagnostics, folder) }
        // The texts come first: a language that is supported must have some.
        for file in addition.files.sorted(by: { $0.path > $1.path }) {
            try FileWriting.makeFolder("\(folder.path)/templates")
            let text = String(decoding: file.content, as: UTF8.self)
            try FileWriting.replace("\(folder.path)/\(file.path)", with: text)
            print("\(folder.path)/\(file.path)")
        }
        print(next(tag, addition.shared, loader, whole), terminator: "")
    }

    private func refusal(_ sources: SourceSet, _ found: [Diagnostic], _ folder: TenantFolder) -> ExitCode {
        let report = DiagnosticReport(sources: sources, diagnostics: found, subjects: [folder.path])
        Terminal.printError(TextRenderer(isColored: false).render(report))
        Terminal.printError("Error: \(folder.path) is not valid; mend it first, nothing was written\n")
        return ExitCode(.foundErrors)
    }

    private func next(_ tag: LocaleTag, _ shared: [String], _ loader: ProfileLoader, _ folder: TenantFolder) -> String {
        var sources = SourceSet()
        let states = loader.translations(of: folder, into: &sources).states ?? []
        let open = states.first { $0.locale == tag }?.open.count ?? 0
        var lines = [""]
        if !shared.isEmpty {
            lines.append("Written once for all languages, and left so: \(shared.joined(separator: ", "))")
        }
        lines.append(
            "To translate into \(tag): \(open) text\(open == 1 ? "" : "s"). Write between the empty quotes; the"
        )
        lines.append("line above, whose name begins with $, is the original and may stay.")
        lines += [
            "  carillon translations --tenant \(tenant)    what is left",
            "  carillon validate \(folder.path)",
            "  carillon test \(folder.path) --update    approves how it looks",
        ]
        return lines.joined(separator: "\n") + "\n"
    }
}

extension TenantFolder {
    /// The folder with files in place of those of the same path.
    func with(_ changed: [File]) -> TenantFolder {
        let paths = Set(changed.map(\.path))
        let others = files.filter { !paths.contains($0.path) }
        return TenantFolder(name: name, path: path, files: others + changed, faults: faults)
    }
}
