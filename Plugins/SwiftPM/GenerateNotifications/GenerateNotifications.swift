import Foundation
import PackagePlugin

/// `swift package generate-notifications [arguments of carillon generate]`: writes typed code into a package, to be checked in.
///
/// Without arguments it writes what `tenants/generate.json` lists. With `--check` it writes nothing and fails where a file isn't
/// fresh. `carillon` is the one that `CARILLON` names, else the one on the `PATH`, else it is built.
@main
struct GenerateNotifications: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try InstalledProgram.carillon ?? built()
        process.arguments = ["generate"] + arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        // A plugin ends with 0 or 1, whatever the tool said.
        guard process.terminationStatus == 0 else { throw Failure.status(process.terminationStatus) }
    }

    private func built() throws -> URL {
        let build = try packageManager.build(.product("carillon"), parameters: .init(configuration: .inherit))
        guard build.succeeded,
            let tool = build.builtArtifacts.first(where: {
                $0.kind == .executable && $0.url.lastPathComponent == "carillon"
            })
        else { throw Failure.notBuilt(log: build.logText) }
        return tool.url
    }

    enum Failure: Error, CustomStringConvertible {
        case notBuilt(log: String)
        case status(Int32)

        var description: String {
            switch self {
            case .notBuilt(let log): "carillon is not on the PATH, and could not be built:\n\(log)"
            case .status(let status): "carillon generate ended with status \(status)"
            }
        }
    }
}
