import ArgumentParser
import CarillonHost
import CarillonPluginKit
import CarillonStandard
import Foundation

struct SecretsInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write the secrets that a folder of tenants needs and that aren't there yet.",
        discussion: """
            What may be anything is made: keys of users' tokens and services, of web push and webhooks. For what a provider \
            hands out, a placeholder says what belongs there; it counts as missing until it is filled in. Nothing that is in \
            the file is changed; what in it is too short for its purpose is told. No secret is printed.
            """
    )

    @Option(help: ArgumentHelp("A tenant's folder, or a folder of them.", valueName: "dir"))
    var tenants = "tenants"

    @Option(help: ArgumentHelp("Folder of channel files that every tenant may use.", valueName: "dir"))
    var channels: String?

    @Option(help: ArgumentHelp("The file to write, and to read where it is there.", valueName: "file"))
    var secrets = "secrets.json"

    func run() throws {
        let loaded = TenantFolders(tenants, registry: .standard, channels: channels).load()
        for failure in loaded.failures.sorted(by: { $0.key < $1.key }) { Output.printError(failure.value.report) }
        guard !loaded.isUnreadable else { throw ExitCode(66) }
        let changes: [SecretsDocument.Changes]
        do {
            var document = try SecretsDocument(at: secrets, environment: ProcessInfo.processInfo.environment)
            changes = loaded.tenants.map { document.complete(for: $0, registry: .standard) }
            if changes.contains(where: \.hasWritten) { try document.write() }
            let report = SecretsReport(
                file: secrets,
                tenants: tenants,
                changes: changes,
                modeForOthers: document.modeForOthers
            )
            if let warning = report.warning { Output.printError(warning) }
            Output.print(report.text)
        } catch let failure as SecretBook.Unreadable {
            Output.printError("carillond: \(failure)")
            throw ExitCode(66)
        } catch let failure as PrivateFile.Failure {
            Output.printError("carillond: \(failure)")
            throw ExitCode(66)
        }
        // Exit with an error where a folder has errors or a secret can't be used: the file isn't complete then.
        guard loaded.failures.isEmpty, changes.allSatisfy(\.faults.isEmpty) else { throw ExitCode(1) }
    }
}
