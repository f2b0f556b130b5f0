import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// Three invented backends, each of another style, whose contracts lie beside their OpenAPI documents.
///
/// `Tests/Interoperability` asks them with clients that were generated from those documents.
struct OldBackendTests {
    private static let folder = "Tests/Interoperability/Backends/tenants"

    /// A host with notifications for one user, the newest last.
    private static func host(of tenant: String, _ events: [(type: String, data: JSONValue)]) async throws -> ProductHost
    {
        let host = try await ProductHost.start(of: folder)
        for (index, event) in events.enumerated() {
            let json: JSONValue = [
                "id": .string("\(index)"), "source": "tests", "type": .string(event.type), "recipients": ["ada"],
                "data": event.data,
            ]
            let answer = await host.call("POST", "/v1/\(tenant)/events", service: "x-service-key", json)
            #expect(answer.status == 202)
            await host.settled.wait(for: index + 1)
            host.clock.advance(by: .seconds(1))
        }
        return host
    }

    private static let parcels = (1...5).map {
        (type: "parcel.out", data: ["parcel": .string("A-\($0)")] as JSONValue)
    }

    // MARK: numbers for everything, pages with a size

    @Test func `pages are counted, and what is true is 1`() async throws {
        let host = try await Self.host(of: "courier", Self.parcels)
        let first = await host.call("GET", "/courier/api/notice_list?page_size=2", user: "ada").json
        #expect(first["ok"] == 1 && first["page"] == 1 && first["pages"] == 3)
        #expect(first["total"] == "5" && first["has_more"] == 1)
        let item = try #require(first["list"]?[0])
        #expect(item["code"] == "PARCEL_OUT" && item["kind"] == 1 && item["urgent"] == 1 && item["is_read"] == 0)
        #expect(item["created"] == JSONValue(Instant("2026-02-25T12:00:04Z")?.epochMilliseconds ?? 0).divided(by: 1000))
        #expect(item["read_at"] == .null)
        let last = await host.call("GET", "/courier/api/notice_list?page=3&page_size=2", user: "ada").json
        #expect(last["page"] == 3 && last["has_more"] == 0 && last["list"]?.array?.count == 1)
        let beyond = await host.call("GET", "/courier/api/notice_list?page=99999999999999999&page_size=2", user: "ada")
        #expect(beyond.status == 200 && beyond.json["list"] == .array([]))
        await host.directory.stop()
    }

    @Test func `an id in the path, and several between commas, are marked`() async throws {
        let host = try await Self.host(of: "courier", Self.parcels)
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
        await host.directory.stop()
    }

    @Test func `a word that means nothing asks for nothing, and others are refused by number`() async throws {
        let offer = [(type: "offer.note", data: ["words": "Half price"] as JSONValue)]
        let host = try await Self.host(of: "courier", Self.parcels + offer)
        for (kind, count) in [("0", "6"), ("1", "5"), ("2", "1")] {
            let list = await host.call("GET", "/courier/api/notice_list?kind=\(kind)", user: "ada").json
            #expect(list["total"]?.string == count)
        }
        let refused = await host.call("GET", "/courier/api/notice_list?kind=3", user: "ada")
        #expect(refused.status == 400)
        #expect(refused.json["errno"] == 1042)
        #expect(refused.json["errmsg"] == "kind must be one of 0, 1, 2")
        #expect(await host.call("GET", "/courier/api/notice_list").json["errno"] == 2001)
        #expect(await host.call("PUT", "/courier/api/notice_list").json["errno"] == 405)
        await host.directory.stop()
    }

    @Test func `switches are numbers in both directions`() async throws {
        let host = try await Self.host(of: "courier", [])
        let path = "/courier/api/settings"
        #expect(await host.call("GET", path, user: "ada").json == ["push": 1])
        #expect(await host.call("POST", path, user: "ada", ["push": 0]).json == ["push": 0])
        #expect(await host.call("POST", path, user: "ada", ["push": "1"]).json == ["push": 1])
        #expect(await host.call("POST", path, user: "ada", ["push": true]).status == 400)
        await host.directory.stop()
    }

    @Test func `a time by a pattern and a number as text are read and shown`() async throws {
        let host = try await Self.host(of: "courier", [])
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
        #expect(await send("01.03.2026 09:30", 3).json["errmsg"] == "badge must be a whole number")
        #expect(await send("01.03.2026 09:30", "101").json["errmsg"] == "badge must be at least 0 and at most 100")
        #expect(await send("01.03.1996 09:30", "3").status == 400)
        await host.directory.stop()
    }

