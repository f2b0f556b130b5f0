import ArgumentParser
import CarillonHost
import CarillonModel
import CarillonPipeline
import Foundation
import SQLiteStore

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the data into a folder, also while the host runs.",
        discussion: """
            Each tenant's copy is what was committed at one moment. The folder is made, or must be empty; \
            manifest.json in it is written last and holds the checksums. Secrets and tenants' folders are not part of it. A file \
            that a later version has written is left out, and as it is: then the exit status is 1.
            """
    )

    @Argument(help: "The folder to make.")
    var folder: String

    @Option(help: ArgumentHelp("Only this tenant; repeatable.", valueName: "tenant"))
    var tenant: [String] = []

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        _ = try options.dataFolder(instead: Self.instead)
        let target = URL(filePath: folder).standardizedFileURL.path
        var body = JSONObject([.init("to", .string(target))])
        if !tenant.isEmpty { body["tenants"] = .array(tenant.map { .string($0) }) }
        let answer = try await options.ask { [body] in
            try await $0.ask("POST", "/v1/tenants/backup", body: .object(body))
        }
        Output.print(options.format == .table ? Self.table.text(answer["tenants"]?.array ?? []) : answer.text)
        let excluded = answer["leftOut"]?.array ?? []
        for entry in excluded {
            let (tenant, reason) = (entry["tenant"]?.string ?? "", entry["reason"]?.string ?? "")
            Output.printError("carillond: \(tenant) isn't in the backup: \(reason)")
        }
        guard excluded.isEmpty else { throw ExitCode(1) }
    }

    static let instead = "a PostgreSQL database is backed up with its own tools, such as pg_basebackup"

    private static let table = Table(columns: [
        .init("TENANT", "tenant"), .init("FILE", "file"), .init("BYTES", "bytes", isWhole: true),
        .init("SHA-256") { $0["sha256"]?.string.map { String($0.prefix(16)) } },
    ])
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup into a data folder that no host uses.",
        discussion: """
            Checksums and every page are looked at first. Nothing is replaced: where a tenant's data is there already, \
            nothing is restored at all.
            """
    )

    @Argument(help: "A folder that `carillond backup` made.")
    var folder: String

    @Option(help: ArgumentHelp("Only this tenant; repeatable.", valueName: "tenant"))
    var tenant: [String] = []

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let data = try options.dataFolder(instead: BackupCommand.instead)
        do {
            let backup = try Backup(reading: folder)
            let chosen = backup.copies.filter { tenant.isEmpty || tenant.contains($0.tenant.rawValue) }
            guard chosen.count == (tenant.isEmpty ? backup.copies.count : Set(tenant).count) else {
                Output.printError("carillond: the backup doesn't hold all of these tenants")
                throw ExitCode(66)
            }
            let copies = Dictionary(uniqueKeysWithValues: chosen.map { ($0.tenant, "\(folder)/\($0.file)") })
            try SQLiteStore.restore(copies, into: data)
            let names = chosen.map(\.tenant.rawValue).sorted()
            if options.format == .json {
                let tenants = JSONValue.array(names.map { .string($0) })
                let answer: JSONValue = ["restored": tenants, "createdAt": .string(backup.createdAt.rfc3339)]
                Output.print(answer.text)
            } else {
                Output.print("restored \(names.joined(separator: ", ")) as of \(backup.createdAt.rfc3339)")
            }
        } catch let failure as Backup.Failure {
            Output.printError("carillond: \(failure)")
            throw ExitCode(failure.isMissing ? 66 : 1)
        } catch let failure as StoreFailure {
            Output.printError("carillond: \(failure)")
            throw ExitCode(1)
        }
    }
}
