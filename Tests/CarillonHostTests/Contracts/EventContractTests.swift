import CarillonModel
import CarillonProfiles
import Testing

@testable import CarillonHost

/// An old backend that posts one event, and expects one answer.
struct EventContractTests {
    private static func track() throws -> Contract {
        var route = ContractRoute(
            .post,
            try #require(PathTemplate("/track")),
            operation: .eventsAccept,
            access: .service
        )
        route.request = ["id", "source", "type", "recipients", "data"].map { name in
            var field = RequestField(FieldPath([name]), from: .field(RequestPath(.body, [name])))
            if name == "recipients" { field.rule.type = .list }
            if name == "data" { field.rule.type = .object }
            return field
        }
        let id = try PlaceholderText("{event.id}")
        let status = try PlaceholderText("{event.status}")
        route.response = ContractResponse(
            status: 201,
            body: .object([.init("id", .text(id)), .init("status", .text(status))])
        )
        return Contract(routes: [route])
    }

    @Test func `one event is answered by one object`() async throws {
        let contract = try Self.track()
        let host = await TestHost.start(withWorkers: false) { $0.contract = contract }
        let first = await host.send("POST", "/shop/track", bearer: TestHost.serviceKey, json: TestHost.event())
        #expect(first.status == 201 && first.json["status"] == "accepted")
        let id = try #require(first.json["id"]?.string)
        let again = await host.send("POST", "/shop/track", bearer: TestHost.serviceKey, json: TestHost.event())
        #expect(again.json == ["id": .string(id), "status": "duplicate"])
        let other = TestHost.event(data: ["order": "A-2"])
        #expect(await host.send("POST", "/shop/track", bearer: TestHost.serviceKey, json: other).status == 409)
        let document = await host.send("GET", "/v1/shop/openapi.json").json
        let answers = document["paths"]?["/shop/track"]?["post"]?["responses"]
        let schema = answers?["201"]?["content"]?["application/json"]?["schema"]
        #expect(schema?["required"] == ["id", "status"])
        #expect(schema?["properties"]?["status"]?["enum"] == ["accepted", "duplicate"])
        #expect(answers?["409"] != nil)
        await host.stop()
    }
}
