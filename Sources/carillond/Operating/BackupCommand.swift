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
            that a later version has written is left out, and as it is: then the exit status is 1. A PostgreSQL database is copied \
            into the same files, which are restored into either.
            """
    )

    @Argument(help: "The folder to make.")
    var folder: String

    @Option(help: ArgumentHelp("Only this tenant; repeatable.", valueName: "tenant"))
    var tenant: [String] = []

    @OptionGroup var options: OperatorOptions

    func run() async throws {
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

    private static let table = Table(columns: [
        .init("TENANT", "tenant"), .init("FILE", "file"), .init("BYTES", "bytes", isWhole: true),
        .init("SHA-256") { $0["sha256"]?.string.map { String($0.prefix(16)) } },
    ])
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup into a data folder that no host uses, or into a database.",
        discussion: """
            Checksums and every page are looked at first. Nothing is replaced: where a tenant's data is there already, \
            nothing is restored at all. Hosts of a database may run; they don't serve a tenant while it is restored.
            """
    )

    @Argument(help: "A folder that `carillond backup` made.")
    var folder: String

    @Option(help: ArgumentHelp("Only this tenant; repeatable.", valueName: "tenant"))
    var tenant: [String] = []

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let location = try options.database.location(data: options.data)
        do {
            let backup = try Backup(reading: folder)
            let chosen = backup.copies.filter { tenant.isEmpty || tenant.contains($0.tenant.rawValue) }
            guard chosen.count == (tenant.isEmpty ? backup.copies.count : Set(tenant).count) else {
                Output.printError("carillond: the backup doesn't hold all of these tenants")
                throw ExitCode(66)
            }
            let copies = Dictionary(uniqueKeysWithValues: chosen.map { ($0.tenant, "\(folder)/\($0.file)") })
            if let data = location.folder {
                try SQLiteStore.restore(copies, into: data)
            } else {
                try await Self.restore(copies, of: backup, into: location)
            }
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

    /// Tenant by tenant, each whole or not at all; cut short, the same command goes on.
    private static func restore(
        _ copies: [TenantID: String],
        of backup: Backup,
        into location: StoreLocation
    ) async throws(StoreFailure) {
        let opened = try await location.open()
        let result: Result<Void, StoreFailure>
        do throws(StoreFailure) {
            guard let store = opened as? any MovableStore else {
                throw StoreFailure(.unavailable, "nothing can be restored into \(location.name)")
            }
            // A restoration that was cut short is known by this.
            let arriving = Withholding(id: "backup \(backup.createdAt.rfc3339)", .arriving, peer: "a backup")
            let sorted = copies.sorted { $0.key < $1.key }
            for (tenant, _) in sorted where try await !store.isEmpty(tenant) {
                guard try await store.withholding(of: tenant) == arriving else {
                    throw .occupied(location.name, by: tenant)
                }
            }
            for (tenant, copy) in sorted {
                try await store.withhold(tenant, for: arriving)
                try await store.vacate(tenant)
                if try await store.arrival(of: tenant) != arriving.id {
                    _ = try await store.receive(copy, as: tenant, in: arriving)
                }
                try await store.readmit(tenant)
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await opened.close()
        try result.get()
    }
}
