import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Foundation
import Synchronization
import Testing

@testable import CarillonHost

/// Words that staff make live beside the files, and take back.
@Suite(.timeLimit(.minutes(2)))
struct PublishingTests {
    @Test(.onBothStores)
    func `approved words are delivered at once, taken back with a reason, and cut no stream`() async throws {
        let world = try await ReloadWorld.start(["shop"], publishing: "live")
        let stream = EndedStream()
        _ = world.assembly.live.add(stream)
        let (ada, pia) = (try await world.person("Ada", "publisher"), try await world.person("Pia", "publisher"))
        let files = world.status(of: "shop")?["revision"]
        let (id, version) = try await ada.handIn("On its way")
        #expect(await ada.ask("POST", "/proposals/\(id)/approve", ["version": version]).status == 403)
        #expect(await pia.ask("POST", "/proposals/\(id)/publish", ["version": version]).status == 409)
        let yes = await pia.ask("POST", "/proposals/\(id)/approve", ["version": version])
        let approved = try #require(yes.json["version"])
        #expect(await pia.ask("POST", "/proposals/\(id)/publish", ["version": version]).status == 409)
        #expect(try await world.deliveredTitle("0", of: 1) == "Order")
        let published = await pia.ask("POST", "/proposals/\(id)/publish", ["version": approved])
        #expect(published.status == 201 && published.json["number"] == 1 && published.json["isLive"] == true)
        #expect(await pia.ask("POST", "/proposals/\(id)/publish", ["version": approved]).status == 409)
        #expect(try await world.deliveredTitle("1", of: 2) == "On its way")
        #expect(world.status(of: "shop")?["texts"] == ["version": 1, "count": 1, "setAside": []])
        #expect(world.status(of: "shop")?["revision"] == published.json["revision"])
        #expect(await ada.change(id, "More", hash: nil).status == 409)
        #expect(await ada.ask("GET", "/proposals/\(id)").json["texts"]?.array?.first?["new"] == "On its way")
        #expect(await ada.ask("GET", "/texts/order.shipped/title").json["form"]?["parts"] == ["On its way"])

        let path = "/versions/0/restore"
        #expect(await pia.ask("POST", path, ["live": 1]).status == 422)
        #expect(await pia.ask("POST", path, ["live": 0, "reason": "Wrong"]).status == 409)
        let back = await pia.ask("POST", path, ["live": 1, "reason": "Wrong"])
        #expect(back.status == 201 && back.json["number"] == 2 && back.json["restored"] == 0)
        #expect(try await world.deliveredTitle("2", of: 3) == "Order")
        #expect(world.status(of: "shop")?["revision"] == files)
        let one = await pia.ask("POST", "/versions/1/restore", ["live": 2, "reason": "Right", "place": Staff.title])
        #expect(one.status == 201)
        #expect(try await world.deliveredTitle("3", of: 4) == "On its way")
        let list = await ada.ask("GET", "/versions").json
        #expect(list["versions"]?.array?.map { $0["number"] } == [3, 2, 1] && list["live"] == 3)
        #expect(await ada.ask("GET", "/versions/2").json["texts"]?.array?.first?["new"] == "Order")
        let live = await world.operate("GET", "/v1/tenants/shop/studio/live")
        #expect(live["version"] == 3 && live["tenant"] == "shop")
        let edits = live["edits"]?.array ?? []
        #expect(edits.map { [$0["slot"], $0["base"], $0["new"]] } == [["title", "Order", "On its way"]])
        #expect(await pia.ask("GET", "/versions/3/patch").text.contains("+++ b/tenants/shop/templates/en.json"))
        #expect(world.lines.lines("audit").count { $0.contains("studio.restore") && !$0.contains("Wrong") } == 2)
        #expect(stream.reason == nil)
        // What isn't words ends it.
        try world.write("shop", hosts: ["api.shop.example"])
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .reloaded)
        #expect(stream.reason == .reloaded)
        #expect(try await world.deliveredTitle("4", of: 5) == "On its way")
        await world.end()
    }

    @Test func `files that catch up take an entry in, and other words in the files set it aside`() async throws {
        let world = try await ReloadWorld.start(["shop"], publishing: "live")
        let (ada, pia) = (try await world.person("Ada", "writer"), try await world.person("Pia", "publisher"))
        try await pia.publish(try await ada.handIn("On its way"))
        func state() async -> [JSONValue?] {
            let text = await ada.ask("GET", "/versions").json["texts"]?.array?.first
            return [text?["state"], text?["reason"]]
        }
        #expect(await state() == ["live", nil])
        try world.write("shop", title: "On its way")
        _ = await world.reloader.reload(by: .signal)
        #expect(await state() == ["in-files", nil])
        #expect(world.status(of: "shop")?["texts"]?["count"] == 0)
        try world.write("shop", title: "Something else")
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .reloaded)
        #expect(await state() == ["set-aside", "changed"])
        #expect(world.status(of: "shop")?["texts"]?["setAside"] == ["order.shipped title, en: changed"])
        #expect(world.lines.lines("host").count { $0.contains("don't fit a tenant's files") } == 1)
        #expect(try await world.deliveredTitle("1", of: 1) == "Something else")
        // As they were: the words count again.
        try world.write("shop")
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .reloaded)
        #expect(try await world.deliveredTitle("2", of: 2) == "On its way")
        await world.end()
    }

    @Test func `files whose event loses a field set the words that show it aside, and show them when it is back`()
        async throws
    {
        let world = try await ReloadWorld.start(["shop"], publishing: "live")
        let (ada, pia) = (try await world.person("Ada", "writer"), try await world.person("Pia", "publisher"))
        let parts: JSONValue = [["chip": ["field": "order"]], " is on its way"]
        try await pia.publish(try await ada.handIn(["shape": "string", "form": "text", "parts": parts]))
        #expect(try await world.deliveredTitle("1", of: 1)?.hasSuffix(" is on its way") == true)
        let shop = world.folder.appending(path: "tenants/shop")
        let names = ["events.json", "templates/en.json", "samples/order.shipped.json"]
        let files = try names.map { try String(contentsOf: shop.appending(path: $0), encoding: .utf8) }
        for (name, text) in zip(names, files) {
            let other = text.replacing("{$order}", with: "{$parcel}").replacing("\"order\"", with: "\"parcel\"")
            try Data(other.utf8).write(to: shop.appending(path: name))
        }
        // The folder counts, and its reload doesn't fail.
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .reloaded)
        let aside = await ada.ask("GET", "/versions").json["texts"]?.array?.first
        #expect(aside?["state"] == "set-aside" && aside?["reason"] == "invalid")
        #expect(world.status(of: "shop")?["texts"]?["setAside"] == ["order.shipped title, en: invalid"])
        for (name, text) in zip(names, files) { try Data(text.utf8).write(to: shop.appending(path: name)) }
        #expect(await world.reloader.reload(by: .signal).changes["shop"] == .reloaded)
        #expect(await ada.ask("GET", "/versions").json["texts"]?.array?.first?["state"] == "live")
        #expect(try await world.deliveredTitle("2", of: 2)?.hasSuffix(" is on its way") == true)
        await world.end()
    }

    @Test func `what goes live and back has its line, with the version`() async throws {
        let world = try await ReloadWorld.start(["shop"], publishing: "live")
        let (ada, pia) = (try await world.person("Ada", "writer"), try await world.person("Pia", "publisher"))
        try await pia.publish(try await ada.handIn("Sesame words"))
        #expect(await pia.ask("GET", "/versions/1/patch").status == 200)
        let back = await pia.ask("POST", "/versions/0/restore", ["live": 1, "reason": "Sesame reason"])
        #expect(back.status == 201)
        let lines = world.lines.lines("audit")
        for name in ["studio.publish", "studio.restore", "studio.patch"] {
            let found = lines.filter { $0.contains(name) }
            #expect(
                found.count == 1 && found.allSatisfy { $0.contains("version=") && $0.contains("Pia") },
                "\(name): \(found)"
            )
        }
        #expect(lines.allSatisfy { !$0.contains("Sesame") })
        // The history has the words, of the proposal and of both versions.
        let entries = await world.operate("GET", "/v1/tenants/shop/studio/history")["entries"]?.array ?? []
        func entry(_ action: String) throws -> JSONValue {
            try #require(entries.first { $0["action"]?.string == action }, "\(action)")
        }
        let (change, published) = (try entry("studio.change"), try entry("studio.publish"))
        #expect(change["old"]?["words"] == "Order" && change["new"]?["words"] == "Sesame words")
        #expect(published["version"] == "1" && published["note"] == "Other words" && published["who"] == "Pia")
        let text = try #require(published["texts"]?.array?.first)
        #expect(text["text"] == "en order.shipped title")
        #expect(text["old"] == change["old"] && text["new"] == change["new"])
        let restored = try entry("studio.restore")
        #expect(restored["note"] == "Sesame reason" && restored["restored"] == "0" && restored["version"] == "2")
        #expect(restored["texts"]?.array?.first?["new"] == change["old"])
        await world.end()
    }

    @Test func `where words go live with the files, nothing is published`() async throws {
        let world = try await ReloadWorld.start(["shop"], publishing: "proposal")
        let (ada, pia) = (try await world.person("Ada", "writer"), try await world.person("Pia", "publisher"))
        let (id, version) = try await ada.handIn("On its way")
        let approved = await pia.ask("POST", "/proposals/\(id)/approve", ["version": version])
        let refused = await pia.ask(
            "POST",
            "/proposals/\(id)/publish",
            ["version": try #require(approved.json["version"])]
        )
        #expect(refused.status == 409)
        #expect(await ada.ask("POST", "/versions/0/restore", ["live": 0, "reason": "x"]).status == 403)
        #expect(await ada.ask("GET", "/versions").json["versions"] == [])
        await world.end()
    }

    @Test(arguments: [true, false])
    func `what one host publishes, others show, and so does one that starts after it`(hearsHints: Bool) async throws {
        let clock = ManualClock()
        let cluster = InMemoryCluster(identifiers: SystemIdentifiers { clock.now }, clock: clock)
        cluster.losesHints = !hearsHints
        let first = try await ReloadWorld.start(["shop"], publishing: "live", sharing: (cluster, clock))
        let second = try await ReloadWorld.start(["shop"], publishing: "live", sharing: (cluster, clock))
        for host in [first, second] { await host.assembly.keeper?.renew() }
        let (ada, pia) = (try await first.person("Ada", "writer"), try await first.person("Pia", "publisher"))
        try await pia.publish(try await ada.handIn("On its way"))
        let revision = first.status(of: "shop")?["revision"]
        #expect(second.status(of: "shop")?["revision"] != revision)
        if hearsHints { await second.assembly.keeper?.receive() }
        await second.assembly.keeper?.lookForTexts()
        #expect(second.status(of: "shop")?["revision"] == revision)
        #expect(second.status(of: "shop")?["texts"]?["version"] == 1)
        let third = try await ReloadWorld.start(["shop"], publishing: "live", sharing: (cluster, clock))
        #expect(third.status(of: "shop")?["revision"] == revision)
        for host in [first, second, third] { await host.end() }
    }
}

