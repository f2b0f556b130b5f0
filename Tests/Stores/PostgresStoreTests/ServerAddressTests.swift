import CarillonPipeline
import PostgresTesting
import Testing

@testable import PostgresStore

/// Which of several servers is asked first, and which is refused.
struct ServerAddressTests {
    private let address: PostgresAddress

    init() throws {
        address = try PostgresAddress(url: "postgres://ada@127.0.0.1,127.0.0.2,127.0.0.3/carillon?port=5433,5434,5435")
    }

    private func order() throws -> [String] { try address.servers().map(\.id) }

    @Test func `servers are asked in the address's order, each at its port`() throws {
        #expect(try order() == ["127.0.0.1:5433", "127.0.0.2:5434", "127.0.0.3:5435"])
        let parameters = try address.servers()[1].parameters
        let found = Dictionary(uniqueKeysWithValues: parameters.map { ($0.keyword, $0.value) })
        #expect(found["host"] == "127.0.0.2")
        #expect(found["hostaddr"] == "127.0.0.2")
        #expect(found["port"] == "5434")
        #expect(found["target_session_attrs"] == "read-write")
    }

    @Test func `the primary is asked first, and who was silent last, until it answers`() throws {
        let servers = try address.servers()
        address.history.noteSilence(of: servers[0])
        #expect(try order() == ["127.0.0.2:5434", "127.0.0.3:5435", "127.0.0.1:5433"])
        address.history.noteAnswer(of: servers[2], isPrimary: true)
        #expect(try order() == ["127.0.0.3:5435", "127.0.0.2:5434", "127.0.0.1:5433"])
        address.history.noteAnswer(of: servers[0], isPrimary: false)
        address.history.noteAnswer(of: servers[2], isPrimary: false)
        #expect(try order() == ["127.0.0.1:5433", "127.0.0.2:5434", "127.0.0.3:5435"])
    }

    @Test func `a socket has no address to be looked up, and one port does for all`() throws {
        let socket = try PostgresAddress(url: "host=/run/postgresql,localhost port=6432 user=ada dbname=carillon")
            .servers()
        #expect(socket.first?.id == "/run/postgresql:6432")
        #expect(socket.first?.parameters.contains { $0.keyword == "hostaddr" } == false)
        #expect(socket.dropFirst().allSatisfy { $0.host == "localhost" && $0.id.hasSuffix(":6432") })
    }

    @Test func `a name without an address is refused, unless another has one`() throws {
        #expect(throws: PostgresError.self) { try PostgresAddress(url: "postgres://ada@db.invalid/carillon").servers() }
        let found = try PostgresAddress(url: "postgres://ada@db.invalid,127.0.0.1/carillon").servers()
        #expect(found.map(\.id) == ["127.0.0.1:5432"])
    }

    @Test(arguments: [
        (#"server certificate for "db" does not match host name "localhost""#, "another name"),
        ("SSL error: certificate verify failed", "isn't of an authority in sslrootcert"),
        (#"root certificate file "/home/ada/.postgresql/root.crt" does not exist"#, "sslrootcert=FILE"),
        ("server does not support SSL, but SSL was required", "it has no TLS"),
        (#"no pg_hba.conf entry for host "::1", user "a", database "b", no encryption"#, "without TLS"),
    ])
    func `what is wrong with TLS is said, and isn't tried again`(message: String, text: String) {
        let error = PostgresError(ofConnecting: message, avoidingTLS: true)
        #expect(error.reason?.contains(text) == true)
        #expect(error.remedy == .nothing)
    }

    @Test(arguments: [(#"invalid sslmode value: "sure""#, "sslmode"), (#"invalid port number: "x""#, "port number")])
    func `a value that libpq doesn't know is named, and isn't tried again`(message: String, name: String) {
        let error = PostgresError(ofConnecting: message, avoidingTLS: false)
        #expect(error.reason?.contains(name) == true)
        #expect(error.remedy == .nothing)
    }

    @Test func `an option that libpq doesn't know is named`() {
        for address in [
            "postgres://ada:secret@db/carillon?sslmod=require", "host=db user=ada dbname=carillon sslmod=require",
        ] {
            let failure = #expect(throws: StoreFailure.self) { try PostgresAddress(url: address) }
            #expect(failure?.description.contains("the option sslmod,") == true)
        }
        let failure = #expect(throws: StoreFailure.self) { try PostgresAddress(url: "user=ada password=secret host") }
        #expect(failure?.description.contains("secret") == false)
    }

    @Test(arguments: [
        (
            #"connection to server at "::1" failed: Connection refused"#,
            PostgresError.Cause.broken("nothing answers there")
        ),
        ("SSL SYSCALL error: EOF detected", .broken("no TLS connection could be made")),
        (
            #"no pg_hba.conf entry for host "::1", user "a", database "b", SSL encryption"#,
            .refused("28000", constraint: nil)
        ),
        (
            #"no pg_hba.conf entry for host "::1", user "a", database "b", no encryption"#,
            .refused("28000", constraint: nil)
        ),
        (#"database "b" does not exist"#, .refused("3D000", constraint: nil)),
        (#"database "b" is not currently accepting connections"#, .broken("it takes no connections")),
        (#"permission denied for database "b""#, .refused("42501", constraint: nil)),
        ("session is read-only", .broken("it can only be read")),
    ])
    func `what else is wrong is told apart by libpq's message`(message: String, cause: PostgresError.Cause) {
        #expect(PostgresError(ofConnecting: message, avoidingTLS: false).cause == cause)
    }

    @Test func `a timeline that is lower than one that was seen is refused`() {
        let identity = HostIdentity()
        #expect(identity.note(timeline: 1))
        #expect(identity.note(timeline: 1))
        #expect(identity.note(timeline: 3))
        #expect(!identity.note(timeline: 2))
        #expect(identity.timeline == 3)
    }

    @Test(.disabled(if: Cluster.isMissing, "no PostgreSQL server is installed"))
    func `a connection to a server that was left behind is given up, and no other is made to it`() async throws {
        let cluster = try await Cluster.shared.value
        try await cluster.withDatabase { name in
            let identity = HostIdentity()
            let database = try Database(address: cluster.host(of: name), identity: identity)
            defer { database.close() }
            try database.openWhereClosed()
            #expect(identity.timeline == 1)
            #expect(!database.isLeftBehind)
            #expect(identity.note(timeline: 2))
            #expect(database.isLeftBehind)
            let failure = #expect(throws: PostgresError.self) { try database.openWhereClosed() }
            #expect(failure?.reason?.contains("left behind") == true)
            #expect(!database.isOpen)
        }
    }
}
