import CarillonModel
import CarillonPipeline
import CarillonProfiles
import CarillonTesting
import Foundation
import SQLiteStore
import Testing

@testable import CarillonHost

@Suite(.onBothStores, .timeLimit(.minutes(2)))
struct StreamTests {
    /// How far the journal is at an event: what follows the point in its id.
    private static func position(_ id: String?) -> Int? { id?.split(separator: ".").last.flatMap { Int($0) } }

    @Test func `a stream begins with the badge, and tells a notification as the list shows it`() async throws {
        let host = await TestHost.start(onDisk: true)
        let client = try await StreamClient(host)
        #expect(client.headers["content-type"] == "text/event-stream")
        #expect(client.headers["cache-control"] == "no-store")
        let text = try #require(await client.text())
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.first == "retry: 1100" && lines.dropFirst(2) == ["event: badge", "data: {\"unreadCount\":0}", "", ""]
        )
        #expect(lines[1].hasPrefix("id: "))
        let start = try #require(Self.position(String(lines[1])))
        _ = await host.post("1")
        let events = await client.take(1, of: "badge")
        #expect(events.map(\.name) == ["notification", "badge"])
        let list = await host.send("GET", "/v1/shop/notifications", bearer: TestHost.token())
        #expect(events.first?.data == list.json["items"]?.array?.first)
        #expect(events.last?.data == ["unreadCount": 1])
        let positions = events.compactMap { Self.position($0.id) }
        #expect(positions.count == 2 && Set(positions).count == 1)
        #expect(positions.allSatisfy { $0 > start })
        await host.stop()
    }

    @Test func `a contract's route can be a stream, which goes on after the last id and is described`() async throws {
        let path = try #require(PathTemplate("/live/feed"))
        let host = await TestHost.start(change: { shop in
            let route = ContractRoute(.get, path, operation: .notificationsStream, access: .user)
            shop.contract = Contract(routes: [route])
        })
        let first = try await StreamClient(host, path: ["shop", "live", "feed"])
        _ = await first.next()
        _ = await host.post("1")
        let last = await first.take(1, of: "badge").last?.id
        first.leave()
        _ = await host.post("2")
        await host.settled.wait(for: 2)
        let second = try await StreamClient(host, after: last, path: ["shop", "live", "feed"])
        let notifications = await second.take(1, of: "badge").filter { $0.name == "notification" }
        #expect(notifications.count == 1)
        let refused = await host.send("GET", "/shop/live/feed")
        #expect(refused.status == 401)
        let document = await host.send("GET", "/v1/shop/openapi.json").json
        let operation = document["paths"]?["/shop/live/feed"]?["get"]
        #expect(operation?["parameters"]?.array?.first?["name"] == "Last-Event-ID")
        #expect(operation?["responses"]?["200"]?["content"]?["text/event-stream"] != nil)
        await host.stop()
    }

    @Test func `marking is told to every stream of the user, and to nobody else`() async throws {
        let host = await TestHost.start()
        let first = try await StreamClient(host)
        let second = try await StreamClient(host)
        let other = try await StreamClient(host, user: "ben")
        for client in [first, second, other] { _ = await client.next() }
        _ = await host.post("1")
        let shown = await first.take(1, of: "badge")
        _ = await second.take(1, of: "badge")
        let id = try #require(shown.first?.data["id"]?.string)
        await host.mark([id])
        await host.mark([id])
        for client in [first, second] {
            let events = await client.take(1, of: "badge")
            #expect(events.map(\.name) == ["read", "badge"])
            #expect(
                events.first?.data == ["ids": [.string(id)], "isRead": true, "readAt": "2026-02-25T12:00:00Z"]
            )
            #expect(events.last?.data == ["unreadCount": 0])
        }
        host.live.close()
        #expect(await other.next()?.map(\.name) == ["end"])
        #expect(await first.next()?.map(\.name) == ["end"])
        await host.stop()
    }

    @Test(arguments: [false, true])
    func `a client that comes again with its last id misses nothing and gets nothing twice`(onDisk: Bool) async throws {
        let host = await TestHost.start(onDisk: onDisk)
        let first = try await StreamClient(host)
        _ = await first.next()
        var ids: [String] = []
        ids.append(await host.post("0"))
        let last = await first.take(1, of: "badge").last?.id
        first.leave()
        #expect(await first.next() == nil)
        for number in 1...120 { ids.append(await host.post("\(number)")) }
        await host.settled.wait(for: 121)
        await host.mark([ids[5]])
        let second = try await StreamClient(host, after: last)
        let events = await second.take(1, of: "badge")
        let followed = events.compactMap { $0.name == "notification" ? $0.data["id"]?.string : nil }
        #expect(followed.sorted() == ids.dropFirst().sorted())
        #expect(Set(followed).count == followed.count)
        #expect(events.suffix(2).map(\.name) == ["read", "badge"])
        #expect(events.last?.data == ["unreadCount": 120])
        let numbers = events.compactMap { Self.position($0.id) }
        #expect(numbers == numbers.sorted())
        #expect(numbers.count == events.count)
        let third = try await StreamClient(host, after: events.last?.id)
        #expect(await third.next()?.map(\.name) == ["badge"])
        await host.stop()
    }

    @Test(arguments: ["99", "-1", "abc", "9999999999999999999999", "1; DROP TABLE change"])
    func `an id that can't be gone on from resets`(id: String) async throws {
        let host = await TestHost.start(withWorkers: false, onDisk: true)
        let client = try await StreamClient(host, after: id)
        let events = try #require(await client.next())
        #expect(events.map(\.name) == ["reset", "badge"])
        let positions = events.compactMap { Self.position($0.id) }
        #expect(positions.count == 2 && Set(positions).count == 1)
        await host.stop()
    }

    @Test(.onEmbeddedStore) func `an id from before a restore resets, whatever came since`() async throws {
        let earlier = await TestHost.start(onDisk: true)
        let first = try await StreamClient(earlier)
        _ = await first.next()
        let folder = try #require(earlier.folder)
        let copy = folder + "-copy.sqlite"
        try await (earlier.store as? any CopyableStore)?.copy("shop", to: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        _ = await earlier.post("1")
        let last = await first.take(1, of: "badge").last?.id
        await earlier.leave()
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: "\(folder)/shop.sqlite\(suffix)")
        }
        try SQLiteStore.restore(["shop": copy], into: folder)
        let host = await TestHost.start(after: earlier)
        for id in ["2", "3"] { _ = await host.post(id) }
        await host.settled.wait(for: 2)
        let events = try #require(await StreamClient(host, after: last).next())
        #expect(events.map(\.name) == ["reset", "badge"])
        #expect(events.last?.data == ["unreadCount": 2])
        let again = try await StreamClient(host, after: events.last?.id)
        #expect(await again.next()?.map(\.name) == ["badge"])
        await host.stop()
    }

    @Test func `the stream ends when the token does, and says so`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let token = TestHost.token(claims: [("exp", .number("\(host.clock.now.epochMilliseconds / 1000 + 30)"))])
        let client = try await StreamClient(host, token: token)
        _ = await client.next()
        host.clock.advance(by: .seconds(29))
        host.live.tick(at: host.clock.now)
        host.clock.advance(by: .seconds(1))
        host.live.tick(at: host.clock.now)
        let end = try #require(await client.next())
        #expect(end.map(\.name) == ["end"])
        #expect(end.first?.reason == "token-expired")
        #expect(end.first?.id == nil)
        #expect(await client.next() == nil)
        await host.stop()
    }

    @Test func `a comment comes every 15 seconds`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let client = try await StreamClient(host)
        _ = await client.next()
        for _ in 1...14 { host.live.tick(at: host.clock.now) }
        host.live.tick(at: host.clock.now)
        #expect(await client.text() == ":\n\n")
        for _ in 1...15 { host.live.tick(at: host.clock.now) }
        #expect(await client.text() == ":\n\n")
        await host.stop()
    }

    @Test func `a client that takes nothing is ended with a reason, and cut off when it doesn't take that either`()
        async throws
    {
        let host = await TestHost.start(withWorkers: false)
        let slow = try await StreamClient(host)
        let gone = try await StreamClient(host)
        _ = await slow.next()
        _ = await gone.next()
        for _ in 1...FeedFollower.timeLimit { host.live.tick(at: host.clock.now) }
        #expect(await slow.next()?.first?.reason == "slow-reader")
        #expect(await slow.next() == nil)
        #expect(!gone.wasCut)
        for _ in 1...FeedFollower.timeLimit { host.live.tick(at: host.clock.now) }
        #expect(gone.wasCut)
        #expect(!slow.wasCut)
        await host.stop()
    }

    @Test func `a host that stops ends its streams, and takes no more`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let client = try await StreamClient(host)
        _ = await client.next()
        host.live.close()
        #expect(await client.next()?.first?.reason == "shutdown")
        let late = try await StreamClient(host)
        #expect(await late.next()?.first?.reason == "shutdown")
        await host.stop()
    }

    @Test func `a tenant that is served no more, and a user who is erased, end their streams`() async throws {
        let host = await TestHost.start(withWorkers: false)
        let ada = try await StreamClient(host)
        let ben = try await StreamClient(host, user: "ben")
        _ = await ada.next()
        _ = await ben.next()
        _ = await host.send("DELETE", "/v1/shop/users/ada", bearer: TestHost.serviceKey)
        #expect(await ada.next()?.first?.reason == "erased")
        _ = host.directory.remove("shop")
        #expect(await ben.next()?.first?.reason == "removed")
        await host.stop()
    }

    @Test func `a stream that is over is forgotten, and one that never began is not known`() async throws {
        let host = await TestHost.start(withWorkers: false)
        _ = await host.send("HEAD", "/v1/shop/stream", bearer: TestHost.token())
        #expect(host.live.count == 0)
        let client = try await StreamClient(host)
        #expect(host.live.count == 1)
        let waiting = Task {
            _ = await client.next()
            return await client.next()
        }
        client.leave()
        _ = await waiting.value
        #expect(host.live.count == 0)
        await host.stop()
    }

    @Test func `only users have a stream`() async {
        let host = await TestHost.start(withWorkers: false)
        #expect(await host.send("GET", "/v1/shop/stream").status == 401)
        #expect(await host.send("GET", "/v1/shop/stream", bearer: TestHost.serviceKey).status == 403)
        #expect(await host.send("GET", "/v1/other/stream", bearer: TestHost.token()).status == 401)
        #expect(await host.send("POST", "/v1/shop/stream", bearer: TestHost.token()).status == 405)
        await host.stop()
    }

    @Test func `what nobody will ask for any more is forgotten after a day`() async throws {
        let host = await TestHost.start()
        let client = try await StreamClient(host)
        let start = await client.next()?.last?.id
        _ = await host.post("1")
        let seen = await client.take(1, of: "badge").last?.id
        host.clock.advance(by: ChangeSweep.retention + .seconds(1))
        await ChangeSweep(directory: host.directory, clock: host.clock).sweep()
        _ = await host.post("2")
        _ = await client.take(1, of: "badge")
        let token = TestHost.token()
        let early = try await StreamClient(host, after: start, token: token)
        #expect(await early.next()?.map(\.name) == ["reset", "badge"])
        let recent = try await StreamClient(host, after: seen, token: token)
        #expect(await recent.next()?.map(\.name) == ["notification", "badge"])
        await host.stop()
    }
}

extension TestHost {
    /// - Returns: the id of the notification.
    func post(_ id: String) async -> String {
        let answer = await send("POST", "/v1/shop/events", bearer: Self.serviceKey, json: Self.event(id))
        return answer.json["events"]?.array?.first?["notifications"]?.array?.first?.string ?? ""
    }

    fileprivate func mark(_ ids: [String]) async {
        let answer = await send(
            "PATCH",
            "/v1/shop/notifications",
            bearer: Self.token(),
            json: ["ids": .array(ids.map { .string($0) }), "read": true]
        )
        #expect(answer.status == 200)
    }
}