private typealias StudioAnswer = (status: Int, json: JSONValue, text: String)

/// A stream that notes why it ended.
private final class EndedStream: FeedListener {
    let reader = LiveFeeds.Reader(tenant: "shop", user: "ada")
    private let ended = Mutex<StreamEnd?>(nil)
    var reason: StreamEnd? { ended.withLock { $0 } }

    func wake() {}
    func tick(at now: Instant) {}
    func end(_ reason: StreamEnd) { ended.withLock { $0 = $0 ?? reason } }
}

/// Somebody of the shop's staff with a session.
private struct Staff: Sendable {
    let world: ReloadWorld
    let cookie: String

    static let title: JSONValue = ["locale": "en", "message": "order.shipped", "slot": "title"]

    func ask(_ method: String, _ path: String, _ json: JSONValue? = nil) async -> StudioAnswer {
        await world.ask(method, "/v1/shop/studio\(path)", [("cookie", cookie)], json)
    }

    func change(_ id: String, _ text: String, hash: JSONValue?) async -> StudioAnswer {
        await change(id, StudioPerson.form(text), hash: hash)
    }

    private func change(_ id: String, _ form: JSONValue, hash: JSONValue?) async -> StudioAnswer {
        await ask("PUT", "/proposals/\(id)/text", ["place": Self.title, "hash": hash ?? "x", "form": form])
    }

