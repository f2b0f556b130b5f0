import CarillonModel
import Testing

/// An old backend that numbers its users, events and devices.
struct NumericIDTests {
    private static func track(_ id: String, _ recipients: String) -> String {
        """
        {"method": "POST", "path": "/track", "operation": "events.accept", "auth": "service",
         "request": {"id": \(id), "recipients": \(recipients), "source": {"value": "old"}, "type": {"value": "NOTE"}},
         "response": {"status": 202, "body": {"no": "{event.eventId.integer}"}}}, \(WrittenBackend.feed)
        """
    }

    private static let number = #"{"from": "body.no", "type": "integer"}"#

    private static let list = #"{"from": "body.to", "type": "list", "items": {"type": "integer"}}"#

    @Test(
        arguments: [
            (number, list, ["no": 81, "to": [42]], "81", 81), (number, list, ["no": -7, "to": [41, 42]], "-7", -7),
            (
                number, #"{"from": "body.to", "type": "list", "items": {"type": "integer"}, "default": [42]}"#,
                ["no": 81], "81", 81
            ),
            (
                #"{"from": "body.no", "type": "integer", "format": "text"}"#,
                #"{"from": "body.to", "type": "list", "items": {"type": "integer", "format": "text"}}"#,
                ["no": "81", "to": ["42"]], "81", 81
            ),
            (
                #"{"from": "ev-{body.no}"}"#,
                #"{"each": "body.to", "fields": {"u": {"type": "integer"}}, "as": {"id": "{u}"}}"#,
                ["no": 81, "to": [["u": 42]]], "ev-81", "ev-81"
            ),
        ] as [(String, String, JSONValue, String, JSONValue)]
    )
    func `integers fill ids, alone, in a text, in lists, in their elements and by default`(
        id: String,
        recipients: String,
        body: JSONValue,
        kept: String,
        answered: JSONValue
    ) async throws {
        let backend = try await WrittenBackend.start(Self.track(id, recipients))
        let taken = await backend.asService("POST", "/shop/track", body)
        try #require(taken.status == 202, "\(taken.json)")
        #expect(taken.json == ["no": answered])
        await backend.host.settled.wait(for: 1)
        #expect(await backend.asService("GET", "/v1/shop/events/\(kept)").json["eventId"]?.string == kept)
        let feed = await backend.asUser("42", "GET", "/shop/feed").json.array
        // The host's own ids aren't of digits: they stay as they are.
        #expect(feed?.count == 1 && feed?.first?["id"]?.string?.isEmpty == false)
        await backend.host.stop()
    }

    @Test(
        arguments: [
            (["no": "81", "to": [42]], "no must be a whole number, not a string"),
            (["no": .number("8.5"), "to": [42]], "no must be a whole number, not 8.5"),
            (["no": 81, "to": [["id": 42]]], "to[0] must be a whole number, not an object"),
        ] as [(JSONValue, String)]
    )
    func `what is no integer is reported with its place`(body: JSONValue, message: String) async throws {
        let backend = try await WrittenBackend.start(Self.track(Self.number, Self.list))
        let refused = await backend.asService("POST", "/shop/track", body)
        #expect(refused.status == 422)
        #expect(refused.json["detail"]?.string?.contains(message) == true, "\(refused.json)")
        await backend.host.stop()
    }

    @Test func `a device's number comes in and goes out as a number`() async throws {
        let backend = try await WrittenBackend.start(
            """
            {"method": "POST", "path": "/devices", "operation": "devices.register", "auth": "user",
             "request": {"token": {"from": "body.token"}, "platform": {"from": "body.os"},
              "deviceId": {"from": "body.device", "type": "integer"}},
             "response": {"status": 200, "body": {"device": "{device.deviceId.integer?}"}}},
            {"method": "DELETE", "path": "/devices/{no}", "operation": "devices.unregister", "auth": "user",
             "onUnknown": "not-found", "request": {"deviceId": {"from": "path.no", "type": "integer"}}},
            \(WrittenBackend.feed)
            """
        )
        let device: JSONValue = ["token": "ExponentPushToken[abc]", "os": "ios", "device": 9_007_199_254_740_993]
        let made = await backend.asUser("ada", "POST", "/shop/devices", device)
        #expect(made.status == 200 && made.json == ["device": 9_007_199_254_740_993])
        #expect(await backend.asUser("ada", "DELETE", "/shop/devices/9007199254740993").status == 204)
        #expect(await backend.asUser("ada", "DELETE", "/shop/devices/9007199254740993").status == 404)
        await backend.host.stop()
    }

    @Test func `the document says that ids are integers`() async throws {
        let backend = try await WrittenBackend.start(Self.track(Self.number, Self.list))
        let paths = await backend.host.send("GET", "/v1/shop/openapi.json").json["paths"]
        let track = paths?["/shop/track"]?["post"]
        let body = track?["requestBody"]?["content"]?["application/json"]?["schema"]?["properties"]
        #expect(body?["no"]?["type"] == "integer")
        #expect(body?["to"]?["items"]?["type"] == "integer")
        let answer = track?["responses"]?["202"]?["content"]?["application/json"]?["schema"]?["properties"]
        #expect(answer?["no"]?["type"] == ["integer", "string"])
        await backend.host.stop()
    }
}