    // MARK: documents with attributes, offsets, links in the body

    @Test func `links lead through the pages, and keep what was asked for`() async throws {
        let visits = (1...3).map { (type: "visit.booked", data: ["doctor": .string("Dr \($0)")] as JSONValue) }
        let results = [(type: "result.ready", data: ["test": "Blood"] as JSONValue)]
        let host = try await Self.host(of: "clinic", visits + results)
        let path = "/clinic/v1/messages?page[limit]=2&filter[topic][]=visits"
        let first = await host.call("GET", path, user: "ada").json
        #expect(first["meta"] == ["total": 3, "unread": 4, "more": true])
        #expect(first["links"]?["prev"] == .null)
        #expect(first["links"]?["self"]?.string == "https://clinic.example\(path)")
        let next = try #require(first["links"]?["next"]?.string)
        #expect(next == "https://clinic.example\(path)&page%5Boffset%5D=2")
        #expect(first["links"]?["last"]?.string == next)
        let second = await host.call("GET", String(next.dropFirst(22)), user: "ada").json
        #expect(second["data"]?.array?.count == 1 && second["links"]?["next"] == .null)
        #expect(second["links"]?["prev"]?.string == "https://clinic.example\(path)&page%5Boffset%5D=0")
        let attributes = second["data"]?[0]?["attributes"]
        #expect(attributes?["sent_at"] == "2026-02-25 12:00:00" && attributes?["state"] == "UNREAD")
        #expect(attributes?.object?.members.contains { $0.name == "read_at" } == false)
        let both = path + "&filter[topic][]=results"
        #expect(await host.call("GET", both, user: "ada").json["meta"]?["total"] == 4)
        await host.directory.stop()
    }

