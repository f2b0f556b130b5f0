import AsyncHTTPClient
import CarillonModel
import CarillonTesting
import DocumentationTesting
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// The service as several processes on one PostgreSQL database.
@Suite(
    .serialized,
    .timeLimit(.minutes(5)),
    .disabled(if: DatabaseServer.isMissing, "no PostgreSQL server is installed")
)
struct SharedDatabaseTests {
    @Test func `what any host accepted is delivered, though the one that works for the tenant is killed`() async throws
    {
        let database = try await DatabaseServer()
        defer { database.stop() }
        let place = try ServedFolder()
        defer { place.remove() }
        let sandbox = try Carillond(["sandbox", "--port", "0"])
        defer { sandbox.kill(SIGTERM) }
        let provider = "http://127.0.0.1:\(try #require(await sandbox.port(inLineWith: "listens on")))"
        var hosts: [(process: Carillond, base: String, name: String)] = []
        for name in ["one", "two", "three"] {
            let host = try place.serve(on: database, as: name, provider: provider)
            let port = try #require(await host.port(inLineWith: "serving"), "\(host.text)")
            hosts.append((host, "http://127.0.0.1:\(port)", name))
        }
        defer { for host in hosts { host.process.end() } }
        let first = try #require(hosts.first)
        #expect(first.process.text.contains("keeping everything in PostgreSQL"))
        _ = try await ask(.POST, "\(first.base)/v1/shop/devices", ["token": "ExponentPushToken[a]"], place.userToken())

        var holder: String?
        try await waitUntil {
            holder = try listed(on: database).first { !($0["worksFor"]?.array ?? []).isEmpty }?["name"]?.string
            return holder != nil
        }
        for number in 0..<20 {
            let base = hosts[number % 3].base
            _ = try await ask(.POST, "\(base)/v1/shop/events", place.event("a\(number)"), place.serviceKey)
        }
        let killed = try #require(hosts.firstIndex { $0.name == holder })
        hosts[killed].process.kill(SIGKILL)
        let rest = hosts.indices.filter { $0 != killed }.map { hosts[$0] }
        for number in 0..<20 {
            let base = rest[number % 2].base
            _ = try await ask(.POST, "\(base)/v1/shop/events", place.event("b\(number)"), place.serviceKey)
        }
        var bodies: Set<String> = []
        try await waitUntil {
            let messages = try await ask(.GET, "\(provider)/sandbox/messages?limit=1000").json["messages"]?.array ?? []
            bodies = Set(messages.compactMap { $0["message"]?["body"]?.string })
            return bodies.count >= 40
        }
        #expect(bodies.count == 40)
        let names = try listed(on: database).compactMap { $0["name"]?.string }
        #expect(Set(names) == Set(rest.map(\.name)))
        for host in rest {
            host.process.kill(SIGTERM)
            #expect(await host.process.status() == 0)
        }
        #expect(try listed(on: database) == [])
    }

    @Test func `callers are told to come again while the database is gone, and served when it is back`() async throws {
        let database = try await DatabaseServer()
        defer { database.stop() }
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve(on: database, as: "one")
        defer { host.end() }
        let base = "http://127.0.0.1:\(try #require(await host.port(inLineWith: "serving"), "\(host.text)"))"
        #expect(try await ask(.POST, "\(base)/v1/shop/events", place.event("1"), place.serviceKey).status == 202)

        try database.halt()
        let refused = try await ask(.POST, "\(base)/v1/shop/events", place.event("2"), place.serviceKey)
        #expect(refused.status == 503 && refused.retryAfter == "5")
        try await waitUntil { try await ask(.GET, "\(base)/health/ready").status == 503 }
        #expect(try await ask(.GET, "\(base)/health/ready").json["database"] == "unreachable")
        #expect(try await ask(.GET, "\(base)/health/live").status == 200)

        try database.resume()
        try await waitUntil {
            try await ask(.POST, "\(base)/v1/shop/events", place.event("2"), place.serviceKey).status == 202
        }
        try await waitUntil { try await ask(.GET, "\(base)/health/ready").status == 200 }
        var total: JSONValue?
        try await waitUntil {
            total = try await ask(.GET, "\(base)/v1/shop/notifications", nil, place.userToken()).json["totalCount"]
            return total == 2
        }
        #expect(try database.sql("SELECT count(*) FROM carillon.event", in: "carillon") == "2")
        host.kill(SIGTERM)
        #expect(await host.status() == 0)
    }

