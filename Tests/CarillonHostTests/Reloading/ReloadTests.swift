import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import ExpoPush
import Foundation
import InAppChannel
import Synchronization
import Testing

@testable import CarillonHost

struct ReloadTests {
    @Test func `only what changed is reloaded, and the new words count from then on`() async throws {
        let world = try await ReloadWorld.start(["club", "shop"])
        let club = world.status(of: "club")?["revision"]
        #expect(await world.post("0") == 202)
        await world.settled.wait(for: 1)
        #expect(await world.reloader.reload(by: .signal).changes.isEmpty)
        try world.write("shop", body: "{$order} is on its way")
        let report = await world.reloader.reload(by: .signal)
        #expect(report.changes.mapValues(\.rawValue) == ["shop": "reloaded"] && report.unchanged == 1)
        #expect(world.status(of: "club")?["revision"] == club)
        #expect(await world.post("1") == 202)
        await world.settled.wait(for: 2)
        let store = try await world.store.tenant("shop")
        let feed = try await store.feed(of: "ada", .init(limit: 10))
        let bodies = feed.items.map { $0.content.slots["body"]?.string?.withoutIsolates }
        #expect(Set(bodies) == ["A-1 is on its way", "A-1 has left"])
        await world.end()
    }

    @Test func `a reload leaves one line in the audit, and a look that finds everything as it was leaves none`()
        async throws
    {
        let world = try await ReloadWorld.start(["club", "shop"])
        func audit() -> [String] { world.lines.lines("audit").filter { $0.contains("tenants.reload") } }
        try world.write("shop", body: "{$order} is on its way")
        for _ in 0..<4 { await world.reloader.poll() }
        #expect(audit().count == 1 && audit()[0].contains("shop=reloaded") && audit()[0].contains("file-change"))
        // The same words again: the files are others, and nothing has changed.
        try world.write("shop", body: "{$order} is on its way")
        for _ in 0..<4 { await world.reloader.poll() }
        #expect(audit().count == 1, "\(audit())")
        // An order is on record, whatever it finds; what it took up isn't found again.
        try world.write("shop", body: "{$order} comes")
        await world.reloader.poll()
        await world.reloader.reload(by: .signal)
        for _ in 0..<4 { await world.reloader.poll() }
        #expect(audit().count == 2 && audit()[1].contains("shop=reloaded") && audit()[1].contains("signal"))
        await world.end()
    }

