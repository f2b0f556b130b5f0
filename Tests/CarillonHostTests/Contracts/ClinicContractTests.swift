import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// A backend of documents with attributes: offsets, links in the body, words for switches, times by a pattern.
struct ClinicContractTests {
    @Test func `links lead through the pages, and keep what was asked for`() async throws {
        let visits = (1...3).map { (type: "visit.booked", data: ["doctor": .string("Dr \($0)")] as JSONValue) }
        let results = [(type: "result.ready", data: ["test": "Blood"] as JSONValue)]
        let host = try await OldBackends.host(of: "clinic", visits + results)
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
        await host.stop()
    }

    @Test func `every fault stands in a list of its own`() async throws {
        let host = try await OldBackends.host(of: "clinic", [])
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
        await host.stop()
    }

    @Test func `a nested registration is answered with its own words, time and place`() async throws {
        let host = try await OldBackends.host(of: "clinic", [])
        let body: JSONValue = ["data": ["attributes": ["push_token": "ExponentPushToken[abc]", "platform": "IOS"]]]
        let answer = await host.call("POST", "/clinic/v1/devices", user: "ada", body)
        #expect(answer.status == 201)
        let id = try #require(answer.json["data"]?["id"]?.string)
        #expect(answer.headers["location"] == "/v1/devices/\(id)")
        let attributes = answer.json["data"]?["attributes"]
        #expect(attributes == ["platform": "IOS", "language": .null, "created_at": "Wed, 25 Feb 2026 12:00:00 GMT"])
        await host.stop()
    }
}
