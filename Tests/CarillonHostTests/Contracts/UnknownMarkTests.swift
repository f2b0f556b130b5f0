import CarillonModel
import Testing

/// An old backend that answers 404 to who marks a notification that there isn't.
struct UnknownMarkTests {
    private static let routes = """
        {"method": "POST", "path": "/note", "operation": "events.accept", "auth": "service",
         "request": {"id": {"value": "1"}, "source": {"value": "old"}, "type": {"value": "NOTE"},
          "recipients": {"value": ["ada"]}}}, \(WrittenBackend.feed)
        """

    @Test func `only where none of the ids is known`() async throws {
        let backend = try await WrittenBackend.start(Self.routes)
        try #require(await backend.asService("POST", "/shop/note", [:]).status == 204)
        await backend.host.settled.wait(for: 1)
        let id = try #require(await backend.asUser("ada", "GET", "/shop/feed").json.array?.first?["id"])
        func mark(_ ids: [JSONValue], as user: String = "ada") async -> Int {
            await backend.asUser(user, "POST", "/shop/read", ["ids": .array(ids)]).status
        }
        #expect(await mark(["gone"]) == 404)
        #expect(await mark([id], as: "bob") == 404)
        #expect(await mark(["gone", id]) == 204)
        // Read already, and still known.
        #expect(await mark([id]) == 204)
        let own = await backend.asUser("ada", "PATCH", "/v1/shop/notifications", ["ids": ["gone"]])
        #expect(own.status == 200, "the host's own route passes over ids of what is gone")
        let answers = await backend.host.send("GET", "/v1/shop/openapi.json").json["paths"]?["/shop/read"]?["post"]
        #expect(answers?["responses"]?["404"] != nil)
        await backend.host.stop()
    }
}
