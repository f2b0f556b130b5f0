import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// The money transfers' centre and settings.
@Suite(.onBothStores)
struct RemittanceContractTests {
    @Test func `the list has high priority on top, with the fields a page groups and links by`() async throws {
        let host = try await ProductHost.start()
        let events: [(String, JSONValue)] = [
            ("security", ["device": "iPhone", "place": "Oslo, Norge", "at": "2026-02-25T12:00:00Z"]),
            ("system", ["version": "0.2.0"]),
        ]
        for (type, _) in events {
            let sample = try ProductSamples.payload("remittance", type)
            let event: JSONValue = [
                "id": .string(type), "source": "tests", "type": .string(type), "recipients": ["kari"], "data": sample,
            ]
            #expect(await host.call("POST", "/v1/remittance/events", service: "x-service-key", event).status == 202)
            await host.settled.wait(for: type == "security" ? 1 : 2)
        }
        let list = await host.call("GET", "/api/notifications", user: "kari", host: "getdrop.no")
        let items = try #require(list.json["data"]?.array)
        #expect(items.map { $0["type"]?.string } == ["security", "system"])
        #expect(items[0]["priority"] == "high")
        #expect(items[0]["read"] == .boolean(false))
        #expect(items[0]["day"] == "2026-02-25")
        #expect(items[0]["createdAt"] == "2026-02-25T12:00:00Z")
        let id = try #require(items[0]["id"]?.string)
        #expect(id.hasPrefix("noti_") && id.count == 21)
        let ids: JSONValue = ["notificationIds": .array([.string(id), "noti_0000000000000000"])]
        let marked = await host.call("PATCH", "/remittance/api/notifications", user: "kari", ids)
        #expect(marked.json["data"]?["updatedCount"] == .number("1"))
        #expect(
            await host.call("PATCH", "/remittance/api/notifications", user: "ola", ids).json["data"]?["updatedCount"]
                == .number("0")
        )
        let many: JSONValue = ["notificationIds": .array(Array(repeating: "noti_1", count: 101))]
        #expect(await host.call("PATCH", "/remittance/api/notifications", user: "kari", many).status == 422)
        await host.stop()
    }

    @Test func `an app that marks each page as read sees everything, what is urgent on top of the first`() async throws
    {
        let host = try await ProductHost.start()
        for (number, type) in ["security", "system", "security", "system", "system"].enumerated() {
            let sample = try ProductSamples.payload("remittance", type)
            let event: JSONValue = [
                "id": .string("event-\(number)"), "source": "tests", "type": .string(type), "recipients": ["kari"],
                "data": sample,
            ]
            #expect(await host.call("POST", "/v1/remittance/events", service: "x-service-key", event).status == 202)
            await host.settled.wait(for: number + 1)
            host.clock.advance(by: .seconds(60))
        }
        var pages: [[String?]] = []
        var shown: Set<String> = []
        for offset in [0, 3] {
            let path = "/remittance/api/notifications?limit=3&offset=\(offset)"
            let items = try #require(await host.call("GET", path, user: "kari").json["data"]?.array)
            pages.append(items.map { $0["type"]?.string })
            let ids = items.compactMap { $0["id"]?.string }
            shown.formUnion(ids)
            let marking: JSONValue = ["notificationIds": .array(ids.map { .string($0) })]
            _ = await host.call("PATCH", "/remittance/api/notifications", user: "kari", marking)
        }
        #expect(pages == [["security", "security", "system"], ["system", "system"]])
        #expect(shown.count == 5)
        let rest = await host.call("GET", "/remittance/api/notifications", user: "kari")
        #expect(rest.json["unreadCount"] == .number("0"))
        await host.stop()
    }

    @Test func `settings change what is named and leave the rest`() async throws {
        let host = try await ProductHost.start()
        let before = await host.call("GET", "/remittance/api/settings", user: "kari")
        #expect(before.status == 200)
        #expect(before.json["data"] == ["pushEnabled": true, "emailEnabled": true, "lowPriorityPushEnabled": true])
        let off = await host.call("PATCH", "/remittance/api/settings", user: "kari", ["pushEnabled": false])
        #expect(off.json["data"] == ["pushEnabled": false, "emailEnabled": true, "lowPriorityPushEnabled": true])
        let mail = await host.call("PATCH", "/remittance/api/settings", user: "kari", ["emailEnabled": false])
        #expect(mail.json["data"]?["pushEnabled"] == .boolean(false))
        #expect(await host.call("GET", "/api/settings", user: "kari", host: "getdrop.no").json == mail.json)
        #expect(await host.call("GET", "/remittance/api/settings").status == 401)
        #expect(await host.call("PATCH", "/remittance/api/settings", user: "kari", ["pushEnabled": "no"]).status == 422)
        let null = await host.call("PATCH", "/remittance/api/settings", user: "kari", ["pushEnabled": .null])
        #expect(null.status == 200 && null.json == mail.json)
        await host.stop()
    }
}
