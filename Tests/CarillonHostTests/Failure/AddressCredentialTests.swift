import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonHost

/// Credentials that some addresses lack while others get through: what goes to those is held, and lost to nobody.
struct AddressCredentialTests {
    /// Three users' devices, of which the last two lack something; one event went to all, in one batch.
    private static func host(expo: ExpoScript) async throws -> (TestHost, [String]) {
        let lacking = [1, 2].map(TestHost.token(of:))
        expo.tickets { lacking.contains($0) ? "InvalidCredentials" : nil }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 3)
        var event = TestHost.event("1").object ?? JSONObject()
        event["recipients"] = .array(users.map { .string($0) })
        let answer = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: .object(event))
        #expect(answer.status == 202)
        await host.settled.wait(for: 6)
        return (host, users)
    }

    private static func statuses(_ host: TestHost) async -> [String] {
        let list = await host.ask("GET", "/v1/tenants/shop/deliveries?channel=push").json["deliveries"]?.array ?? []
        return list.reversed().compactMap { $0["status"]?.string }
    }

    @Test func `they are held while others of their batch get through, and go out when the channel is resumed`()
        async throws
    {
        let expo = ExpoScript()
        let (host, _) = try await Self.host(expo: expo)
        #expect(await Self.statuses(host) == ["delivered", "held", "held"])
        #expect(await host.condition()["status"] == "working")
        #expect(host.settled.reports.filter { $0 == "shop push address InvalidCredentials" }.count == 2)
        // Time alone brings no other try.
        host.clock.advance(by: .seconds(3600))
        host.wake()
        await host.ship("2", to: ["u-0"])
        await host.settled.wait(for: 8)
        #expect(try host.asked("send") == [3, 1])

        let vain = await host.ask("POST", "/v1/tenants/shop/channels/push/resume")
        #expect(vain.status == 200 && vain.json["isTried"] == true)
        await host.settled.wait(for: 10)
        #expect(await Self.statuses(host) == ["delivered", "held", "held", "delivered"])
        expo.tickets { _ in nil }
        _ = await host.ask("POST", "/v1/tenants/shop/channels/push/resume")
        await host.settled.wait(for: 12)
        #expect(await Self.statuses(host) == ["delivered", "delivered", "delivered", "delivered"])
        await host.stop()
    }

    @Test func `an address that got through before is held as well, where others of its batch get through`()
        async throws
    {
        let expo = ExpoScript()
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 2)
        await host.ship("1", to: users)
        await host.settled.wait(for: 4)
        let lacking = TestHost.token(of: 1)
        expo.tickets { $0 == lacking ? "InvalidCredentials" : nil }
        await host.ship("2", to: users)
        await host.settled.wait(for: 8)
        #expect(await Self.statuses(host) == ["delivered", "delivered", "delivered", "held"])
        #expect(await host.condition()["status"] == "working")
        await host.stop()
    }

    @Test func `they go out when the tenant's secrets change`() async throws {
        let expo = ExpoScript()
        let (host, _) = try await Self.host(expo: expo)
        expo.tickets { _ in nil }
        // As the reloader does where a secret is another.
        host.directory.secrets = SecretBook(file: [
            "shop": ["jwt": Secret(TestHost.userSecret), "service": Secret("another-service-key-of-shop")],
            "other": ["jwt": Secret(TestHost.otherUserSecret), "service": Secret("service-key-of-other")],
        ])
        _ = await host.directory.renew("shop")
        await host.settled.wait(for: 8)
        #expect(await Self.statuses(host) == ["delivered", "delivered", "delivered"])
        await host.stop()
    }

    @Test func `what nobody mends is given up in its time, and can be redriven`() async throws {
        let expo = ExpoScript()
        let (host, _) = try await Self.host(expo: expo)
        host.clock.advance(by: .seconds(23 * 3600))
        await host.sweep()
        #expect(await Self.statuses(host) == ["delivered", "held", "held"])
        host.clock.advance(by: .seconds(3600))
        await host.sweep()
        await host.settled.wait(for: 8)
        #expect(await Self.statuses(host) == ["delivered", "failed", "failed"])
        expo.tickets { _ in nil }
        let body: JSONValue = ["all": true, "code": "gave-up"]
        #expect(await host.ask("POST", "/v1/tenants/shop/deliveries/redrive", body).json["redriven"] == 2)
        await host.settled.wait(for: 10)
        #expect(await Self.statuses(host) == ["delivered", "delivered", "delivered"])
        await host.stop()
    }

    @Test func `what a paused channel holds waits for the operator, however long`() async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "InvalidCredentials" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        await host.settled.waitForChanges(1)
        host.clock.advance(by: .seconds(30 * 24 * 3600))
        await host.sweep()
        // The runner may be asking the provider once more just now; what was given up would never be held again.
        try await waitUntil { await Self.statuses(host) == ["held"] }
        await host.stop()
    }
}

extension TestHost {
    /// What looks twice a minute for what is held in vain, at once.
    fileprivate func sweep() async {
        guard let tenant = directory.tenant("shop")?.runtime else { return }
        await OrphanedDeliverySweep(tenant: tenant).sweep()
    }
}
