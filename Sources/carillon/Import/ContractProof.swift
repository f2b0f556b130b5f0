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

    /// What a draft is to know of the tenant, or what is wrong with it.
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
        let plugins = profile.channels.map(\.plugin).filter { plugin in
            if case .deviceToken? = ChannelRegistry.standard[plugin]?.descriptor.address { true } else { false }
        }
        return .success(
            TenantNames(
                toggles: profile.toggles.map(\.name),
                devicePlugins: Set(plugins.map(\.rawValue)).sorted()
            )
        )
    }

    /// A tenant that can't be proven even without a contract.
    struct Invalid: Error {
        let report: DiagnosticReport
    }

    /// The contract as text, without routes that would be errors.
    func prove(_ draft: inout ContractDraft) -> String {
        while true {
            let text = document(draft)
            let words = Dictionary(faults(text), uniquingKeysWith: { first, _ in first })
            let wrong = words.keys.filter(draft.routes.indices.contains)
            guard !wrong.isEmpty else { return text }
            for route in wrong.sorted(by: >) { draft.remove(route, because: words[route] ?? "") }
        }
    }

    private func document(_ draft: ContractDraft) -> String {
        let members = draft.json.object?.members ?? []
        let schema = JSONObject.Member("$schema", "../schema/contract.json")
        return JSONValue.object(JSONObject([schema] + members)).prettyText + "\n"
    }

    /// Errors by the index of their route.
    private func faults(_ text: String) -> [(Int, String)] {
        var sources = SourceSet()
        let file = TenantFolder.File(Self.path, Array(text.utf8))
        let loaded = ProfileLoader(registry: .standard).load(folder.with([file]), into: &sources)
        let errors = loaded.diagnostics.filter { diagnostic in
            diagnostic.severity == .error && sources[diagnostic.primary.span.source].path.hasSuffix("/" + Self.path)
        }
        guard let first = errors.first else { return [] }
        let source = first.primary.span.source
        let routes = JSONReader.read(file.content, source: source).root?["routes"]?.elements ?? []
        return errors.map { error in
            let offset = error.primary.span.range.lowerBound
            return (routes.firstIndex { $0.range.contains(offset) } ?? -1, error.message)
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
