import Foundation
import PackagePlugin

/// `swift package validate-tenants [arguments of carillon validate]`: checks the tenant folders of a package.
///
/// The tool is built when it is asked for. As a dependency of the plugin it would be built a second time in every build of
/// this package, for the machine that builds.
///
/// A plugin ends with 0 or 1, whatever the tool said: where the status matters, call `carillon validate` itself.
@main
struct ValidateTenants: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let build = try packageManager.build(.product("carillon"), parameters: .init(configuration: .inherit))
        guard build.succeeded,
            let tool = build.builtArtifacts.first(where: {
                $0.kind == .executable && $0.url.lastPathComponent == "carillon"
            })
        else { throw Failure.notBuilt(log: build.logText) }
        let process = Process()
        process.executableURL = tool.url
        process.arguments = ["validate"] + arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure.status(process.terminationStatus) }
    }

    enum Failure: Error, CustomStringConvertible {
        case notBuilt(log: String)
        case status(Int32)

        var description: String {
            switch self {
            case .notBuilt(let log): "carillon could not be built:\n\(log)"
            case .status(let status): "carillon validate ended with status \(status)"
            }
        }
    }
}
