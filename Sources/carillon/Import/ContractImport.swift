import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonProfiles

struct ContractImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Begin a contract.json from the OpenAPI document of an old backend.",
        discussion: """
            Routes and their fields are guessed from paths, names and schemas; what could not be mapped is listed on \
            standard error, with its place in the document. OpenAPI 3.0 and 3.1 as JSON; YAML is converted first: \
            yq -o=json openapi.yaml > openapi.json. Nothing that the document refers to elsewhere is read.
            """
    )

    @Argument(help: ArgumentHelp("The OpenAPI document.", valueName: "openapi.json"))
    var document: String

    @Option(
        help: ArgumentHelp(
            "A tenant's folder, or the name of one under `tenants`: its contract.json is written, unless there is one.",
            valueName: "tenant"
        )
    )
    var tenant: String?

    @Option(
        help: ArgumentHelp(
            "Where to write; standard output when neither this nor a tenant is given.",
            valueName: "file"
        )
    )
    var output: String?

    func run() throws {
        do {
            let folder = try tenant.map { try TenantFolder.read(LoadedTenant.folder(named: $0)) }
            let target = output ?? folder.map { "\($0.path)/contract.json" }
            if let target, (try? FileSystem.kind(of: target)) != nil {
                Terminal.printError("Error: \(target) is there already; nothing was written\n")
                throw ExitCode(.foundErrors)
            }
            let (text, summary) = try contract(folder)
            if let target {
                try FileWriting.create(text, at: target)
                print(target)
            } else {
                print(text, terminator: "")
            }
            Terminal.printError(summary)
        } catch let unreadable as UnreadablePath {
            throw unreadable.exit
        }
    }

    private func contract(_ folder: TenantFolder?) throws -> (text: String, summary: String) {
        let proof = ContractProof(folder)
        let tenant: TenantNames
        switch proof.names() {
        case .success(let names): tenant = folder == nil ? TenantNames() : names
        case .failure(let invalid):
            Terminal.printError(TextRenderer(isColored: false).render(invalid.report))
            Terminal.printError("Error: the tenant is not valid; mend it first, nothing was written\n")
            throw ExitCode(.foundErrors)
        }
        var sources = SourceSet()
        let parsed = try OpenAPIDocument.read(document, into: &sources)
        var draft = ContractDraft(parsed, for: tenant)
        let text = proof.prove(&draft)
        Terminal.printError(draft.findings.text(sources, parsed.source))
        let count = "\(draft.routes.count) of \(draft.operationCount) operations became routes"
        guard !draft.routes.isEmpty else {
            Terminal.printError("Error: \(count); nothing was written\n")
            throw ExitCode(.foundErrors)
        }
        let points = draft.findings.all.count
        return (text, "\(count); \(points) point\(points == 1 ? "" : "s") to look at\n")
    }
}
