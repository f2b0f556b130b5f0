import AsyncHTTPClient
import CarillonModel
import CarillonTesting
import DocumentationTesting
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// A tenant on its way between a host on SQLite and one on PostgreSQL, both of which run.
@Suite(
    .serialized,
    .timeLimit(.minutes(8)),
    .disabled(if: DatabaseServer.isMissing, "no PostgreSQL server is installed")
)
struct MoveTests {
    @Test func `a tenant is moved and moved back under traffic, and what was accepted arrives once`() async throws {
        let database = try await DatabaseServer()
        defer { database.stop() }
        let (old, new) = (try ServedFolder(tenants: ["shop", "cafe"]), try ServedFolder())
        defer { for place in [old, new] { place.remove() } }
        let sandbox = try Carillond(["sandbox", "--port", "0"])
        defer { sandbox.end() }
        let provider = "http://127.0.0.1:\(try #require(await sandbox.port(inLineWith: "listens on")))"
        let file = try old.serve(provider: provider)
        defer { file.end() }
        let shared = try new.serve(["--host-name", "one"], store: ["--database", database.host], provider: provider)
        defer { shared.end() }
        let oldBase = "http://127.0.0.1:\(try #require(await file.port(inLineWith: "serving"), "\(file.text)"))"
        let newBase = "http://127.0.0.1:\(try #require(await shared.port(inLineWith: "serving"), "\(shared.text)"))"
        #expect(try await post(oldBase, "devices", ["token": "ExponentPushToken[a]"], old.userToken()) < 300)

        var sent = 0
        /// Posts to one host, and to the other where that one says to come again, until it is accepted.
        func send(_ count: Int, first: String, then: String) async throws {
            for _ in 0..<count {
                sent += 1
                let event = old.event("e\(sent)")
                try await waitUntil {
                    if try await post(first, "events", event, old.serviceKey) == 202 { return true }
                    return try await post(then, "events", event, old.serviceKey) == 202
                }
            }
        }
        // The target's host has served the tenant, with nothing in it: it waits for what comes, too.
        try await send(20, first: oldBase, then: oldBase)
        async let moving = move(["--data", old.data, "--to", database.host])
        try await send(30, first: oldBase, then: newBase)
        #expect(try await moving.contains("shop is in the database carillon"))
        #expect(try await post(oldBase, "events", old.event("late"), old.serviceKey) == 503)
        #expect(
            try await move(["--data", old.data, "--to", database.host]).contains("shop is in the database carillon")
        )
        #expect(try await post(oldBase, "events", old.event("1"), old.serviceKey, tenant: "cafe") == 202)
        // A key that was used before is known there.
        try await waitUntil { try await post(newBase, "events", old.event("e1"), old.serviceKey) < 300 }
        #expect(try database.sql("SELECT count(*) FROM carillon.event", in: "carillon") == "\(sent)")