    /// A proposal of other words for the title, for others to look at.
    func handIn(_ text: String) async throws -> (id: String, version: JSONValue) {
        try await handIn(StudioPerson.form(text))
    }

    func handIn(_ form: JSONValue) async throws -> (id: String, version: JSONValue) {
        let id = try #require(await ask("POST", "/proposals", ["title": "Other words"]).json["id"]?.string)
        let hash = await ask("GET", "/texts/order.shipped/title").json["hash"]
        let changed = await change(id, form, hash: hash)
        #expect(changed.status == 200, "\(changed.text)")
        let submitted = await ask("POST", "/proposals/\(id)/submit", ["version": try #require(changed.json["version"])])
        return (id, try #require(submitted.json["version"], "\(submitted.text)"))
    }

    func publish(_ proposal: (id: String, version: JSONValue)) async throws {
        let path = "/proposals/\(proposal.id)"
        let approved = await ask("POST", path + "/approve", ["version": proposal.version])
        let published = await ask("POST", path + "/publish", ["version": try #require(approved.json["version"])])
        #expect(published.status == 201, "\(published.text)")
    }
}

extension ReloadWorld {
    /// Asks the admin port.
    fileprivate func ask(
        _ method: String,
        _ target: String,
        _ headers: [(name: String, value: String)],
        _ json: JSONValue?
    ) async -> StudioAnswer {
        let (answer, _) = await answer(method, target, headers, json)
        return answer
    }

    private func answer(
        _ method: String,
        _ target: String,
        _ headers: [(name: String, value: String)],
        _ json: JSONValue?
    ) async -> (StudioAnswer, cookie: String?) {
        let (path, query) = APIRequest.parse(target: target) ?? ([], [])
        var request = APIRequest(method, path: path, query: query, headers: headers, target: target)
        request.headers += [("host", "127.0.0.1:9090"), ("sec-fetch-site", "same-origin")]
        if let json {
            request.body = json.utf8
            request.headers.append(("content-type", "application/json"))
        }
        let answer = await AdminSurface(api: api, metrics: assembly.metricsPage).respond(to: request)
        let read = (try? JSONValue(parsing: answer.bytes)) ?? .null
        let cookie = answer.headers.first { $0.name == "set-cookie" }?.value
        return ((answer.status, read, String(decoding: answer.bytes, as: UTF8.self)), cookie)
    }

    fileprivate func person(_ name: String, _ role: String) async throws -> Staff {
        let link = await ask(
            "POST",
            "/v1/tenants/shop/studio/links",
            [("authorization", "Bearer \(TestHost.operatorKey)")],
            ["name": .string(name), "role": .string(role)]
        )
        let path = try #require(link.json["path"]?.string)
        let start = try #require(path.firstRange(of: "#code=")?.upperBound)
        let (_, cookie) = await answer("POST", "/v1/shop/studio/session", [], ["code": .string(String(path[start...]))])
        return Staff(world: self, cookie: String(try #require(cookie).prefix { $0 != ";" }))
    }

    /// The title that an event is shown with, once so many have been settled.
    fileprivate func deliveredTitle(_ id: String, of count: Int) async throws -> String? {
        clock.advance(by: .seconds(1))
        #expect(await post(id) == 202)
        await settled.wait(for: count)
        let feed = try await store.tenant("shop").feed(of: "ada", .init(limit: 20))
        return feed.items.first?.content.slots["title"]?.string
    }
}
