import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonHost

/// The marketplace's two routes, as its document has them.
@Suite(.onBothStores)
struct EscrowContractTests {
    private static let token: JSONValue = ["token": "ExponentPushToken[abc]", "platform": "ios"]

    @Test func `a token is registered, again is a no-op, and unregistering is heard at once`() async throws {
        let host = try await ProductHost.start()
        let active: JSONValue = ["token": "ExponentPushToken[abc]", "platform": "ios", "status": "active"]
        for _ in 0..<2 {
            let answer = await host.call("POST", "/escrow/push-token-register", user: "ada", Self.token)
            #expect(answer.status == 200)
            #expect(answer.json == active)
        }
        let second: JSONValue = ["token": "ExponentPushToken[def]", "platform": "android"]
        #expect(await host.call("POST", "/escrow/push-token-register", user: "ada", second).status == 200)
        let gone: JSONValue = ["token": "ExponentPushToken[abc]", "platform": "ios", "status": "unregistered"]
        let first = await host.call("POST", "/escrow/push-token-unregister", user: "ada", Self.token)
        #expect(first.status == 200)
        #expect(first.json == gone)
        // Nobody knows any more on which platform the token was.
        let again = await host.call("POST", "/escrow/push-token-unregister", user: "ada", Self.token)
        #expect(again.status == 200)
        #expect(again.json == ["token": "ExponentPushToken[abc]", "status": "unregistered"])
        await host.stop()
    }

    @Test(
        arguments: [
            ("{\"token\": \"nope\"}", ["token": "nope", "status": "unregistered"]),
            ("{\"token\": \"\"}", ["token": "", "status": "unregistered"]),
            ("{\"token\": \"a\\u0000b\"}", ["token": "a\0b", "status": "unregistered"]),
            ("{\"token\": 7}", ["status": "unregistered"]), ("{\"token\": null}", ["status": "unregistered"]),
            ("{}", ["status": "unregistered"]), ("", ["status": "unregistered"]), ("[]", ["status": "unregistered"]),
            ("token=abc", ["status": "unregistered"]), ("{\"token\": \"a\"", ["status": "unregistered"]),
            ("null", ["status": "unregistered"]), ("{\"token\": [\"a\"]}", ["status": "unregistered"]),
        ] as [(String, JSONValue)]
    )
    func `a log-out never fails, whatever the token`(body: String, expected: JSONValue) async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/escrow/push-token-register", user: "ada", Self.token)
        let answer = await host.call("POST", "/escrow/push-token-unregister", user: "ada", body: body)
        #expect(answer.status == 200)
        #expect(answer.json == expected)
        let long = "{\"token\": \"\(String(repeating: "x", count: 5000))\"}"
        #expect(await host.call("POST", "/escrow/push-token-unregister", user: "ada", body: long).status == 200)
        let form = [(name: "content-type", value: "application/x-www-form-urlencoded")]
        let asForm = await host.call("POST", "/escrow/push-token-unregister", user: "ada", headers: form, body: body)
        #expect(asForm.status == 200)
        #expect(await host.call("POST", "/escrow/push-token-unregister", body: body).status == 401)
        let store = try #require(host.directory.tenant("escrow")).runtime.store
        #expect(try await store.devices(of: "ada").count == 1)
        await host.stop()
    }

    @Test func `a name in angle brackets survives, and the push says no number for the icon`() async throws {
        let host = try await ProductHost.start()
        _ = await host.call("POST", "/escrow/push-token-register", user: "ada", Self.token)
        let name = "<iPhone> <b>15</b>"
        let event: JSONValue = [
            "id": "1", "source": "tests", "type": "escrow.funded", "recipients": ["ada"],
            "data": ["escrow_id": "660e8400-e29b-41d4-a716-446655440001", "escrow": .string(name)],
        ]
        #expect(await host.call("POST", "/v1/escrow/events", service: "x-service-key", event).status == 202)
        await host.settled.wait(for: 2)
        let pushed = try #require((try? JSONValue(parsing: host.egress.requests[0].body))?.array?.first)
        #expect(pushed["body"]?.string?.contains(name) == true)
        #expect(pushed["badge"] == nil)
        let feed = await host.call("GET", "/v1/escrow/notifications", user: "ada")
        #expect(feed.json["items"]?.array?.first?["body"]?.string?.contains(name) == true)
        await host.stop()
    }

    @Test func `the contract stands at the root of the product's own host`() async throws {
        let host = try await ProductHost.start()
        let there = await host.call("POST", "/push-token-register", user: "ada", host: "api.escrow.example", Self.token)
        #expect(there.status == 200)
        let elsewhere = await host.call("POST", "/push-token-register", user: "ada", host: "other.example", Self.token)
        #expect(elsewhere.status == 404)
        await host.stop()
    }

    @Test(arguments: [
        ("{\"token\": \"nope\", \"platform\": \"ios\"}", 400, "invalid_token"),
        ("{\"token\": 7, \"platform\": \"ios\"}", 400, "invalid_token"),
        ("{\"token\": \"ExponentPushToken[a]\\nX\", \"platform\": \"ios\"}", 400, "invalid_token"),
        ("{\"platform\": \"ios\"}", 422, "validation_error"),
        ("{\"token\": null, \"platform\": \"ios\"}", 422, "validation_error"),
        ("{\"token\": \"ExponentPushToken[abc]\"}", 422, "validation_error"),
        ("{\"token\": \"ExponentPushToken[abc]\", \"platform\": \"symbian\"}", 422, "validation_error"),
        ("{\"token\": \"ExponentPushToken[abc]\", \"platform\": [\"ios\"]}", 422, "validation_error"),
        ("[]", 400, "invalid_json"), ("{", 400, "invalid_json"), ("", 400, "invalid_json"),
        ("{\"token\": \"a\", \"token\": \"b\"}", 400, "invalid_json"),
    ])
    func `a wrong body gets the documented error and changes nothing`(
        body: String,
        status: Int,
        code: String
    ) async throws {
        let host = try await ProductHost.start()
        let answer = await host.call("POST", "/escrow/push-token-register", user: "ada", body: body)
        #expect(answer.status == status)
        #expect(answer.code == code)
        let store = try #require(host.directory.tenant("escrow")).runtime.store
        #expect(try await store.devices(of: "ada").isEmpty)
        await host.stop()
    }

    @Test func `without a token, with a foreign one or another method, nobody gets in`() async throws {
        let host = try await ProductHost.start()
        let nobody = await host.call("POST", "/escrow/push-token-register", Self.token)
        #expect(nobody.status == 401)
        #expect(nobody.code == "unauthorized")
        let wrongType = await host.call(
            "POST",
            "/escrow/push-token-register",
            user: "ada",
            headers: [("content-type", "application/xml")],
            body: "<a/>"
        )
        #expect(wrongType.status == 400)
        let method = await host.call("PUT", "/escrow/push-token-register", user: "ada", Self.token)
        #expect(method.status == 405)
        #expect(method.headers["allow"] == "OPTIONS, POST")
        await host.stop()
    }
}