        // What is left behind is in the way until it is dropped, and isn't while its folder is there.
        let refused = try Carillond(["tenants", "move", "shop", "--database", database.host, "--to", old.data])
        #expect(await refused.status() == 1)
        #expect(refused.text.contains("and not empty"))
        let drop = ["tenants", "drop", "shop", "--yes", "--data", old.data]
        let early = try Carillond(drop)
        #expect(await early.status() == 1)
        #expect(early.text.contains("move its folder away"))
        try FileManager.default.removeItem(at: old.folder.appending(path: "tenants/shop"))
        for command in [["tenants", "reload", "--data", old.data], drop] {
            let run = try Carillond(command)
            #expect(await run.status() == 0, "\(run.text)")
        }
        #expect(
            try await move(["--database", database.host, "--to", old.data]).contains("shop is in the data folder")
        )
        try old.write("shop")
        let reload = try Carillond(["tenants", "reload", "--data", old.data])
        #expect(await reload.status() == 0, "\(reload.text)")
        try await send(10, first: newBase, then: oldBase)

        var bodies: [String] = []
        try await waitUntil {
            bodies = try await messages(provider).filter { $0 != "A-1 has left" }
            return bodies.count >= sent
        }
        #expect(bodies.count == sent && Set(bodies).count == sent)
        let feed = try await ask(.GET, "\(oldBase)/v1/shop/notifications", nil, old.userToken())
        #expect(feed["totalCount"] == JSONValue(sent))
    }

    @Test func `a move that is killed half way is gone on with, or given up`() async throws {
        let database = try await DatabaseServer()
        defer { database.stop() }
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve()
        defer { host.end() }
        let base = "http://127.0.0.1:\(try #require(await host.port(inLineWith: "serving"), "\(host.text)"))"
        #expect(try await post(base, "events", place.event("1"), place.serviceKey) == 202)

        let arguments = ["tenants", "move", "shop", "--data", place.data, "--to", database.host]
        func count() throws -> String { try database.sql("SELECT count(*) FROM carillon.event", in: "carillon") }
        /// Kills the command between the first rows that it puts into the database and its commit.
        func cutShort() async throws {
            // The table comes behind those that have rows.
            let holding = Task.detached {
                // Ended from outside, which is a failure here.
                _ = try? database.sql(
                    "BEGIN; LOCK TABLE carillon.session IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600); COMMIT",
                    in: "carillon"
                )
            }
            let waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'carillon.session'::regclass AND "
            try await waitUntil { try database.sql(waiting + "granted", in: "carillon") != "0" }
            let move = try Carillond(arguments)
            try await waitUntil { try database.sql(waiting + "NOT granted", in: "carillon") != "0" }
            move.kill(SIGKILL)
            _ = await move.status()
            try database.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
            await holding.value
        }

        try await cutShort()
        #expect(try await post(base, "events", place.event("2"), place.serviceKey) == 503)
        #expect(try count() == "0")
        let cancel = try Carillond(arguments + ["--cancel"])
        #expect(await cancel.status() == 0, "\(cancel.text)")
        #expect(cancel.text.contains("goes on in the data folder"))
        try await waitUntil { try await post(base, "events", place.event("2"), place.serviceKey) == 202 }
        let again = try Carillond(arguments + ["--cancel"])
        #expect(await again.status() == 1)
        #expect(again.text.contains("no move of shop"))

        try await cutShort()
        // The host's end changes nothing: the tenant stays frozen.
        host.kill(SIGKILL)
        _ = await host.status()
        let next = try place.serve()
        defer { next.end() }
        try await waitUntil { next.text.contains("it is moved") || next.text.contains("is moved to") }
        let move = try Carillond(arguments)
        #expect(await move.status() == 0, "\(move.text)")
        #expect(try count() == "2")
        let late = try Carillond(arguments + ["--cancel"])
        #expect(await late.status() == 1)
        #expect(late.text.contains("has arrived"))
    }

    @Test func `where nothing can be moved, nothing is frozen`() async throws {
        let database = try await DatabaseServer(isPrepared: false)
        defer { database.stop() }
        let place = try ServedFolder()
        defer { place.remove() }
        let host = try place.serve()
        defer { host.end() }
        let base = "http://127.0.0.1:\(try #require(await host.port(inLineWith: "serving"), "\(host.text)"))"
        func move(_ arguments: [String]) async throws -> (status: Int32, text: String) {
            let move = try Carillond(["tenants", "move"] + arguments)
            return (await move.status(), move.text)
        }
        try database.sql("CREATE ROLE carillon_host LOGIN")
        let bare = try await move(["shop", "--data", place.data, "--to", database.host])
        #expect(bare.status == 1 && bare.text.contains("isn't prepared: run `carillond database prepare`"))
        let alike = try await move(["shop", "--data", place.data, "--to", "\(place.data)-2"])
        #expect(alike.status == 64 && alike.text.contains("between a data folder and a database"))
        let nowhere = try await move(["shop", "--data", place.data])
        #expect(nowhere.status == 64 && nowhere.text.contains("--to"))
        let shown = try await move([
            "shop", "--data", place.data, "--to", "postgres://carillon_host:hunter2@db.example/c",
        ])
        #expect(shown.status == 64 && shown.text.contains("CARILLON_MOVE_TO") && !shown.text.contains("hunter2"))
        let prepare = try Carillond(["database", "prepare", "--database", database.administrator])
        #expect(await prepare.status() == 0)
        let unknown = try await move(["nobody", "--data", place.data, "--to", database.host])
        #expect(unknown.status == 1 && unknown.text.contains("there is no"))
        #expect(
            try database.sql("SELECT count(*) FROM carillon.tenant WHERE withheld IS NOT NULL", in: "carillon") == "0"
        )
        #expect(try await post(base, "events", place.event("1"), place.serviceKey) == 202)
    }

    @Test func `a backup of the database is restored into a data folder, and the other way round`() async throws {
        let database = try await DatabaseServer()
        defer { database.stop() }
        let (old, new) = (try ServedFolder(), try ServedFolder())
        defer { for place in [old, new] { place.remove() } }
        func run(_ arguments: [String]) async throws -> String {
            let command = try Carillond(arguments)
            #expect(await command.status() == 0, "\(command.text)")
            return command.text
        }
        let first = old.folder.appending(path: "first").path
        let second = old.folder.appending(path: "second").path
        let host = try old.serve()
        defer { host.end() }
        let base = "http://127.0.0.1:\(try #require(await host.port(inLineWith: "serving"), "\(host.text)"))"
        #expect(try await post(base, "events", old.event("1"), old.serviceKey) == 202)
        _ = try await run(["backup", first, "--data", old.data])
        #expect(try await run(["restore", first, "--database", database.host]).contains("restored shop"))
        #expect(try database.sql("SELECT count(*) FROM carillon.event", in: "carillon") == "1")
        let again = try Carillond(["restore", first, "--database", database.host])
        #expect(await again.status() == 1)
        #expect(again.text.contains("not empty"))
        _ = try await run(["backup", second, "--database", database.host])
        _ = try await run(["restore", second, "--data", new.data])
        let restored = try new.serve()
        defer { restored.end() }
        let newBase = "http://127.0.0.1:\(try #require(await restored.port(inLineWith: "serving"), "\(restored.text)"))"
        #expect(try await post(newBase, "events", old.event("1"), new.serviceKey) == 202)
        try await waitUntil {
            try await ask(.GET, "\(newBase)/v1/shop/notifications", nil, new.userToken())["totalCount"] == 1
        }
    }

    private func move(_ arguments: [String]) async throws -> String {
        let move = try Carillond(["tenants", "move", "shop"] + arguments)
        #expect(await move.status() == 0, "\(move.text)")
        return move.text
    }

    private func messages(_ provider: String) async throws -> [String] {
        let answer = try await ask(.GET, "\(provider)/sandbox/messages?limit=1000", nil, "")
        return (answer["messages"]?.array ?? []).compactMap { $0["message"]?["body"]?.string }
    }

    private func post(
        _ base: String,
        _ what: String,
        _ body: JSONValue,
        _ bearer: String,
        tenant: String = "shop"
    ) async throws -> Int {
        try await exchange(.POST, "\(base)/v1/\(tenant)/\(what)", body, bearer).status
    }

    private func ask(
        _ method: HTTPMethod,
        _ url: String,
        _ body: JSONValue?,
        _ bearer: String
    ) async throws -> JSONValue {
        try await exchange(method, url, body, bearer).json
    }

    private func exchange(
        _ method: HTTPMethod,
        _ url: String,
        _ body: JSONValue?,
        _ bearer: String
    ) async throws -> (status: Int, json: JSONValue) {
        var request = HTTPClientRequest(url: url)
        request.method = method
        if !bearer.isEmpty { request.headers.add(name: "authorization", value: "Bearer \(bearer)") }
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.utf8))
        }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let bytes = Array(buffer: try await answer.body.collect(upTo: 8 << 20))
        return (Int(answer.status.code), (try? JSONValue(parsing: bytes)) ?? .null)
    }
}
