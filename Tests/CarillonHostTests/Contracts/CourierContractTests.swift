import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// A backend of numbers: pages with a size, 0 and 1, seconds, codes.
struct CourierContractTests {
    private static let parcels = (1...5).map {
        (type: "parcel.out", data: ["parcel": .string("A-\($0)")] as JSONValue)
    }

    @Test func `pages are counted, and what is true is 1`() async throws {
        let host = try await OldBackends.host(of: "courier", Self.parcels)
        let first = await host.call("GET", "/courier/api/notice_list?page_size=2", user: "ada").json
        #expect(first["ok"] == 1 && first["page"] == 1 && first["pages"] == 3)
        #expect(first["total"] == "5" && first["has_more"] == 1)
        let item = try #require(first["list"]?[0])
        #expect(item["code"] == "PARCEL_OUT" && item["kind"] == 1 && item["urgent"] == 1 && item["is_read"] == 0)
        #expect(item["created"] == 1_772_020_804)
        #expect(item["read_at"] == .null)
        let last = await host.call("GET", "/courier/api/notice_list?page=3&page_size=2", user: "ada").json
        #expect(last["page"] == 3 && last["has_more"] == 0 && last["list"]?.array?.count == 1)
        let beyond = await host.call("GET", "/courier/api/notice_list?page=99999999999999999&page_size=2", user: "ada")
        #expect(beyond.status == 200 && beyond.json["list"] == .array([]))
        await host.stop()
    }

    @Test func `an id in the path, and several between commas, are marked`() async throws {
        let host = try await OldBackends.host(of: "courier", Self.parcels)
        let list = await host.call("GET", "/courier/api/notice_list", user: "ada").json["list"]?.array ?? []
        let ids = list.compactMap { $0["notice_id"]?.string }
        let one = await host.call("POST", "/courier/api/notice/\(ids[0])/read", user: "ada")
        #expect(one.status == 204)
        let more = "/courier/api/notices/read?ids=\(ids[1]),\(ids[2]),unknown"
        #expect(await host.call("POST", more, user: "ada").json == ["ok": 1, "count": "2"])
        let unread = await host.call("GET", "/courier/api/notice_list?only_new=1", user: "ada").json
        #expect(unread["total"] == "2")
        let read = await host.call("GET", "/courier/api/notice_list?only_new=0", user: "ada").json["list"]?[0]
        #expect(read?["is_read"] == 1 && read?["read_at"] == JSONValue(1_772_020_805))
        let repeated = "/courier/api/notices/read?ids=\(ids[3])&ids=\(ids[4]),a"
        #expect(await host.call("POST", repeated, user: "ada").json["count"] == "2")
        #expect(await host.call("POST", "/courier/api/notices/read", user: "ada").status == 400)
        #expect(await host.call("GET", "/courier/api/notice_list?page=1&page=2", user: "ada").status == 400)
        await host.stop()
    }

    @Test func `a word that means nothing asks for nothing, and others are refused by number`() async throws {
        let offer = [(type: "offer.note", data: ["words": "Half price"] as JSONValue)]
        let host = try await OldBackends.host(of: "courier", Self.parcels + offer)
        for (kind, count) in [("0", "6"), ("1", "5"), ("2", "1")] {
            let list = await host.call("GET", "/courier/api/notice_list?kind=\(kind)", user: "ada").json
            #expect(list["total"]?.string == count)
        }
        let refused = await host.call("GET", "/courier/api/notice_list?kind=3", user: "ada")
        #expect(refused.status == 400)
        #expect(refused.json["errno"] == 1042)
        #expect(refused.json["errmsg"] == "kind must be one of 0, 1, 2")
        #expect(await host.call("GET", "/courier/api/notice_list").json["errno"] == 2001)
        await host.stop()
    }

    @Test func `switches are numbers in both directions`() async throws {
        let host = try await OldBackends.host(of: "courier", [])
        let path = "/courier/api/settings"
        #expect(await host.call("GET", path, user: "ada").json == ["push": 1])
        #expect(await host.call("POST", path, user: "ada", ["push": 0]).json == ["push": 0])
        let text = await host.call("POST", path, user: "ada", ["push": "1"])
        #expect(text.status == 400 && text.json["errmsg"] == "push must be one of 0, 1, and not a string")
        #expect(await host.call("POST", path, user: "ada", ["push": true]).status == 400)
        await host.stop()
    }

    @Test func `a time by a pattern and a number as text are read and shown`() async throws {
        let host = try await OldBackends.host(of: "courier", [])
        let device: JSONValue = ["token": "ExponentPushToken[abc]", "os": 2, "app_build": "412"]
        let registered = await host.call("POST", "/courier/api/token", user: "ada", device)
        #expect(registered.status == 200 && registered.json["registered"] == 1_772_020_800)
        func send(_ at: String, _ badge: JSONValue) async -> ProductHost.Answer {
            let body: JSONValue = ["to": "ada", "text": "Half price", "at": .string(at), "badge": badge]
            return await host.call("POST", "/courier/api/send", service: "x-service-key", body)
        }
        let sent = await send("01.03.2026 09:30", "3")
        #expect(sent.json == ["ok": 1, "state": 2, "at": "01.03.2026 09:30"])
        #expect(
            await send("2026-03-01 09:30", "3").json["errmsg"] == "at must be a point in time such as 25.02.2026 12:00"
        )
        #expect(await send("01.03.2026 09:30", 3).json["errmsg"] == "badge must be a whole number as text, not 3")
        #expect(await send("01.03.2026 09:30", "101").json["errmsg"] == "badge must be at least 0 and at most 100")
        #expect(await send("01.03.1996 09:30", "3").status == 400)
        await host.stop()
    }
}
