import Foundation
import PackagePlugin

/// Makes typed code of tenants whenever a target is built.
///
/// What for is said by `notifications.json` in the folder of the target:
///
/// ```json
/// { "tenants": "../../tenants", "only": ["acme"], "for": "service", "access": "internal" }
/// ```
///
/// `tenants` is the folder of tenants as seen from the file; `only` names those of it that the code is for. `for` and `access`
/// are as for `carillon generate`, `all` and `internal` where they are left out.
///
/// `carillon` must be installed: the one that `CARILLON` names, else the one on the `PATH`. Built with the target, it would be
/// compiled in every build of every app.
@main
struct NotificationCode: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let sources = target as? any SourceModuleTarget else { return [] }
        let folder = sources.directoryURL
        let file = folder.appendingPathComponent("notifications.json")
        guard let content = try? Data(contentsOf: file) else { throw Failure.noSettings(file.path) }
        let settings: Settings
        do {
            settings = try JSONDecoder().decode(Settings.self, from: content)
        } catch {
            throw Failure.badSettings(file.path, error)
        }
        guard let carillon = InstalledProgram.carillon else { throw Failure.noProgram }
        let tenants = URL(fileURLWithPath: settings.tenants, relativeTo: folder).standardizedFileURL
        let output = context.pluginWorkDirectoryURL
        let part = settings.for ?? "all"
        var arguments = ["generate", "swift", "--tenants", tenants.path, "--output", output.path, "--for", part]
        arguments += ["--access", settings.access ?? "internal"] + settings.only.flatMap { ["--tenant", $0] }
        return [
            .buildCommand(
                displayName: "Typed code of \(settings.only.joined(separator: ", "))",
                executable: carillon,
                arguments: arguments,
                inputFiles: [file, carillon]
                    + settings.only.flatMap { Self.files(in: tenants.appendingPathComponent($0)) },
                outputFiles: Self.names(of: settings.only, for: part).map(output.appendingPathComponent)
            )
        ]
    }

    private struct Settings: Decodable {
        let tenants: String
        let only: [String]
        let `for`: String?
        let access: String?
    }

    /// Sorted, so that a build is the same everywhere.
    private static func files(in folder: URL) -> [URL] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().map { folder.appendingPathComponent($0) }.filter { !$0.hasDirectoryPath }
            .filter { $0.pathExtension == "json" }
    }

    /// What `carillon generate swift` writes.
    private static func names(of tenants: [String], for part: String) -> [String] {
        let types = tenants.map { tenant in
            tenant.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }
        let common = ["Check", "Events", "Sender", "Values"].map { "Carillon\($0).swift" }
        let service = common + types.map { "\($0)Events.swift" }
        let app = types.flatMap { ["\($0)App.swift", "\($0)Endpoints.swift"] }
        switch part {
        case "service": return service
        case "app": return app
        default: return service + app
        }
    }

    private enum Failure: Error, CustomStringConvertible {
        case noSettings(String)
        case badSettings(String, any Error)
        case noProgram

        var description: String {
            switch self {
            case .noSettings(let path):
                "there is no \(path); it says of which tenants code is made: {\"tenants\": \"../../tenants\", \"only\": [\"acme\"]}"
            case .badSettings(let path, let error): "\(path) isn't as it must be: \(error)"
            case .noProgram: "carillon is not on the PATH: install it, or name it in the variable CARILLON"
            }
        }
    }
}
