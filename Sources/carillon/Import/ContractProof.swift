import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

/// Tries a drafted contract in a tenant, and takes out the routes that the tenant can't have.
struct ContractProof {
    private let folder: TenantFolder
    private static let path = "contract.json"

    /// - Parameter folder: the tenant's; where nobody named one, a tenant that was just begun.
    init(_ folder: TenantFolder?) {
        self.folder = folder ?? Self.example
    }

    /// What a draft needs of the tenant, or what is wrong with it.
    func names() -> Result<TenantNames, Invalid> {
        var sources = SourceSet()
        let bare = TenantFolder(
            name: folder.name,
            path: folder.path,
            files: folder.files.filter { $0.path != Self.path },
            faults: folder.faults
        )
        let loaded = ProfileLoader(registry: .standard).load(bare, into: &sources)
        guard let profile = loaded.profile else {
            return .failure(
                Invalid(
                    report: DiagnosticReport(
                        sources: sources,
                        diagnostics: loaded.diagnostics,
                        subjects: [folder.path]
                    )
                )
            )
        }
        let registry = ChannelRegistry.standard.serving(profile)
        let plugins = profile.channels.map(\.plugin).filter { plugin in
            if case .deviceToken? = registry[plugin]?.descriptor.address { true } else { false }
        }
        return .success(
            TenantNames(
                isNamed: true,
                toggles: profile.toggles.map(\.name),
                devicePlugins: Set(plugins.map(\.rawValue)).sorted()
            )
        )
    }

    /// A tenant that can't be proven even without a contract.
    struct Invalid: Error {
        let report: DiagnosticReport
    }

    /// The contract as text, without routes that would be errors, and with a code for each error where codes are numbers.
    func prove(_ draft: inout ContractDraft) -> String {
        while true {
            let (profile, faults) = load(document(draft))
            let reasons = Dictionary(faults, uniquingKeysWith: { first, _ in first })
            let wrong = reasons.keys.filter(draft.routes.indices.contains)
            if wrong.isEmpty {
                if let profile { draft.number(errorsWithoutCode(profile)) }
                return document(draft)
            }
            for route in wrong.sorted(by: >) { draft.remove(route, because: reasons[route] ?? "") }
        }
    }

    private func document(_ draft: ContractDraft) -> String {
        let members = draft.json.object?.members ?? []
        let schema = JSONObject.Member("$schema", "../schema/contract.json")
        return JSONValue.object(JSONObject([schema] + members)).prettyText + "\n"
    }

    /// The tenant with a contract, and the errors in that by the index of their route.
    private func load(_ text: String) -> (profile: TenantProfile?, faults: [(Int, String)]) {
        var sources = SourceSet()
        let file = TenantFolder.File(Self.path, Array(text.utf8))
        let loaded = ProfileLoader(registry: .standard).load(folder.with([file]), into: &sources)
        let errors = loaded.diagnostics.filter { diagnostic in
            diagnostic.severity == .error && sources[diagnostic.primary.span.source].path.hasSuffix("/" + Self.path)
        }
        guard let first = errors.first else { return (loaded.profile, []) }
        let source = first.primary.span.source
        let routes = JSONReader.read(file.content, source: source).root?["routes"]?.elements ?? []
        let faults = errors.map { error in
            let offset = error.primary.span.range.lowerBound
            return (routes.firstIndex { $0.range.contains(offset) } ?? -1, error.message)
        }
        return (loaded.profile, faults)
    }

    /// Errors that clients of a tenant's contract can receive, and have no code for.
    private func errorsWithoutCode(_ profile: TenantProfile) -> Set<CanonicalError> {
        guard let contract = profile.contract else { return [] }
        let routes: [ContractRoute?] = [nil] + contract.routes
        return routes.reduce(into: []) {
            $0.formUnion(contract.errorsWithoutCode(on: $1, devicesOf: profile.devices.owner))
        }
    }

    private static var example: TenantFolder {
        let scaffold = Scaffold(
            tenant: "example",
            name: "Example",
            locales: ["en"],
            timeZone: "Etc/UTC",
            channels: ["in-app", "push"].compactMap { ScaffoldChannel($0, registry: .standard) }
        )
        return scaffold.folder(at: "example")
    }
}
