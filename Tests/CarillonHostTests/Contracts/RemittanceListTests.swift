import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// The money transfers' list: all there is, what is urgent on top.
@Suite(.onBothStores)
struct RemittanceListTests {
    @Test(arguments: [99, 100, 101, 151, 1000])
    func `the wakeSignal reaches zero however much was unread`(count: Int) async throws {
        let drop = try await RemittanceHost.start()
        try await drop.post("system", count: count, already: 0)
        #expect(await drop.unreadCount() == count)
        #expect(try await drop.list().count == count)
        try await drop.open()
        #expect(await drop.unreadCount() == 0)
        #expect(try await drop.list().count == count)
        await drop.stop()
    }

    @Test func `beyond what one answer holds, unread ones come before read ones`() async throws {
        let drop = try await RemittanceHost.start()
        try await drop.post("system", count: 2, already: 0)
        let oldest = Set(try await drop.list().compactMap { $0["id"] })
        try await drop.post("rate_update", count: 5000, already: 2)
        let newest = try await drop.list()
        #expect(newest.count == 5000 && newest.allSatisfy { $0["type"] == "rate_update" })
        #expect(await drop.mark(newest.prefix(100).compactMap { $0["id"] }).status == 200)
        let list = try await drop.list()
        #expect(list.count == 5000)
        #expect(list.suffix(2).allSatisfy { $0["id"].map(oldest.contains) == true })
        #expect(list.filter { $0["read"] == false }.count == 4902)
        // By time all the same.
        #expect(list[0]["read"] == true)
        await drop.stop()
    }

    @Test func `what is unread and urgent stands on top of the first page whatever its age`() async throws {
        let drop = try await RemittanceHost.start()
        try await drop.post("security", already: 0)
        let urgent = try #require(try await drop.list().first?["id"])
        try await drop.post("system", count: 105, already: 1)
        for query in ["", "?limit=20", "?limit=1", "?limit=100&offset=0"] {
            #expect(try await drop.list(query).first?["id"] == urgent, "\(query)")
        }
        #expect(await drop.mark([urgent]).status == 200)
        #expect(try await drop.list().last?["id"] == urgent)
        await drop.stop()
    }

    @Test(arguments: [true, false])
    func `pages show everything once, whether the app marks what it shows or not`(marks: Bool) async throws {
        let drop = try await RemittanceHost.start()
        var posted = 0
        for (type, count) in [("security", 2), ("system", 7), ("security", 3), ("rate_update", 6), ("security", 1)] {
            try await drop.post(type, count: count, already: posted)
            posted += count
        }
        // One was read long ago, one a minute ago, as after a tap on its push.
        let old = try #require(try await drop.list("?limit=1&offset=5").first?["id"])
        #expect(await drop.mark([old]).status == 200)
        drop.host.clock.advance(by: .seconds(4000))
        let recent = try #require(try await drop.list("?limit=1&offset=1").first?["id"])
        #expect(await drop.mark([recent]).status == 200)
        drop.host.clock.advance(by: .seconds(60))
        var shown: [JSONValue] = []
        for offset in stride(from: 0, to: posted, by: 4) {
            let page = try await drop.list("?limit=4&offset=\(offset)")
            #expect(page.count == min(4, posted - offset))
            let ids = page.compactMap { $0["id"] }
            shown += ids
            if offset == 0 {
                #expect(page.prefix(3).allSatisfy { $0["type"] == "security" && $0["read"] == false })
            }
            if marks { #expect(await drop.mark(ids).status == 200) }
        }
        #expect(shown.count == posted && Set(shown).count == posted)
        if marks { #expect(await drop.unreadCount() == 0) }
        await drop.stop()
    }

    @Test func `a cursor goes on with the order of its first page, however long that takes`() async throws {
        let drop = try await RemittanceHost.start()
        try await drop.post("security", count: 3, already: 0)
        try await drop.post("system", count: 4, already: 3)
        var (cursor, ids): (String?, [JSONValue]) = (nil, [])
        repeat {
            let query = "?order=priority&limit=2" + (cursor.map { "&cursor=\($0)" } ?? "")
            let page = await drop.host.call("GET", "/v1/remittance/notifications\(query)", user: "kari").json
            let shown = try #require(page["items"]?.array).compactMap { $0["id"] }
            ids += shown
            #expect(await drop.mark(shown).status == 200)
            drop.host.clock.advance(by: .seconds(7200))
            cursor = page["nextCursor"]?.string
        } while cursor != nil && ids.count < 20
        #expect(ids.count == 7 && Set(ids).count == 7)
        for wrong in ["u1", "v-1-2", "u1-02", "w1-2", "u1-2-3"] {
            let answer = await drop.host.call("GET", "/v1/remittance/notifications?cursor=\(wrong)", user: "kari")
            #expect(answer.status == 422, "\(wrong)")
        }
        await drop.stop()
    }

    @Test func `the host's own list stays paged`() async throws {
        let drop = try await RemittanceHost.start()
        try await drop.post("system", count: 130, already: 0)
        for query in ["", "?cap=5000", "?limit=5000"] {
            let page = await drop.host.call("GET", "/v1/remittance/notifications\(query)", user: "kari").json
            #expect(page["items"]?.array?.count == (query.hasPrefix("?limit") ? 100 : 20), "\(query)")
            #expect(page["nextCursor"]?.string != nil)
        }
        await drop.stop()
    }
}
