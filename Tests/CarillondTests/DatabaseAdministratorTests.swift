import Foundation
import Testing

/// Who prepares a database, and what is said where somebody may not, or where nobody works on one.
@Suite(.disabled(if: DatabaseServer.isMissing, "no PostgreSQL server is installed"))
struct DatabaseAdministratorTests {
    private func run(_ arguments: String..., status: Int32 = 0) async throws -> String {
        let program = try Carillond(arguments)
        #expect(await program.status() == status, "\(program.text)")
        return program.text
    }

    @Test func `an administrator who is no superuser prepares all but the role for dumps, which a superuser adds`()
        async throws
    {
        let database = try await DatabaseServer(isPrepared: false)
        defer { database.stop() }
        let place = try ServedFolder()
        defer { place.remove() }
        try database.sql("CREATE ROLE keeper LOGIN CREATEROLE; CREATE ROLE clerk LOGIN")
        try database.sql("ALTER DATABASE carillon OWNER TO keeper")
        let keeper = database.address(of: "keeper")
        let refused = try await run("database", "prepare", "--database", database.address(of: "clerk"), status: 1)
        #expect(refused.contains("the role clerk may not prepare it") && refused.contains("CREATEROLE"))
        #expect(try database.sql("SELECT count(*) FROM pg_roles WHERE rolname LIKE 'carillon%'") == "0")

        let planned = try await run("database", "prepare", "--dry-run", "--database", keeper)
        let prepared = try await run("database", "prepare", "--database", keeper)
        #expect(statements(in: planned) == statements(in: prepared))
        #expect(!prepared.contains("carillon_backup"))
        #expect(try await run("database", "prepare", "--database", keeper).contains("it was prepared already"))
        #expect(try await run("database", "prepare", "--database", database.host).contains("it was prepared already"))

        let host = try place.serve(store: ["--database", database.host])
        #expect(await host.line(with: "] serving") != nil, "\(host.text)")
        host.kill(SIGTERM)
        #expect(await host.status() == 0)

        let rest = try await run("database", "prepare", "--database", database.administrator)
        #expect(rest.contains("CREATE ROLE carillon_backup") && !rest.contains("CREATE TABLE"))
        #expect(
            try await run("database", "prepare", "--database", database.administrator).contains(
                "it was prepared already"
            )
        )
        #expect(
            try database.sql("SET ROLE carillon_backup; SELECT count(*) FROM carillon.tenant", in: "carillon") == "1"
        )
    }

    private func statements(in text: String) -> String {
        text.split(separator: "\n").filter { !$0.hasPrefix("it ") && !$0.hasPrefix("nothing ") }.joined(separator: "\n")
    }

    @Test func `a list of hosts without any is a failure, and has to be of a database`() async throws {
        let database = try await DatabaseServer()
        defer { database.stop() }
        #expect(try await run("hosts", "--database", database.host, status: 1).contains("no host is alive"))
        #expect(try await run("hosts", status: 64).contains("name it with --database, or in CARILLON_DATABASE"))
        let reload = try await run("tenants", "reload", "--database", database.host, status: 1)
        #expect(reload.contains("SIGHUP"))
    }
}
