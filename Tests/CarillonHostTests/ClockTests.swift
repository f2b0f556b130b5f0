import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// A clock that goes back while the host runs, on a real file.
struct ClockTests {
    private static let back: Duration = .seconds(-7200)

    private static func post(_ host: TestHost, _ id: String) async {
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event(id))
        #expect(answer.status == 202)
    }

    private static func progress(_ host: TestHost) async -> JSONValue? {
        await host.send("GET", "/v1/shop/campaigns/sale", bearer: TestHost.serviceKey).json["progress"]
    }

    private static func campaign(_ host: TestHost, until condition: (JSONValue?) -> Bool) async throws {
        try await waitUntil { await condition(progress(host)) }
    }

    @Test func `a campaign goes on at its pace`() async throws {
        let host = await TestHost.start(onDisk: true)
        let store = try await host.store.tenant("shop")
        for number in 0..<6 {
            try await store.put(
                UserAttributes(locale: "en"),
                of: UserID(unchecked: "user-\(number)"),
                at: host.clock.now
            )
        }
        let body: JSONValue = [
            "id": "sale", "type": "order.shipped", "everyone": true, "data": ["order": "A-1"], "rate": "1/1s",
        ]
        let made = await host.send("POST", "/v1/shop/campaigns", bearer: TestHost.serviceKey, json: body)
        #expect(made.status == 202)
        try await Self.campaign(host) { $0?["delivered"] == 1 }
        host.clock.advance(by: Self.back)
        for number in 2...6 {
            host.wake()
            try await Self.campaign(host) { ($0?["expanded"]?.integer ?? 0) >= Int64(number) - 1 }
            host.clock.advance(by: .seconds(1))
        }
        host.wake()
        try await Self.campaign(host) { $0?["delivered"] == 6 }
        await host.stop()
    }

    @Test func `who may get no more for now gets the rest when the window has room, in order`() async throws {
        let host = await TestHost.start(onDisk: true) {
            $0.policies.recipientRateLimit = RateLimit(count: 1, per: .seconds(60))
        }
        await host.registerDevice()
        await Self.post(host, "1")
        await host.settled.waitForRouted(1)
        await Self.post(host, "2")
        await host.settled.wait(for: 3)
        host.clock.advance(by: Self.back)
        await Self.post(host, "3")
        await host.settled.wait(for: 4)
        #expect(host.egress.requests.count == 1)
        for count in [5, 6] {
            host.clock.advance(by: .seconds(60))
            host.wake()
            await host.settled.wait(for: count)
        }
        let bodies = try host.egress.requests.flatMap { try JSONValue(parsing: $0.body).array ?? [] }
        #expect(bodies.compactMap { $0["badge"]?.integer }.count == 3)
        let third = await host.send("GET", "/v1/shop/events/3", bearer: TestHost.serviceKey).json
        #expect(
            third["notifications"]?.array?.first?["decisions"]?.array?.contains { $0["reason"] == "rate-limited" }
                == true
        )
        await host.stop()
    }
}