    @Test func `every fault stands in a list of its own`() async throws {
        let host = try await Self.host(of: "clinic", [])
        let answer = await host.call(
            "PATCH",
            "/clinic/v1/messages",
            user: "ada",
            ["data": ["ids": "x"], "state": "OPEN"]
        )
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?[0]?["status"] == "422")
        let places = answer.json["meta"]?.array?.map { $0["source"]?["pointer"] }
        #expect(places == ["/data.ids", "/state"])
        #expect(await host.call("GET", "/clinic/v1/messages").json["meta"] == .array([]))
        await host.directory.stop()
    }

    @Test func `a nested registration is answered with its own words, time and place`() async throws {
        let host = try await Self.host(of: "clinic", [])
        let body: JSONValue = ["data": ["attributes": ["push_token": "ExponentPushToken[abc]", "platform": "IOS"]]]
        let answer = await host.call("POST", "/clinic/v1/devices", user: "ada", body)
        #expect(answer.status == 201)
        let id = try #require(answer.json["data"]?["id"]?.string)
        #expect(answer.headers["location"] == "/v1/devices/\(id)")
        let attributes = answer.json["data"]?["attributes"]
        #expect(attributes == ["platform": "IOS", "language": .null, "created_at": "Wed, 25 Feb 2026 12:00:00 GMT"])
        await host.directory.stop()
    }

    // MARK: bare lists, a Link header, arrays in brackets

    @Test func `a Link header leads to the next page by cursor`() async throws {
        let sales = (1...3).map { (type: "item.sold", data: ["item": .string("Lamp \($0)")] as JSONValue) }
        let host = try await Self.host(of: "market", sales)
        let first = await host.call("GET", "/market/api/alerts?per_page=2&x=%20y", user: "ada")
        #expect(first.headers["x-total-count"] == "3")
        let cursor = try #require(first.headers["link"]?.firstMatch(of: /after=(n[0-9a-z]+)/)).output.1
        #expect(
            first.headers["link"] == "</market/api/alerts?per_page=2&x=%20y&after=\(cursor)>; rel=\"next\", "
                + "</market/api/alerts?per_page=2&x=%20y>; rel=\"first\""
        )
        let second = await host.call("GET", "/market/api/alerts?per_page=2&after=\(cursor)", user: "ada")
        #expect(second.json.array?.map { $0["words"]?["body"] } == ["Lamp 1 has a buyer"])
        #expect(second.headers["link"] == "</market/api/alerts?per_page=2>; rel=\"first\"")
        #expect(second.json[0]?["created_ms"] == 1_772_020_800_000)
        await host.directory.stop()
    }

    @Test func `a body that is a list, and a parameter that is repeated, name notifications`() async throws {
        let sales = (1...3).map { (type: "item.sold", data: ["item": .string("Lamp \($0)")] as JSONValue) }
        let host = try await Self.host(of: "market", sales)
        let ids = await host.call("GET", "/market/api/alerts", user: "ada").json.array?.compactMap { $0["id"] } ?? []
        #expect(await host.call("PUT", "/market/api/alerts/seen", user: "ada", .array(ids)).status == 204)
        let query = ids.prefix(2).compactMap(\.string).map { "ids[]=\($0)" }.joined(separator: "&")
        let unseen = await host.call("DELETE", "/market/api/alerts/seen?\(query)", user: "ada")
        #expect(unseen.json == ["updated": 2])
        let wrong = await host.call("PUT", "/market/api/alerts/seen", user: "ada", ["ids": .array(ids)])
        #expect(wrong.json == ["code": "E_INVALID", "message": "the body must be an array, not an object"])
        #expect(await host.call("DELETE", "/market/api/alerts/seen", user: "ada").status == 400)
        await host.directory.stop()
    }

    @Test func `a page in a browser may read the contract's headers`() async throws {
        let host = try await Self.host(of: "market", [])
        let origin = [(name: "origin", value: "https://market.example")]
        let answer = await host.call("GET", "/market/api/alerts", user: "ada", headers: origin)
        let exposed = answer.headers["access-control-expose-headers"]
        #expect(exposed == "Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, Link, X-Total-Count")
        await host.directory.stop()
    }

    @Test func `a header holds only what headers can`() async throws {
        let host = try await Self.host(of: "market", [])
        let answer = await host.call("GET", "/market/api/alerts?q=%0D%0Aset-cookie:%20a&é", user: "ada")
        let link = try #require(answer.headers["link"])
        #expect(link.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(link.contains("%0D%0Aset-cookie"))
        await host.directory.stop()
    }

    // MARK: what the documents say

    @Test func `the generated document says how lists, words and times are written`() async throws {
        let host = try await ProductHost.start(of: Self.folder)
        let clinic = await host.call("GET", "/v1/clinic/openapi.json").json
        let courier = await host.call("GET", "/v1/courier/openapi.json").json
        let market = await host.call("GET", "/v1/market/openapi.json").json
        await host.directory.stop()
        let topics = clinic["paths"]?["/clinic/v1/messages"]?["get"]?["parameters"]?.array?
            .first { $0["name"] == "filter[topic][]" }
        #expect(topics?["explode"] == true && topics?["schema"]?["items"] == ["enum": ["visits", "results"]])
        let page = courier["paths"]?["/courier/api/notice_list"]?["get"]?["responses"]?["200"]?["content"]?[
            "application/json"
        ]
        let item = page?["schema"]?["properties"]?["list"]?["items"]?["properties"]
        #expect(item?["is_read"] == ["enum": [1, 0]] && item?["created"] == ["type": "integer"])
        #expect(item?["read_at"] == ["anyOf": [["type": "integer"], ["type": "null"]]])
        #expect(page?["schema"]?["properties"]?["total"]?["type"] == "string")
        let ids = courier["paths"]?["/courier/api/notices/read"]?["post"]?["parameters"]?[0]
        #expect(ids?["explode"] == false && ids?["required"] == true)
        let badge = courier["paths"]?["/courier/api/send"]?["post"]?["requestBody"]?["content"]?["application/json"]?[
            "schema"
        ]?[
            "properties"
        ]?["badge"]
        #expect(badge?["type"] == "string")
        let alerts = market["paths"]?["/market/api/alerts"]?["get"]?["responses"]?["200"]
        #expect(alerts?["headers"]?["X-Total-Count"]?["required"] == true)
        let seen = market["paths"]?["/market/api/alerts/seen"]?["put"]
        #expect(seen?["requestBody"]?["content"]?["application/json"]?["schema"]?["type"] == "array")
        #expect(seen?["responses"]?["204"]?["content"] == nil)
    }
}

extension JSONValue {
    fileprivate subscript(index: Int) -> JSONValue? { array.flatMap { $0.indices.contains(index) ? $0[index] : nil } }

    fileprivate func divided(by divisor: Int64) -> JSONValue { JSONValue((integer ?? 0) / divisor) }
}
