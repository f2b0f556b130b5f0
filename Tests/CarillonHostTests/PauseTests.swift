import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

struct PauseTests {
    @Test func `wrong credentials rest the channel, keep its deliveries, and show to operators`() async throws {
        let isMended = Mutex(false)
        let host = await TestHost.start { request in
            guard !isMended.withLock({ $0 }) else { return await TestHost.everythingTaken(request) }
            return .answer(401, #"{"errors":[{"code":"UNAUTHORIZED","message":"no"}]}"#)
        }
        await host.registerDevice()
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event("1"))
        await host.settled.wait(for: 2)
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event("2"))
        await host.settled.wait(for: 4)
        let tenants = await host.send("GET", "/v1/tenants", bearer: TestHost.operatorKey)
        let shop = tenants.json["tenants"]?.array?.first { $0["id"] == "shop" }
        #expect(shop?["unavailableChannels"]?["push"]?.string?.hasPrefix("paused: ") == true)
        #expect(host.egress.requests.count == 1)

        isMended.withLock { $0 = true }
        host.clock.advance(by: CircuitBreaker.longestPause)
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event("3"))
        await host.settled.wait(for: 8)
        for id in ["1", "2", "3"] {
            let trace = await host.send("GET", "/v1/shop/events/\(id)", bearer: TestHost.serviceKey)
            let deliveries = trace.json["notifications"]?.array?.first?["deliveries"]?.array ?? []
            #expect(deliveries.map { $0["status"] } == ["delivered", "delivered"], "event \(id)")
        }
        await host.stop()
    }

    @Test func `a fault of a recipient names its place in the list`() async {
        let host = await TestHost.start(withWorkers: false)
        var event = TestHost.event().object ?? JSONObject()
        event["recipients"] = ["", ["id": "ada", "email": "no address"], ["id": "bob", "zz": 1]]
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(event))
        let pointers = answer.json["errors"]?.array?.compactMap { $0["pointer"]?.string } ?? []
        #expect(Set(pointers) == ["/recipients/0", "/recipients/1/email", "/recipients/2/zz"])
    }
}
