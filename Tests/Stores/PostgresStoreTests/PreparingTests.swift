import CarillonModel
import CarillonPipeline
import PostgresTesting
import Testing

@testable import PostgresStore

/// What must be there before a host works, and who may work.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
struct PreparingTests {
    @Test func `a database is prepared once`() async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            let again = try await PostgresSchema.prepare(cluster.administrator(of: database))
            #expect(again == [])
        }
    }

    @Test func `a database of an earlier version takes the steps that are missing, with the rows it has`() async throws
    {
        let cluster = try await Cluster.shared.value
        try cluster.sql("CREATE DATABASE earlier")
        try await PostgresSchema.prepare(cluster.administrator(of: "earlier"), upTo: 1)
        try cluster.sql(
            """
            INSERT INTO carillon.device (tenant, id, usr, token, plugin, registered_at, updated_at)
                VALUES (1, 'd-1', 1, 'alerts', 'gotify', 1, 1)
            """,
            in: "earlier"
        )
        #expect(await failure(opening: try cluster.host(of: "earlier"))?.kind == .older)
        let steps = try await PostgresSchema.prepare(cluster.administrator(of: "earlier"))
        #expect(steps.contains { $0.contains("device_by_token") })
        let made = steps.filter { $0.contains("CREATE TABLE") }
        let tables = ["proposal", "staff_session", "text_version", "feed_counts", "test_pairing", "staff_act"]
            .map { "CREATE TABLE \($0) (" }
        #expect(made.allSatisfy { statement in tables.contains { statement.contains($0) } })
        try cluster.sql(
            """
            INSERT INTO carillon.device (tenant, id, usr, token, plugin, registered_at, updated_at)
                VALUES (1, 'd-2', 1, 'alerts', 'ntfy', 1, 1)
            """,
            in: "earlier"
        )
        #expect(try cluster.sql("SELECT count(*) FROM carillon.device", in: "earlier") == "2")
        #expect(await failure(opening: try cluster.host(of: "earlier")) == nil)
        try cluster.sql("DROP DATABASE earlier")
    }

    @Test func `a dry run says what is to be done, and does nothing`() async throws {
        let cluster = try await Cluster.shared.value
        try cluster.sql("CREATE DATABASE dry")
        let administrator = try cluster.administrator(of: "dry")
        let planned = try await PostgresSchema.prepare(administrator, dryRun: true)
        #expect(planned.contains { $0.contains("CREATE TABLE event (") })
        #expect(try cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'carillon'", in: "dry") == "0")
        #expect(try await PostgresSchema.prepare(administrator) == planned)
        try cluster.sql("DROP DATABASE dry")
    }

    @Test func `a database that can't keep every language is refused, and left as it is`() async throws {
        let cluster = try await Cluster.shared.value
        try cluster.sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
        let administrator = try cluster.administrator(of: "latin")
        for dryRun in [true, false] {
            do throws(StoreFailure) {
                _ = try await PostgresSchema.prepare(administrator, dryRun: dryRun)
                Issue.record("it was prepared")
            } catch {
                #expect(error.description.contains("LATIN1") && error.description.contains("--encoding=UTF8"))
            }
        }
        #expect(try cluster.sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'carillon'", in: "latin") == "0")
        try cluster.sql("DROP DATABASE latin")
    }

    @Test func `a host may not be the superuser, the owner, or one who passes row-level security by`() async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            for user in ["postgres", "carillon_migrate", "carillon_backup"] {
                let address = try PostgresAddress(url: "host=\(cluster.folder) user=\(user) dbname=\(database)")
                let failure = await failure(opening: address)
                #expect(failure?.description.contains("connect as carillon_host") == true, "\(user)")
            }
        }
    }

    @Test func `a database that isn't prepared, or by a later version, is refused`() async throws {
        let cluster = try await Cluster.shared.value
        try cluster.sql("CREATE DATABASE bare")
        #expect(await failure(opening: try cluster.host(of: "bare"))?.kind == .older)
        try cluster.sql("DROP DATABASE bare")
        try await cluster.withDatabase { database in
            try cluster.sql("UPDATE carillon.schema_state SET version = 99, readable_from = 99", in: database)
            #expect(await failure(opening: try cluster.host(of: database))?.kind == .newer)
            await #expect(throws: StoreFailure.self) {
                try await PostgresSchema.prepare(cluster.administrator(of: database))
            }
        }
    }

    @Test func `every table with a tenant's rows shows nothing to whoever names no tenant`() async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            let open = try cluster.sql(
                """
                SELECT string_agg(c.relname, ' ' ORDER BY c.relname) FROM pg_class c
                    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant'
                WHERE c.relnamespace = 'carillon'::regnamespace AND c.relkind IN ('r', 'p')
                    AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
                """,
                in: database
            )
            #expect(open.split(separator: " ").map(String.init) == Schema.unprotected)
            let store = try await PostgresStore.open(
                cluster.host(of: database),
                identifiers: testingIdentifiers
            )
            _ = try await store.tenant("globex").accept(event("1"))
            await store.close()
            #expect(try cluster.sql("SELECT count(*) FROM carillon.event", in: database) == "1")
            #expect(try cluster.sql("SET ROLE carillon_host; SELECT count(*) FROM carillon.event", in: database) == "0")
        }
    }

    @Test func `a password is in no description`() throws {
        let address = try PostgresAddress(url: "postgres://carillon_host:secret@db.example/carillon")
        #expect("\(address)" == "the database carillon on db.example")
        #expect(throws: StoreFailure.self) { try PostgresAddress(url: "postgres://db.example/carillon") }
    }

    private func failure(opening address: PostgresAddress) async -> StoreFailure? {
        do throws(StoreFailure) {
            let store = try await PostgresStore.open(address, identifiers: testingIdentifiers)
            await store.close()
            return nil
        } catch {
            return error
        }
    }
}
