import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// What the money transfers' pushes bring: where they lead, and the number on the icon.
@Suite(.onBothStores)
struct RemittancePushTests {
    @Test func `a collected push leads to the notification centre, and what it stands for can be marked`() async throws
    {
        let drop = try await RemittanceHost.start()
        await drop.registerPhone()
        try await drop.post("system", already: 0)
        try await drop.post("rate_update", count: 2, already: 1)
        drop.pass(.seconds(900))
        await drop.host.settled.wait(for: 4)
        let push = try #require(try drop.pushes().first)
        #expect(push["title"] == "3 nye varsler")
        #expect(push["data"]?["screen"] == "/notifications")
        // The document's app goes there by this type.
        #expect(push["data"]?["type"] == "system")
        let ids = try #require(push["data"]?["notificationIds"]?.array)
        #expect(Set(ids) == Set(try await drop.list().compactMap { $0["id"] }) && ids.count == 3)
        #expect(await drop.mark(ids).json["data"]?["updatedCount"] == 3)
        #expect(await drop.unreadCount() == 0)
        await drop.stop()
    }

    @Test func `a window of many brings the ids of the newest fifty`() async throws {
        let drop = try await RemittanceHost.start()
        await drop.registerPhone()
        try await drop.post("system", count: 60, already: 0)
        drop.pass(.seconds(900))
        await drop.host.settled.wait(for: 61)
        let push = try #require(try drop.pushes().first)
        #expect(push["title"] == "60 nye varsler")
        #expect(push["data"]?["notificationIds"]?.array?.count == 50)
        // Its group stands for all of them, wherever ids are marked, and for nothing else.
        try await drop.post("system", already: 61)
        let group = try #require(push["data"]?["notificationGroup"])
        let marked = await drop.mark([group])
        #expect(marked.json["data"]?["updatedCount"] == 60)
        #expect(marked.json["data"]?["notificationIds"]?.array?.count == 60)
        #expect(await drop.unreadCount() == 1)
        #expect(await drop.mark([group]).json["data"]?["updatedCount"] == 0)
        let foreign = await drop.host.call(
            "PATCH",
            "/remittance/api/notifications",
            user: "ola",
            ["notificationIds": [group]]
        )
        #expect(foreign.status == 200 && foreign.json["data"]?["updatedCount"] == 0)
        await drop.stop()
    }

    @Test(arguments: [("security", 1 as Int64?), ("transaction_complete", nil), ("system", nil)])
    func `only high priority brings a number for the icon`(type: String, badge: Int64?) async throws {
        let drop = try await RemittanceHost.start()
        await drop.registerPhone()
        try await drop.post(type, already: 0)
        drop.pass(.seconds(900))
        await drop.host.settled.wait(for: 2)
        let push = try #require(try drop.pushes().first)
        #expect(push["badge"]?.integer == badge)
        await drop.stop()
    }

    @Test func `a feature's page may lie deeper`() async throws {
        let drop = try await RemittanceHost.start()
        for (feature, web) in [
            ("gebyrfri-uke", "https://getdrop.no/gebyrfri-uke"),
            ("tilbud/2026/uke_9", "https://getdrop.no/tilbud/2026/uke_9"),
        ] {
            let before = try await drop.list().count
            #expect(await offer(feature, drop).status == 202)
            await drop.host.settled.wait(for: before + 1)
            drop.host.clock.advance(by: .seconds(1))
            let item = try #require(try await drop.list().first)
            #expect(item["webUrl"]?.string == web)
            #expect(item["appUrl"]?.string == "drop://features/\(feature)")
            #expect(item["data"]?["targetId"]?.string == feature)
        }
        await drop.stop()
    }

    @Test(arguments: [
        "..", "a/../b", "a/..", "/a", "a/", "a//b", "//evil.example", "https://evil.example", "javascript:alert(1)",
        "a/.",
        "a%2F..", "a?b=c", "a#b", "a\\b", "", "a b", "a/b/c/d/e/f/g/h/i", "@evil.example",
    ])
    func `a path that isn't one is refused`(feature: String) async throws {
        let drop = try await RemittanceHost.start()
        #expect(await offer(feature, drop).status == 422)
        await drop.stop()
    }

    private func offer(_ feature: String, _ drop: RemittanceHost) async -> ProductHost.Answer {
        let event: JSONValue = [
            "id": .string(feature.isEmpty ? "empty" : "offer \(feature.count)"), "source": "tests",
            "type": "promotional-feature", "recipients": ["kari"],
            "data": ["offer": "0% gebyr denne uken!", "feature": .string(feature)],
        ]
        return await drop.host.call("POST", "/v1/remittance/events", service: "x-service-key", event)
    }
}
