import Foundation
import PackagePlugin

/// `swift package validate-tenants [arguments of carillon validate]`: checks the tenant folders of a package.
///
/// A plugin ends with 0 or 1, whatever the tool said: where the status matters, call `carillon validate` itself.
@main
struct ValidateTenants: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "carillon").url
        process.arguments = ["validate"] + arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    }

    struct Failure: Error, CustomStringConvertible {
        let status: Int32

        var description: String { "carillon validate ended with status \(status)" }
    }
}
