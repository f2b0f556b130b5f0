import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// A backend of bare lists: a Link header, a cursor, arrays in brackets; and what the documents of all three say.
struct MarketContractTests {
    @Test func `a Link header leads to the next page by cursor`() async throws {
        let sales = (1...3).map { (type: "item.sold", data: ["item": .string("Lamp \($0)")] as JSONValue) }
        let host = try await OldBackends.host(of: "market", sales)
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
        await host.stop()
    }

    @Test func `a body that is a list, and a parameter that is repeated, name notifications`() async throws {
        let sales = (1...3).map { (type: "item.sold", data: ["item": .string("Lamp \($0)")] as JSONValue) }
        let host = try await OldBackends.host(of: "market", sales)
        let ids = await host.call("GET", "/market/api/alerts", user: "ada").json.array?.compactMap { $0["id"] } ?? []
        #expect(await host.call("PUT", "/market/api/alerts/seen", user: "ada", .array(ids)).status == 204)
        let query = ids.prefix(2).compactMap(\.string).map { "ids[]=\($0)" }.joined(separator: "&")
        let unseen = await host.call("DELETE", "/market/api/alerts/seen?\(query)", user: "ada")
        #expect(unseen.json == ["updated": 2])
        let wrong = await host.call("PUT", "/market/api/alerts/seen", user: "ada", ["ids": .array(ids)])
        #expect(wrong.json == ["code": "E_INVALID", "message": "the body must be an array, not an object"])
        #expect(await host.call("DELETE", "/market/api/alerts/seen", user: "ada").status == 400)
        await host.stop()
    }

    @Test func `a page in a browser may read the contract's headers`() async throws {
        let host = try await OldBackends.host(of: "market", [])
        let origin = [(name: "origin", value: "https://market.example")]
        let answer = await host.call("GET", "/market/api/alerts", user: "ada", headers: origin)
        let exposed = answer.headers["access-control-expose-headers"]
        let hostsOwn = "Date, ETag, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate"
        #expect(exposed == hostsOwn + ", Link, X-Total-Count")
        await host.stop()
    }

    @Test func `a header holds only what headers can`() async throws {
        let host = try await OldBackends.host(of: "market", [])
        let answer = await host.call("GET", "/market/api/alerts?q=%0D%0Aset-cookie:%20a&é", user: "ada")
        let link = try #require(answer.headers["link"])
        #expect(link.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        #expect(link.contains("%0D%0Aset-cookie"))
        await host.stop()
    }

    @Test func `the generated document says how lists, words and times are written`() async throws {
        let host = try await ProductHost.start(of: OldBackends.folder)
        let clinic = await host.call("GET", "/v1/clinic/openapi.json").json
        let courier = await host.call("GET", "/v1/courier/openapi.json").json
        let market = await host.call("GET", "/v1/market/openapi.json").json
        await host.stop()
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
