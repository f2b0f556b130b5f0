import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Foundation
import SQLiteStore
import Synchronization
import Testing

@testable import CarillonHost

/// What operators see and do, through the routes that the admin port and the commands share.
struct OperatorRouteTests {
    /// The process's own umask, which only lets more files be made for everyone meanwhile.
    @Test(.onEmbeddedStore) func `databases and backups are nobody else's, whatever the umask`() async throws {
        let usual = umask(0)
        defer { umask(usual) }
        let host = await TestHost.start(withWorkers: false, onDisk: true)
        let folder = try #require(host.folder)
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        let place = "\(folder)-backups"
        defer { try? FileManager.default.removeItem(atPath: place) }
        let backup = "\(place)/today"
        #expect(await host.ask("POST", "/v1/tenants/backup", ["to": .string(backup)]).status == 200)
        let restored = "\(folder)/restored/data"
        try SQLiteStore.restore(["shop": "\(backup)/shop.sqlite"], into: restored)
        let files = FileManager.default
        var modes: [String: Int] = [:]
        for folder in [folder, place] {
            for name in try files.subpathsOfDirectory(atPath: folder) + [""] {
                let attributes = try files.attributesOfItem(atPath: "\(folder)/\(name)")
                let mode = try #require(attributes[.posixPermissions] as? Int)
                modes[name] = mode
                #expect(mode == (attributes[.type] as? FileAttributeType == .typeDirectory ? 0o750 : 0o640), "\(name)")
            }
        }
        let expected = [
            "shop.sqlite", "shop.sqlite-wal", "shop.sqlite-shm", "carillon.lock", "today/manifest.json",
        ]
        for name in expected { #expect(modes[name] != nil, "\(name)") }
        // What an earlier version made.
        await host.leave()
        try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(folder)/shop.sqlite")
        let next = await TestHost.start(withWorkers: false, after: host)
        let mode = try files.attributesOfItem(atPath: "\(folder)/shop.sqlite")[.posixPermissions] as? Int
        #expect(mode == 0o640)
        await next.stop()
    }

    @Test func `devices, events and deliveries are listed, and pages lead on`() async throws {
        let host = await TestHost.start()
        await host.registerDevice()
        for id in ["1", "2", "3"] {
            _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event(id))
            host.clock.advance(by: .seconds(1))
        }
        await host.settled.wait(for: 6)
        let devices = await host.ask("GET", "/v1/tenants/shop/devices?user=ada").json["devices"]?.array
        #expect(devices?.map { $0["token"] } == ["ExponentPushToken[abc]"])
        let first = await host.ask("GET", "/v1/tenants/shop/events?limit=2").json
        #expect(first["events"]?.array?.map { $0["eventId"] } == ["3", "2"])
        let next = try #require(first["next"]?.integer)
        let second = await host.ask("GET", "/v1/tenants/shop/events?limit=2&before=\(next)").json
        #expect(second["events"]?.array?.map { $0["eventId"] } == ["1"] && second["next"] == nil)
        for (list, count) in [("events", 3), ("deliveries", 6), ("devices", 1)] {
            let all = await host.ask("GET", "/v1/tenants/shop/\(list)?limit=\(count)").json
            #expect(all[list]?.array?.count == count && all["next"] == nil, "a full page isn't one that others follow")
        }
        let most = await host.ask("GET", "/v1/tenants/shop/events?limit=99999999999999999999").json
        #expect(most["events"]?.array?.count == 3)
        let trace = await host.ask("GET", "/v1/tenants/shop/events/1").json
        #expect(trace["notifications"]?.array?.count == 1)
        let pushed = await host.ask("GET", "/v1/tenants/shop/deliveries?status=delivered&channel=push").json
        #expect(pushed["deliveries"]?.array?.count == 3)
        await host.stop()
    }

    @Test func `what failed is tried again, one by one or by its code, and it is on record`() async throws {
        let isMended = Mutex(false)
        let host = await TestHost.start { request in
            guard !isMended.withLock({ $0 }) else { return await TestHost.everythingTaken(request) }
            let count = (try? JSONValue(parsing: request.body))?.array?.count ?? 0
            let ticket = #"{"status":"error","message":"no","details":{"error":"DeveloperError"}}"#
            return .answer(200, #"{"data":[\#(Array(repeating: ticket, count: count).joined(separator: ","))]}"#)
        }
        await host.registerDevice()
        for id in ["1", "2"] {
            _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event(id))
        }
        await host.settled.wait(for: 4)
        let failed = await host.ask("GET", "/v1/tenants/shop/deliveries?status=failed").json["deliveries"]?.array ?? []
        let code = try #require(failed.first?["reason"]?["code"]?.string)
        let row = try #require(failed.last?["row"]?.integer)
        isMended.withLock { $0 = true }
        let one = await host.ask("POST", "/v1/tenants/shop/deliveries/redrive", ["deliveries": [JSONValue(row), 4711]])
        #expect(one.json["redriven"] == 1 && one.json["passedOver"] == 0 && one.json["unknown"] == [4711])
        let none = await host.ask("POST", "/v1/tenants/shop/deliveries/redrive", ["all": true, "code": "other"])
        #expect(none.json["redriven"] == 0)
        let rest = await host.ask("POST", "/v1/tenants/shop/deliveries/redrive", ["all": true, "code": .string(code)])
        #expect(rest.json["redriven"] == 1)
        await host.settled.wait(for: 6)
        let left = await host.ask("GET", "/v1/tenants/shop/deliveries?status=failed").json["deliveries"]
        #expect(left == [])
        await host.stop()
    }