    @Test func `a start that can't go well says why, and what to do`() async throws {
        let database = try await DatabaseServer(isPrepared: false)
        defer { database.stop() }
        let place = try ServedFolder()
        defer { place.remove() }
        func start(_ url: String, variables: [String: String] = [:]) async throws -> String {
            let host = try place.serve(on: url, as: "one", environment: variables)
            #expect(await host.status() == 1, "\(host.text)")
            return host.text
        }
        #expect(try await start(database.host).contains("refuses this user or password"))
        try database.sql("CREATE ROLE carillon_host LOGIN")
        #expect(try await start(database.host).contains("isn't prepared: run `carillond database prepare`"))
        let dry = try Carillond(["database", "prepare", "--dry-run", "--database", database.administrator])
        #expect(await dry.status() == 0)
        #expect(dry.text.contains("CREATE TABLE event (") && dry.text.contains("this was a dry run"))
        #expect(try await start(database.host).contains("isn't prepared"))
        for expected in ["it is prepared", "it was prepared already"] {
            let prepare = try Carillond(["database", "prepare", "--database", database.administrator])
            #expect(await prepare.status() == 0)
            #expect(prepare.text.contains(expected), "\(prepare.text)")
        }
        let administrator = try await start(database.administrator)
        #expect(administrator.contains("passes row-level security by") && administrator.contains("carillon_host"))
        #expect(try await start(database.address(of: "carillon_migrate")).contains("owns the tables"))
        let missing = try await start(database.address(of: "carillon_host", database: "nowhere"))
        #expect(missing.contains("nowhere") && missing.contains("doesn't exist"))
        try database.sql("CREATE DATABASE other")
        try database.sql("CREATE SCHEMA carillon; CREATE TABLE carillon.cat (name text)", in: "other")
        #expect(
            try await start(database.address(of: "carillon_host", database: "other")).contains("another program's")
        )
        try database.sql(
            "CREATE TABLE carillon.kept AS SELECT * FROM carillon.schema_state;"
                + "UPDATE carillon.schema_state SET version = 99, readable_from = 99",
            in: "carillon"
        )
        #expect(try await start(database.host).contains("by a later version"))
        try database.sql("UPDATE carillon.schema_state SET version = 0, readable_from = 0", in: "carillon")
        #expect(try await start(database.host).contains("by an earlier version"))
        try database.sql(
            "UPDATE carillon.schema_state s SET version = k.version, readable_from = k.readable_from FROM carillon.kept k;"
                + "DROP TABLE carillon.kept",
            in: "carillon"
        )
        try database.sql("ALTER DATABASE carillon SET default_transaction_read_only = on")
        #expect(try await start(database.host).contains("it can only be read"))
    }

    @Test func `options that don't go together are refused, and no password is shown`() async throws {
        let place = try ServedFolder()
        defer { place.remove() }
        let both = try place.serve(["--database", "postgres://carillon_host@db.example/carillon"])
        #expect(await both.status() == 64)
        #expect(both.text.contains("--data is for SQLite"))
        let shown = try place.serve(on: "postgres://carillon_host:hunter2@db.example/carillon", as: "one")
        #expect(await shown.status() == 64)
        #expect(shown.text.contains("CARILLON_DATABASE") && !shown.text.contains("hunter2"))
        let unread = try place.serve(on: "http://db.example", as: "one")
        #expect(await unread.status() == 64)
        #expect(unread.text.contains("postgres://user@host:5432/database"))
    }

    /// `hosts` of `carillond hosts`, asked of the database.
    private func listed(on database: DatabaseServer) throws -> [JSONValue] {
        let result = try BuiltTool.shell(
            "carillond hosts --format json --database '\(database.host)'",
            in: FileManager.default.temporaryDirectory
        )
        return try JSONValue(parsing: Array(result.output.utf8))["hosts"]?.array ?? []
    }

    private struct Answer {
        var status: Int
        var retryAfter: String?
        var json: JSONValue
    }

    private func ask(
        _ method: HTTPMethod,
        _ url: String,
        _ body: JSONValue? = nil,
        _ bearer: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = method
        if let bearer { request.headers.add(name: "authorization", value: "Bearer \(bearer)") }
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.utf8))
        }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let bytes = Array(buffer: try await answer.body.collect(upTo: 8 << 20))
        return Answer(
            status: Int(answer.status.code),
            retryAfter: answer.headers.first(name: "retry-after"),
            json: (try? JSONValue(parsing: bytes)) ?? .null
        )
    }
}

extension ServedFolder {
    fileprivate func serve(
        on database: DatabaseServer,
        as name: String,
        provider: String = "http://127.0.0.1:9"
    ) throws -> Carillond {
        try serve(on: database.host, as: name, provider: provider)
    }

    fileprivate func serve(
        on database: String,
        as name: String,
        provider: String = "http://127.0.0.1:9",
        environment: [String: String] = [:]
    ) throws -> Carillond {
        try serve(
            ["--host-name", name],
            store: ["--database", database],
            provider: provider,
            environment: environment
        )
    }
}