    @Test func `a host that a running tenant has is nobody else's, whoever claims it later`() async throws {
        let world = try await ReloadWorld.start(["shop"])
        try world.write("shop", hosts: ["api.shop.example"])
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .reloaded)
        try world.write("aaa", hosts: ["api.shop.example"])
        #expect(await world.reloader.reload(by: .signal).changes.mapValues(\.rawValue) == ["aaa": "rejected"])
        #expect(world.status(of: "aaa")?["status"] == "failed")
        #expect(world.directory.served(at: "api.shop.example")?.tenant.runtime.profile.id == "shop")
        // At start nobody can tell whose it is.
        let loaded = TenantFolders(
            world.folder.appending(path: "tenants").path,
            registry: ChannelRegistry([ExpoChannel.self, InAppFeed.self])
        ).load()
        #expect(loaded.tenants.isEmpty && loaded.failures.keys.sorted() == ["aaa", "shop"])
        await world.end()
    }

    @Test func `a folder that doesn't validate keeps its old profile and says so, until it is mended`() async throws {
        let world = try await ReloadWorld.start(["shop"])
        let revision = world.status(of: "shop")?["revision"]
        try world.write("shop", body: "{$ordr} has left")
        let broken = await world.reloader.reload(by: .signal)
        #expect(broken.changes["shop"] == .rejected)
        #expect(broken.faults.count == 1)
        #expect(broken.faults.first?.hasPrefix("shop: ") == true && broken.faults.first?.contains("ordr") == true)
        let status = world.status(of: "shop")
        #expect(status?["status"] == "running" && status?["revision"] == revision)
        #expect(status?["rejected"]?["diagnostics"] == 1)
        #expect(status?["rejected"]?["first"]?.string?.contains("ordr") == true)
        #expect(try await world.gauge("carillon_tenant_folder_rejected", ["tenant": "shop"]) == 1)
        #expect(try await world.gauge("carillon_tenant_up", ["tenant": "shop"]) == 1)
        #expect(try await world.gauge("carillon_reloads_total", ["tenant": "shop", "result": "rejected"]) == 1)
        #expect(world.lines.lines("host").contains { $0.contains("what ran before goes on") && $0.contains("ordr") })
        #expect(await world.post("1") == 202)

        try world.write("shop", body: "{$order} left")
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .reloaded)
        #expect(world.status(of: "shop")?["rejected"] == nil)
        #expect(try await world.gauge("carillon_tenant_folder_rejected", ["tenant": "shop"]) == 0)
        await world.end()
    }

    @Test func `a folder that holds again what runs is mended, once`() async throws {
        let world = try await ReloadWorld.start(["shop"])
        try world.write("shop", body: "{$ordr} has left")
        #expect(await world.reloader.reload(by: .signal).changes == ["shop": .rejected])
        try world.write("shop")
        #expect(await world.reloader.reload(by: .signal).changes == ["shop": .mended])
        #expect(world.status(of: "shop")?["rejected"] == nil)
        #expect(await world.reloader.reload(by: .signal).changes.isEmpty)
        await world.end()
    }

    @Test func `without the folder of tenants all go on, it is reported once, and secrets are still reloaded`()
        async throws
    {
        let world = try await ReloadWorld.start(["club", "shop"])
        func lines(_ text: String) -> Int { world.lines.lines("host").count { $0.contains(text) } }
        try world.move("tenants", to: "aside")
        for _ in 1...4 { await world.reloader.poll() }
        #expect(lines("the tenants can't be read; what ran before goes on") == 1)
        #expect(await world.post("1") == 202)
        try world.write(secrets: "second")
        for _ in 1...2 { await world.reloader.poll() }
        #expect(lines("a tenant was reloaded tenant=shop") == 1)
        try world.move("aside", to: "tenants")
        for _ in 1...4 { await world.reloader.poll() }
        #expect(lines("the tenants can be read again") == 1)
        #expect(await world.post("2") == 202)
        await world.end()
    }

    @Test func `who writes tenants keeps one whose folder is gone, until it is back`() async throws {
        let world = try await ReloadWorld.start(["club", "shop"], keepsMissing: true)
        try world.removeTenant("shop")
        #expect(await world.reloader.reload(by: .signal).changes == ["shop": .rejected])
        #expect(world.status(of: "shop")?["rejected"]?["first"] == "its folder is gone")
        #expect(await world.post("1") == 202)
        try world.write("shop")
        #expect(await world.reloader.reload(by: .signal).changes == ["shop": .mended])
        #expect(world.status(of: "shop")?["rejected"] == nil)
        await world.end()
    }

    @Test func `a new folder starts, one that is gone stops, and its data is there when it comes back`() async throws {
        let world = try await ReloadWorld.start(["club"])
        #expect(await world.post("1") == 404)
        try world.write("shop")
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .started)
        #expect(await world.post("1") == 202)
        await world.settled.wait(for: 1)
        try world.removeTenant("shop")
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .stopped)
        #expect(await world.post("2") == 404)
        try world.write("shop")
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .started)
        #expect(await world.post("2") == 202)
        await world.settled.wait(for: 2)
        let store = try await world.store.tenant("shop")
        #expect(try await store.feed(of: "ada", .init(limit: 10)).totalCount == 2)
        await world.end()
    }

    @Test func `other secrets reload the tenants they belong to, and free what waited for them`() async throws {
        let isMended = Mutex(false)
        let world = try await ReloadWorld.start(["club", "shop"]) { request in
            guard !isMended.withLock({ $0 }) else { return await TestHost.everythingTaken(request) }
            return .answer(401, #"{"errors":[{"code":"UNAUTHORIZED","message":"no"}]}"#)
        }
        let store = try await world.store.tenant("shop")
        _ = try await store.register(
            .init(owner: "ada", token: "ExponentPushToken[abc]", plugin: "expo"),
            at: world.clock.now
        )
        #expect(await world.post("1") == 202)
        await world.settled.wait(for: 2)
        #expect(try await world.gauge("carillon_channel_paused", ["tenant": "shop", "channel": "push"]) == 1)
        isMended.withLock { $0 = true }
        try world.write(secrets: "second")
        let report = await world.reloader.reload(by: .operatorKey)
        #expect(report.changes.mapValues(\.rawValue) == ["shop": "reloaded"])
        await world.settled.wait(for: 3)
        #expect(try await world.gauge("carillon_channel_paused", ["tenant": "shop", "channel": "push"]) == 0)
        let keys = world.egress.requests.map { request in
            request.headers.first { $0.name.lowercased() == "authorization" }?.value
        }
        #expect(keys == ["Bearer first", "Bearer second"])
        await world.end()
    }

    @Test func `an unreadable secrets file changes nothing and is reported`() async throws {
        let world = try await ReloadWorld.start(["shop"])
        try Data("{".utf8).write(to: world.folder.appending(path: "secrets.json"))
        let report = await world.reloader.reload(by: .signal)
        #expect(report.faults.count == 1 && report.changes.isEmpty)
        #expect(await world.post("1") == 202)
        await world.end()
    }

    @Test(arguments: ["", "too-short"])
    func `a secret that is refused opens nothing and closes nothing, and is reported until it is mended`(
        key: String
    ) async throws {
        let world = try await ReloadWorld.start(["shop"])
        try world.write(secrets: "first", service: key)
        let report = await world.reloader.reload(by: .signal)
        #expect(report.changes == ["shop": .rejected])
        #expect(report.faults.first?.hasPrefix("shop: the secret “service” ") == true)
        #expect(world.lines.lines("host").contains { $0.contains("secrets can't be used; what ran before goes on") })
        // Looking again, or at other words, makes no difference.
        try world.write("shop", body: "{$order} is on its way")
        for id in ["1", "2"] {
            let status = world.status(of: "shop")
            #expect(status?["status"] == "running")
            #expect(status?["rejected"]?["first"]?.string?.contains("the secret “service” ") == true)
            #expect(await world.post(id) == 202)
            #expect(await world.post(id + "-forged", key: key) == 401)
            #expect(await world.reloader.reload(by: .signal).changes == ["shop": .rejected])
        }
        try world.write(secrets: "first")
        try world.write("shop")
        #expect(await world.reloader.reload(by: .signal).changes == ["shop": .mended])
        #expect(world.status(of: "shop")?["rejected"] == nil)
        try world.write(secrets: "first", service: "the-service-key-that-came-next")
        #expect(await world.reloader.reload(by: .signal).changes == ["shop": .reloaded])
        #expect(await world.post("3") == 401)
        #expect(await world.post("3", key: "the-service-key-that-came-next") == 202)
        await world.end()
    }

    @Test func `a tenant that wasn't served for its secrets starts once they are right`() async throws {
        let world = try await ReloadWorld.start(["club", "shop"])
        try world.removeTenant("shop")
        #expect(await world.reloader.reload(by: .signal).changes == ["shop": .stopped])
        try world.write(secrets: "first", service: "")
        try world.write("shop")
        #expect(await world.reloader.reload(by: .signal).changes == ["shop": .rejected])
        #expect(await world.post("1") == 404)
        #expect(await world.post("1", key: "") == 404)
        try world.write(secrets: "first")
        #expect(await world.reloader.reload(by: .signal).changes == ["shop": .started])
        #expect(await world.post("1") == 202)
        await world.end()
    }

    @Test func `a change is taken up by itself once the files hold still`() async throws {
        let world = try await ReloadWorld.start(["shop"])
        let revision = world.status(of: "shop")?["revision"]
        await world.reloader.poll()
        try world.write("shop", body: "{$order} is half way")
        await world.reloader.poll()
        #expect(world.status(of: "shop")?["revision"] == revision)
        try world.write("shop", body: "{$order} is on its way")
        await world.reloader.poll()
        #expect(world.status(of: "shop")?["revision"] == revision)
        await world.reloader.poll()
        #expect(world.status(of: "shop")?["revision"] != revision)
        #expect(world.lines.lines("audit").contains { $0.contains("who=file-change") })
        await world.end()
    }

    @Test func `what is in flight ends with the old profile, and nothing goes out twice`() async throws {
        let mayAnswer = WakeSignal()
        let world = try await ReloadWorld.start(["shop"]) { request in
            await mayAnswer.wait(atMost: nil)
            return await TestHost.everythingTaken(request)
        }
        let store = try await world.store.tenant("shop")
        _ = try await store.register(
            .init(owner: "ada", token: "ExponentPushToken[abc]", plugin: "expo"),
            at: world.clock.now
        )
        #expect(await world.post("1") == 202)
        // The feed has it; Expo hasn't answered yet.
        await world.settled.wait(for: 1)
        try await waitUntil { !world.egress.requests.isEmpty }
        try world.write("shop", body: "{$order} is on its way")
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .reloaded)
        #expect(await world.post("2") == 202)
        for _ in 0..<2 { mayAnswer.notify() }
        await world.settled.wait(for: 4)
        let sent = world.egress.requests.flatMap { (try? JSONValue(parsing: $0.body))?.array ?? [] }
        #expect(sent.compactMap { $0["body"]?.string?.withoutIsolates } == ["A-1 has left", "A-1 is on its way"])
        await world.end()
    }

    @Test func `an operator reloads over HTTP, others may not, and both are on record`() async throws {
        let world = try await ReloadWorld.start(["shop"])
        try world.write("shop", body: "{$order} is on its way")
        var request = APIRequest("POST", path: ["v1", "tenants", "reload"])
        request.headers = [("authorization", "Bearer guess")]
        #expect(await world.api.respond(to: request).status == 401)
        #expect(await world.api.respond(to: request).status == 401)
        request.headers = [("authorization", "Bearer \(TestHost.operatorKey)")]
        let answer = await world.api.respond(to: request)
        let json = try JSONValue(parsing: answer.bytes)
        #expect(answer.status == 200 && json["changes"] == ["shop": "reloaded"] && json["faults"] == [])
        #expect(
            world.lines.lines("audit") == [
                "audit: key.use count=1 result=refused who=unknown",
                "audit: tenants.reload changes=shop=reloaded result=done unchanged=0 who=operator-key",
            ]
        )
        await world.end()
    }
}
