import CarillonModel
import CarillonPipeline
import PostgresTesting
import Testing

@testable import PostgresStore

/// Connections that break, before a commit and in it.
@Suite(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"), .serialized)
struct LostAnswerTests {
    @Test func `connections that broke since are made anew`() async throws {
        try await withStore { store, cluster, database in
            let tenant = try await store.tenant("globex")
            #expect(try await tenant.accept(event("1")) == .accepted)
            try cluster.endSessions(in: database)
            #expect(try await tenant.accept(event("2")) == .accepted)
            try cluster.endSessions(in: database)
            #expect(try await tenant.trace(event: "2")?.notifications.count == 1)
            #expect(try await store.tenants() == ["globex"])
        }
    }

    /// The server commits, waits for a standby that never comes, and is interrupted.
    ///
    /// It ends the session, or says that the standby may not have it: both times the answer isn't one.
    @Test(arguments: ["pg_terminate_backend", "pg_cancel_backend"])
    func `a commit whose answer is lost is looked up, and answered as it was`(interruption: String) async throws {
        try await withStore { store, cluster, database in
            let tenant = try await store.tenant("globex")
            #expect(try await tenant.accept(event("1")) == .accepted)
            try cluster.sql("ALTER DATABASE \(database) SET synchronous_commit = 'on'")
            try cluster.endSessions(in: database)
            try cluster.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
            try cluster.sql("SELECT pg_reload_conf()")
            let answer = Task { try await tenant.accept(event("2")) }
            while try cluster.interruptCommit(by: interruption, in: database) == 0 { await Task.yield() }
            let found = try await answer.value
            try cluster.sql("ALTER SYSTEM RESET synchronous_standby_names")
            try cluster.sql("SELECT pg_reload_conf()")
            #expect(found == .accepted)
            #expect(try cluster.sql("SELECT count(*) FROM carillon.event", in: database) == "2")
        }
    }

    @Test func `a text with NUL is refused, and what came with it is kept`() async throws {
        try await withStore { store, _, _ in
            let tenant = try await store.tenant("globex")
            async let good = tenant.accept(event("1"))
            await #expect(throws: StoreFailure.self) { try await tenant.accept(event("2\u{0}")) }
            #expect(try await good == .accepted)
            #expect(try await tenant.trace(event: "1") != nil)
        }
    }

    @Test func `a tenant that was removed begins anew, and its former part is refused`() async throws {
        try await withTwoHosts { first, second, _, _ in
            let former = try await first.tenant("globex")
            _ = try await former.accept(event("1"))
            #expect(try await second.drop("globex"))
            #expect(try await second.drop("globex") == false)
            await #expect(throws: StoreFailure.self) { try await former.accept(event("2")) }
            let anew = try await second.tenant("globex")
            #expect(try await anew.accept(event("1")) == .accepted)
        }
    }

    private func withStore(_ body: (PostgresStore, Cluster, String) async throws -> Void) async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { database in
            let store = try await PostgresStore.open(
                cluster.host(of: database),
                identifiers: testingIdentifiers
            )
            try await body(store, cluster, database)
            await store.close()
        }
    }
}

extension Cluster {
    fileprivate func endSessions(in database: String) throws {
        try sql(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = '\(database)' AND usename = 'carillon_host'
            """
        )
    }

    /// - Returns: how many sessions waited in a commit, and were interrupted.
    fileprivate func interruptCommit(by function: String, in database: String) throws -> Int {
        let found = try sql(
            """
            SELECT count(\(function)(pid)) FROM pg_stat_activity
            WHERE datname = '\(database)' AND wait_event = 'SyncRep' AND query LIKE '%COMMIT'
            """
        )
        return Int(found) ?? 0
    }
}
