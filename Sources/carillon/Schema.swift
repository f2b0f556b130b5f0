import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "JSON Schema of the tenant files, or of an event's payload.",
        discussion: """
            KIND is profile, events, templates, contract or channel; or TENANT/EVENT for the payload of an event, such as \
            acme/order.shipped. Without it: what there is.
            """
    )

    @Argument(help: "Which schema.")
    var kind: String?

    @Option(help: "The folder of tenants, for an event's payload.")
    var tenants = "tenants"

    func run() throws {
        guard let name = kind else {
            for kind in TenantFileKind.allCases { print("\(kind.rawValue)  \(kind.summary)") }
            print("TENANT/EVENT  the payload of an event")
            return
        }
        if let kind = TenantFileKind(rawValue: name) {
            print(kind.jsonSchema(channels: ChannelRegistry.standard.descriptors).prettyText)
        } else if let slash = name.firstIndex(of: "/") {
            print(try payload(tenant: String(name[..<slash]), event: String(name[name.index(after: slash)...])))
        } else {
            let guess = Suggestion.closest(to: name, among: TenantFileKind.allCases.map(\.rawValue))
            throw Self.wrongUsage("there is no kind \(name)" + (guess.map { "; did you mean \($0)?" } ?? "; \(kinds)"))
        }
    }

    private var kinds: String { TenantFileKind.allCases.map(\.rawValue).joined(separator: ", ") }

    private func payload(tenant: String, event: String) throws -> String {
        let folder: TenantFolder
        do {
            folder = try TenantFolder.read("\(tenants)/\(tenant)")
        } catch {
            throw error.exit
        }
        var sources = SourceSet()
        let loaded = ProfileLoader(registry: .standard).load(folder, into: &sources)
        guard let profile = loaded.profile else {
            let report = DiagnosticReport(sources: sources, diagnostics: loaded.diagnostics, subjects: [folder.path])
            print(Terminal.current.fitted(TextRenderer.forPeople.render(report)), terminator: "")
            throw ExitCode(.foundErrors)
        }
        guard let type = profile.event(named: event) else {
            let guess = Suggestion.closest(to: event, among: profile.events.map(\.id.rawValue))
            throw Self.wrongUsage("\(tenant) has no event \(event)" + (guess.map { "; did you mean \($0)?" } ?? ""))
        }
        return type.payloadSchema(in: profile).prettyText
    }
}
