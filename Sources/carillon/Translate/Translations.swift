import ArgumentParser
import CarillonDiagnostics
import CarillonModel
import CarillonProfiles
import CarillonStandard

struct Translations: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "translations",
        abstract: "What is translated, and what is left to do, by language.",
        discussion:
            "Also texts whose original has changed since: where it stands above the translation, as `add-locale` writes it."
    )

    enum Form: String, ExpressibleByArgument, CaseIterable {
        case text
        case json
    }

    @Option(
        help: ArgumentHelp(
            "A tenant's folder, or the name of one under `tenants`; all when silent.",
            valueName: "tenant"
        )
    )
    var tenant: String?

    @Option(help: "How to print: \(Form.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format = Form.text

    func run() throws {
        let folders = try tenant.map { [try LoadedTenant.folder(named: $0)] } ?? allFolders()
        var reports: [TranslationReport] = []
        var isWhole = true
        for folder in folders {
            do {
                reports.append(try TranslationReport(folder: folder))
            } catch let exit as ExitCode where exit == ExitCode(.foundErrors) {
                // What is wrong has been reported; the others are checked all the same.
                isWhole = false
            }
        }
        switch format {
        case .text: print(reports.map(\.text).joined(separator: "\n"), terminator: "")
        case .json: print(JSONValue.object(["tenants": .array(reports.map(\.json))]).prettyText)
        }
        if !isWhole { throw ExitCode(.foundErrors) }
    }

    private func allFolders() throws -> [String] {
        do {
            return try TenantFolder.find(in: "tenants")
        } catch {
            throw error.exit
        }
    }
}
