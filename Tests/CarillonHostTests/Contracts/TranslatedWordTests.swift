import CarillonModel
import Testing

/// What the document says of values that clients read otherwise.
struct TranslatedWordTests {
    private static func schema(_ value: String) async throws -> JSONValue? {
        let backend = try await WrittenBackend.start(
            """
            {"method": "GET", "path": "/kinds", "operation": "notifications.list", "auth": "user",
             "response": {"status": 200, "body": {"each": "items", "as": {"kind": \(value)}}}}, \(WrittenBackend.feed)
            """,
            events: ["10", "20"]
        )
        let paths = await backend.host.send("GET", "/v1/shop/openapi.json").json["paths"]
        await backend.host.stop()
        let answer = paths?["/shop/kinds"]?["get"]?["responses"]?["200"]
        return answer?["content"]?["application/json"]?["schema"]?["items"]?["properties"]?["kind"]
    }

    @Test func `where every event has its number, there is no text`() async throws {
        let schema = try await Self.schema(#"{"from": "{alias}", "values": {"10": 10, "20": 20}}"#)
        #expect(schema == ["enum": [10, 20]], "\(String(describing: schema))")
    }

    @Test func `where one keeps its text, texts are promised`() async throws {
        let schema = try await Self.schema(#"{"from": "{alias}", "values": {"10": null}}"#)
        #expect(schema?.text.contains(#""type":"string""#) == true, "\(String(describing: schema))")
    }
}
