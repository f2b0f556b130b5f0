import ArgumentParser
import CarillonModel

struct HostsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hosts",
        abstract: "List the hosts that share the database, and the tenants that each works for.",
        discussion: """
            A host that was killed is listed for some seconds still. Ends with 1 where no host lives, and where a tenant's lanes are \
            free, so that nobody sends for it.
            """
    )

    @OptionGroup var options: OperatorOptions

    func run() async throws {
        guard case .database = try options.database.location(data: options.data) else {
            throw ValidationError("hosts share a database: name it with --database, or in CARILLON_DATABASE")
        }
        let answer = try await options.ask { try await $0.ask("GET", "/v1/hosts") }
        let hosts = answer["hosts"]?.array ?? []
        let free = answer["free"]?.array ?? []
        if options.format == .json {
            Output.print(answer.text)
        } else {
            Output.print(hosts.isEmpty ? "no host is alive" : Self.table.text(hosts))
            for lane in free {
                Output.print(
                    "nobody works for \(lane["tenant"]?.string ?? "") (\(lane["lane"]?.string ?? "")) since "
                        + (lane["since"]?.string ?? "")
                )
            }
        }
        guard free.isEmpty, !hosts.isEmpty else { throw ExitCode(1) }
    }

    private static let table = Table(
        columns: [
            .init("HOST", "number", isWhole: true), .init("NAME", "name"), .init("ADDRESS", "address"),
            .init("VERSION", "version"), .init(time: "SINCE", "joinedAt", toSeconds: true),
        ],
        notes: { host in
            let works = (host["worksFor"]?.array ?? []).map { tenant in
                let since = (tenant["since"]?.string ?? "").prefix(19).replacing("T", with: " ")
                return "works for \(tenant["tenant"]?.string ?? "") since \(since)"
            }
            return works.isEmpty ? ["works for no tenant"] : works
        }
    )
}
