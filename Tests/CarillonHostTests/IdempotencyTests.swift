import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonHost

/// Keys that several use.
@Suite(.onBothStores)
struct IdempotencyTests {
    @Test func `a key that was used for one user's send tells nothing to who uses it for another's`() async throws {
        let host = await TestHost.start()
        await host.registerDevice("ada", token: "ExponentPushToken[ada]")
        await host.registerDevice("eve", token: "ExponentPushToken[eve]")
        let first = await send(to: "ada", host)
        #expect(first.status == 200)
        let second = await send(to: "eve", host)
        #expect(second.status == 409)
        #expect(second.json["code"] == "conflict")
        for secret in ["ada", first.json["notification"]?["id"]?.string ?? "ada"] {
            #expect(!second.json.text.contains(secret))
        }
        // Nor does eve's request change what ada's key means.
        #expect(await send(to: "ada", host).json == first.json)
        #expect(host.egress.requests.count == 1)
        #expect(await send(to: "eve", key: "another", host).status == 200)
        await host.stop()
    }

    @Test func `the same key of two tenants is two keys`() async throws {
        let host = await TestHost.start()
        await host.registerDevice()
        #expect(await send(to: "ada", host).status == 200)
        let other = await host.send(
            "POST",
            "/v1/other/send",
            bearer: "service-key-of-other",
            headers: [("idempotency-key", "once")],
            json: ["userId": "ada", "type": "order.shipped", "payload": ["order": "A-1"]]
        )
        // That tenant's ada has no device: the key isn't known there.
        #expect(other.status == 404 && other.json["code"] == "no-device")
        await host.stop()
    }

    private func send(
        to user: String,
        key: String = "once",
        _ host: TestHost
    ) async -> (status: Int, json: JSONValue, headers: [String: String]) {
        await host.send(
            "POST",
            "/v1/shop/send",
            bearer: TestHost.serviceKey,
            headers: [("idempotency-key", key)],
            json: ["userId": .string(user), "type": "order.shipped", "payload": ["order": "A-1"]]
        )
    }
}