    @Test func `what is held is listed as such, and for an unknown channel the known ones are named`() async {
        let host = await TestHost.start { _ in .answer(401, #"{"errors":[{"code":"UNAUTHORIZED","message":"no"}]}"#) }
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        let held = await host.ask("GET", "/v1/tenants/shop/deliveries?status=held").json["deliveries"]?.array
        #expect(held?.map { $0["status"] } == ["held"] && held?.first?["channel"] == "push")
        #expect(await host.ask("GET", "/v1/tenants/shop/deliveries?status=pending").json["deliveries"] == [])
        let message: JSONValue = "tenant “shop” has no channel called “nope”; its channels: in-app, push"
        let listed = await host.ask("GET", "/v1/tenants/shop/deliveries?channel=nope")
        #expect(listed.status == 404 && listed.json["detail"] == message, "\(listed.json)")
        let redriven = await host.ask("POST", "/v1/tenants/shop/deliveries/redrive", ["all": true, "channel": "nope"])
        #expect(redriven.status == 404 && redriven.json["detail"] == message, "\(redriven.json)")
        // A tenant that isn't served has the channels that its deliveries were on.
        _ = host.directory.remove("shop")
        #expect(await host.ask("GET", "/v1/tenants/shop/deliveries?channel=push").status == 200)
        #expect(await host.ask("GET", "/v1/tenants/shop/deliveries?channel=nope").json["detail"] == message)
        await host.stop()
    }

    @Test func `a user is exported whole, erased, and known by nothing but a pseudonym in the record`() async throws {
        let lines = RecordedLines()
        let host = await TestHost.start(withWorkers: false)
        let console = OperatorConsole(store: host.store, registry: ChannelRegistry([]), audit: lines.logger("audit"))
        await host.registerDevice()
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event())
        let login: JSONValue = ["userId": "ada", "sessionId": "s-1", "pushAllowed": false]
        let started = await host.send("POST", "/v1/shop/sessions", bearer: TestHost.serviceKey, json: login)
        #expect(started.status < 300)
        let export = try await json(console, "GET", ["v1", "tenants", "shop", "users", "ada"])
        #expect(export["devices"]?.array?.map { $0["token"] } == ["ExponentPushToken[abc]"])
        #expect(export["sessions"]?.array?.map { $0["id"] } == ["s-1"])
        #expect(export["notifications"]?.array?.map { $0["payload"] } == [["order": "A-1"]])
        let erased = try await json(console, "DELETE", ["v1", "tenants", "shop", "users", "ada"])
        #expect(erased == ["erased": true])
        let again = await console.respond(to: APIRequest("GET", path: ["v1", "tenants", "shop", "users", "ada"]))
        #expect(again.status == 404)
        let subject = AuditTrail.pseudonym(of: "ada")
        #expect(
            lines.lines("audit") == [
                "audit: users.export result=done subject=\(subject) tenant=shop who=local",
                "audit: users.erase found=true result=done subject=\(subject) tenant=shop who=local",
                "audit: users.export result=failed subject=\(subject) tenant=shop who=local",
            ]
        )
    }

    // Hosts that share a store tell each other once a second what they serve.
    @Test(.onEmbeddedStore)
    func `a tenant that is served is not dropped, and asking about none makes none`() async throws {
        let host = await TestHost.start(withWorkers: false)
        #expect(await host.ask("DELETE", "/v1/tenants/shop").status == 409)
        #expect(await host.ask("GET", "/v1/tenants/nobody/events").status == 404)
        #expect(try await host.store.tenants() == ["other", "shop"])
        _ = host.directory.remove("shop")
        #expect(await host.ask("DELETE", "/v1/tenants/shop").json == ["dropped": true])
        #expect(try await host.store.tenants() == ["other"])
    }

