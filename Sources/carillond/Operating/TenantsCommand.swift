import ArgumentParser
import CarillonModel
import CarillonProfiles

struct TenantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenants",
        abstract: "List the tenants, have them reloaded, move one to another store, or drop the data of one.",
        subcommands: [ListTenants.self, ReloadTenants.self, MoveTenant.self, DropTenant.self],
        defaultSubcommand: ListTenants.self
    )
}

struct ListTenants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tenants (default).")

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        let answer = try await options.ask { try await $0.ask("GET", "/v1/tenants") }
        guard options.format == .table else { return Output.print(answer.text) }
        Output.print(Self.table.text(answer["tenants"]?.array ?? []))
    }

    static let table = Table(
        columns: [
            .init("TENANT", "id"), .init("STATUS", "status"),
            .init("REVISION") { $0["revision"]?.string.map { String($0.prefix(8)) } },
            .init("WITHOUT CHANNELS") { tenant in
                let names = tenant["unavailableChannels"]?.object?.members.map(\.name) ?? []
                return names.isEmpty ? nil : names.joined(separator: ", ")
            },
            .init("FOLDER REJECTED") { $0["rejected"].map { _ in "yes" } },
        ],
        notes: { [Self.rejection($0), Self.lostLogins($0)] + Self.texts($0) }
    )

    /// What is live beside the files.
    private static func texts(_ tenant: JSONValue) -> [String?] {
        guard let texts = tenant["texts"], let count = texts["count"]?.integer else { return [] }
        let version = texts["version"]?.integer ?? 0
        let live = "live beside its files: \(count) \(count == 1 ? "text" : "texts"), version \(version)"
        return [live] + (texts["setAside"]?.array ?? []).map { "set aside, the files count: \($0.string ?? "")" }
    }

    /// In full, because it names the place that has to be corrected.
    private static func rejection(_ tenant: JSONValue) -> String? {
        guard let rejected = tenant["rejected"], let first = rejected["first"]?.string else { return nil }
        let others = (rejected["diagnostics"]?.integer ?? 1) - 1
        return "folder rejected: \(first)" + (others > 0 ? "; and \(others) more" : "")
    }

    private static func lostLogins(_ tenant: JSONValue) -> String? {
        tenant["loginsNotNoted"].map { logins in
            let count = logins["count"]?.integer ?? 0
            return "log-ins not noted: \(count); the latest: \(logins["latest"]?["reason"]?.string ?? "")"
        }
    }
}

struct ReloadTenants: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Have the running host look at its tenants' folders and secrets again."
    )

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        if case .database = try options.database.location(data: options.data) {
            Output.printError(
                "carillond: hosts on a database have each its own folders, and look at them every two seconds: to have one look at once, "
                    + "send it SIGHUP (systemctl reload carillond)"
            )
            throw ExitCode(1)
        }
        let answer = try await options.ask { try await $0.ask("POST", "/v1/tenants/reload") }
        if options.format == .json {
            Output.print(answer.text)
        } else {
            for change in answer["changes"]?.object?.members ?? [] {
                Output.print(SingleLineText.text("\(change.name): \(change.value.string ?? "")"))
            }
            for fault in answer["faults"]?.array ?? [] { Output.printError(SingleLineText.text(fault.string ?? "")) }
            Output.print("\(answer["unchanged"]?.integer ?? 0) as they were")
        }
        let isWhole =
            answer["faults"] == [] && answer["changes"]?.object?.members.contains { $0.value == "rejected" } != true
        guard isWhole else { throw ExitCode(1) }
    }
}

struct DropTenant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop",
        abstract: "Remove all data of a tenant that isn't served any more.",
        discussion: "Move its folder away and reload first: a tenant that is served is not dropped."
    )

    @Argument(help: "The tenant.")
    var name: String

    @Flag(help: "Yes, remove it: nothing but a backup brings it back.")
    var yes = false

    @OptionGroup var options: OperatorOptions

    func validate() throws {
        guard yes else { throw ValidationError("this can't be undone: say --yes") }
    }

    func run() async throws {
        let path = "/v1/tenants/\(PercentEncoding.encode(name))"
        let answer = try await options.ask { try await $0.ask("DELETE", path) }
        Output.print(options.format == .json ? answer.text : "dropped \(name)")
    }
}