    @Test(.onEmbeddedStore) func `a store that can't be copied says so, and a relative path is refused`() async throws {
        let memory = await TestHost.start(withWorkers: false)
        #expect(await memory.ask("POST", "/v1/tenants/backup", ["to": "/nowhere"]).status == 404)
        let disk = await TestHost.start(withWorkers: false, onDisk: true)
        #expect(await disk.ask("POST", "/v1/tenants/backup", ["to": "/dev/null/backup"]).status == 503)
        let bodies: [(JSONValue, String)] = [
            (["to": "somewhere"], "/to"), ([:], "/to"), (["to": 7], "/to"),
            (["to": "/nowhere", "tenants": "shop"], "/tenants"), (["to": "/nowhere", "tenant": ["shop"]], "/tenant"),
        ]
        for (body, pointer) in bodies { #expect(await disk.faults(of: "/v1/tenants/backup", body) == [pointer]) }
        await disk.stop()
    }

    @Test func `an order that isn't one is refused, and nothing is done`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let bodies: [(String, JSONValue, [String])] = [
            ("channels/push/resume", ["believeGone": "x"], ["/believeGone"]),
            ("channels/push/resume", ["foo": 1], ["/foo"]),
            ("deliveries/redrive", ["all": true, "deliveries": [1]], ["/deliveries"]),
            ("deliveries/redrive", ["deliveries": [1], "code": "x"], ["/deliveries"]),
            ("deliveries/redrive", ["deliveries": ["1"]], ["/deliveries"]),
            ("deliveries/redrive", ["deliveries": 1, "all": "yes"], ["/all", "/deliveries"]),
            ("deliveries/redrive", ["all": true, "chanel": "push"], ["/chanel"]),
            ("deliveries/redrive", ["all": true, "channel": "A B"], ["/channel"]),
            ("deliveries/redrive", ["all": false], [""]), ("deliveries/redrive", [:], [""]),
        ]
        for (path, body, pointers) in bodies {
            #expect(await host.faults(of: "/v1/tenants/shop/\(path)", body) == pointers, "\(path) \(body)")
        }
        await host.stop()
    }

    @Test func `HEAD is answered as GET is, and a wrong method is told of both`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let console = OperatorConsole(
            store: host.store,
            registry: ChannelRegistry([]),
            audit: RecordedLines().logger("audit")
        )
        #expect(await host.ask("HEAD", "/v1/tenants").status == 200)
        #expect(await console.respond(to: APIRequest("HEAD", path: ["v1", "tenants"])).status == 200)
        let refusal = await console.respond(to: APIRequest("PUT", path: ["v1", "tenants"]))
        #expect(refusal.status == 405)
        #expect(refusal.headers.first { $0.name == "allow" }?.value == "GET, HEAD, OPTIONS")
        #expect(await host.ask("HEAD", "/v1/tenants/reload").status == 405)
        await host.stop()
    }

    @Test func `codes to filter by may be as long for operators as for tenants`() async {
        let host = await TestHost.start(withWorkers: false)
        let code = JSONValue.string(String(repeating: "x", count: 256))
        let redriven = await host.ask("POST", "/v1/tenants/shop/deliveries/redrive", ["all": true, "code": code])
        #expect(redriven.status == 200 && redriven.json["redriven"] == 0)
        let longer = JSONValue.string(String(repeating: "x", count: 257))
        #expect(
            await host.faults(of: "/v1/tenants/shop/deliveries/redrive", ["all": true, "code": longer]) == ["/code"]
        )
        await host.stop()
    }

    @Test func `an import that doesn't say it is JSON lines is refused`() async {
        let host = await TestHost.start(withWorkers: false)
        #expect(await host.ask("POST", "/v1/tenants/shop/import", ["user": "ada"]).status == 415)
        await host.stop()
    }

    @Test func `the operators' routes are closed to everybody else`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let surface = AdminSurface(api: host.api, metrics: host.page)
        for bearer in ["wrong", TestHost.serviceKey, TestHost.token()] {
            var request = APIRequest("GET", path: ["v1", "tenants", "shop", "users", "ada"])
            request.headers = [("authorization", "Bearer \(bearer)")]
            #expect(await surface.respond(to: request).status == 401)
            // And they aren't there at all where users and services are answered.
            #expect(await host.api.respond(to: request).status == 404)
        }
    }

    private func json(_ console: OperatorConsole, _ method: String, _ path: [String]) async throws -> JSONValue {
        try JSONValue(parsing: await console.respond(to: APIRequest(method, path: path)).bytes)
    }
}

extension TestHost {
    /// Asks as an operator, on the admin port.
    func ask(_ method: String, _ target: String, _ body: JSONValue? = nil) async -> (status: Int, json: JSONValue) {
        let (path, query) = APIRequest.parse(target: target) ?? ([], [])
        var request = APIRequest(method, path: path, query: query, body: body?.utf8 ?? [])
        request.headers = [("authorization", "Bearer \(Self.operatorKey)")]
        let answer = await AdminSurface(api: api, metrics: page).respond(to: request)
        return (answer.status, (try? JSONValue(parsing: answer.bytes)) ?? .null)
    }
}

extension TestHost {
    /// Where an operator's order is found wrong; nil where it isn't.
    fileprivate func faults(of path: String, _ body: JSONValue) async -> [String]? {
        let answer = await ask("POST", path, body)
        guard answer.status == 422 else { return nil }
        return answer.json["errors"]?.array?.compactMap { $0["pointer"]?.string }
    }
}
