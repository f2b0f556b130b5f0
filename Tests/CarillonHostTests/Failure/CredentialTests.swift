import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import ExpoPush
import InAppChannel
import Testing

@testable import CarillonHost

/// Wrong credentials, and bursts that look like them: the channel is paused, and nothing is lost.
struct CredentialTests {
    @Test func `wrong credentials are told to the operator, nothing is tried by the ladder, and everything is kept`()
        async throws
    {
        let expo = ExpoScript()
        expo.tickets { _ in "InvalidCredentials" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 3)
        await host.ship("1", to: users)
        await host.settled.wait(for: 6)
        await host.settled.waitForChanges(1)
        #expect(host.settled.reports == ["shop push paused InvalidCredentials"])
        // Far beyond every rung: the pause alone decides, and what comes now is kept without a try.
        host.clock.advance(by: .seconds(59))
        await host.ship("2", to: users)
        await host.settled.wait(for: 12)
        #expect(try host.asked("send") == [3])
        let condition = await host.condition()
        #expect(condition["status"] == "paused" && condition["code"] == "InvalidCredentials")
        #expect(condition["held"] == 6)
        #expect(await host.push()["status"] == "pending")
        #expect(await host.push()["attempts"]?.array?.last?["outcome"] == "held")

        // One try shows that nothing was mended.
        host.clock.advance(by: .seconds(10))
        host.wake()
        await host.settled.wait(for: 13)
        #expect(try host.asked("send") == [3, 1])
        #expect(await host.condition()["held"] == 6)
        #expect(host.settled.reports.count == 1)

        expo.tickets { _ in nil }
        let answer = await host.ask("POST", "/v1/tenants/shop/channels/push/resume")
        #expect(answer.status == 200 && answer.json["isTried"] == true)
        await host.settled.wait(for: 19)
        #expect(try host.asked("send").dropFirst(2).reduce(0, +) == 6)
        #expect(await host.condition()["status"] == "working")
        #expect(await host.condition()["held"] == 0)
        await host.stop()
    }

    @Test func `what one hostile token lacks holds its own pushes, and the others' go out`() async throws {
        let expo = ExpoScript()
        let hostile = TestHost.token(of: 0)
        expo.tickets { $0 == hostile ? "InvalidCredentials" : nil }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 3)
        await host.ship("1", to: [users[1]])
        await host.settled.wait(for: 2)
        for number in 2...5 {
            await host.ship("\(number)", to: [users[0]])
            await host.settled.wait(for: number * 2)
        }
        await host.ship("6", to: [users[2]])
        await host.settled.wait(for: 12)
        #expect(await host.push("2")["status"] == "pending")
        #expect(await host.condition()["held"] == 4)
        #expect(await host.push("2")["attempts"]?.array?.last?["code"] == "InvalidCredentials")
        #expect(await host.push("6")["status"] == "delivered")
        #expect(host.settled.reports == Array(repeating: "shop push address InvalidCredentials", count: 4))
        #expect(await host.condition()["status"] == "working")
        await host.stop()
    }

    @Test func `those who paused the channel for all before anybody got through don't keep it paused`() async throws {
        let expo = ExpoScript()
        let good = TestHost.token(of: 3)
        expo.tickets { $0 == good ? nil : "InvalidCredentials" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 4)
        for number in 1...4 {
            await host.ship("\(number)", to: [users[number - 1]])
            await host.settled.wait(for: number * 2)
        }
        #expect(host.settled.reports.last == "shop push paused InvalidCredentials")
        #expect(await host.condition()["held"] == 4)
        // Each probe is somebody else's; what a hostile one held is its own as soon as another got through.
        for settled in 9...11 {
            host.clock.advance(by: CircuitBreaker.longestPause + .seconds(100))
            host.wake()
            await host.settled.wait(for: settled)
        }
        await host.settled.wait(for: 14)
        #expect(await host.push("4")["status"] == "delivered")
        for number in 1...3 { #expect(await host.push("\(number)")["attempts"]?.array?.last?["outcome"] == "held") }
        #expect(await host.condition()["status"] == "working")
        #expect(await host.condition()["held"] == 3)
        await host.stop()
    }

    @Test func `three recipients refused silence nobody while others got through, but show after ten minutes without`()
        async throws
    {
        let expo = ExpoScript()
        let good = TestHost.token(of: 4)
        expo.tickets { $0 == good ? nil : "InvalidCredentials" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 5)
        await host.ship("0", to: [users[4]])
        await host.settled.wait(for: 2)
        for number in 1...3 {
            await host.ship("\(number)", to: [users[number - 1]])
            await host.settled.wait(for: 2 + number * 2)
            #expect(await host.push("\(number)")["status"] == "pending")
        }
        #expect(await host.condition()["status"] == "working")
        #expect(await host.condition()["held"] == 3)
        host.clock.advance(by: AddressCredentialGuard.window)
        await host.ship("4", to: [users[3]])
        await host.settled.wait(for: 10)
        #expect(await host.push("4")["status"] == "pending")
        #expect(host.settled.reports.last == "shop push paused InvalidCredentials")
        await host.stop()
    }

    @Test func `a pause survives the process, and a delivery that gets through after the restart ends it`() async throws
    {
        let expo = ExpoScript()
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        await host.ship("0")
        await host.settled.wait(for: 2)
        // An address that got through before.
        expo.tickets { _ in "InvalidCredentials" }
        await host.ship("1")
        await host.ship("2")
        await host.settled.wait(for: 6)
        await host.settled.waitForChanges(1)
        #expect(try await host.store.tenant("shop").pausedChannels().map(\.reason.code) == ["InvalidCredentials"])
        await host.leave()

        let next = await TestHost.start(expo: expo.answer, onDisk: true, after: host)
        // Still wrong: one of the two is tried, and both are kept.
        await next.settled.wait(for: 1)
        #expect(next.directory.tenant("shop")?.runtime.channels["push"]?.breaker.circuit.isPaused == true)
        expo.tickets { _ in nil }
        host.clock.advance(by: CircuitBreaker.longestPause + .seconds(100))
        next.directory.tenant("shop")?.wakeHere()
        await next.settled.wait(for: 3)
        #expect(next.settled.reports.last == "shop push works")
        #expect(try await next.store.tenant("shop").pausedChannels() == [])
        await next.stop()
    }

    @Test func `a burst of dead addresses pauses the channel, and no device is forgotten`() async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "DeviceNotRegistered" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 30)
        await host.ship("1", to: users)
        await host.settled.wait(for: 60)
        await host.settled.waitForChanges(1)
        #expect(host.settled.reports == ["shop push paused gone-burst"])
        #expect(try await host.deviceCount() == 30)
        #expect(await host.condition()["held"] == 30)

        // It was the key: all of them get theirs.
        expo.tickets { _ in nil }
        _ = await host.ask("POST", "/v1/tenants/shop/channels/push/resume")
        await host.settled.wait(for: 90)
        #expect(await host.push()["status"] == "delivered")
        #expect(try await host.deviceCount() == 30)
        await host.stop()
    }

    @Test func `an operator who knows better has them forgotten`() async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "DeviceNotRegistered" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 30)
        await host.ship("1", to: users)
        await host.settled.wait(for: 60)
        await host.settled.waitForChanges(1)
        let body: JSONValue = ["believeGone": true]
        _ = await host.ask("POST", "/v1/tenants/shop/channels/push/resume", body)
        await host.settled.wait(for: 90)
        #expect(try await host.deviceCount() == 0)
        #expect(await host.push()["status"] == "failed")
        #expect(await host.condition()["status"] == "working")
        await host.stop()
    }

    @Test func `tokens that one user made up are forgotten, and silence nobody`() async throws {
        let expo = ExpoScript()
        expo.tickets { $0.contains("made-up") ? "DeviceNotRegistered" : nil }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 3)
        for number in 0..<21 {
            _ = try await host.store.tenant("shop").register(
                DeviceRegistration(owner: "mallory", token: "ExponentPushToken[made-up-\(number)]", plugin: "expo"),
                at: host.clock.now
            )
        }
        await host.ship("1", to: ["mallory"])
        await host.settled.wait(for: 22)
        await host.ship("2", to: users)
        await host.settled.wait(for: 28)
        #expect(await host.push("2")["status"] == "delivered")
        #expect(host.settled.reports.isEmpty)
        #expect(try await host.deviceCount() == 3)
        await host.stop()
    }

    @Test func `while the channel is paused, somebody else is tried than the one for whom it was`() async throws {
        let expo = ExpoScript()
        expo.refuse { $0.contains(TestHost.token(of: 0)) ? .answer(401, "no") : nil }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 2)
        await host.ship("1", to: [users[0]])
        await host.settled.wait(for: 2)
        await host.settled.waitForChanges(1)
        await host.ship("2", to: [users[1]])
        await host.settled.wait(for: 4)
        _ = await host.ask("POST", "/v1/tenants/shop/channels/push/resume")
        await host.settled.wait(for: 5)
        #expect(await host.push("2")["status"] == "delivered")
        await host.stop()
    }

    @Test func `a few dead addresses among many are forgotten, and only those`() async throws {
        let expo = ExpoScript()
        let dead = [3, 7].map(TestHost.token(of:))
        expo.tickets { dead.contains($0) ? "DeviceNotRegistered" : nil }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 10)
        await host.ship("1", to: users)
        await host.settled.wait(for: 20)
        #expect(try await host.deviceCount() == 8)
        for number in [3, 7] {
            #expect(try await host.store.tenant("shop").devices(of: .init(unchecked: "u-\(number)")) == [])
        }
        #expect(host.settled.reports.isEmpty)
        await host.stop()
    }

    @Test func `an operator is told where nothing waits that could show whether a channel works again`() async throws {
        let expo = ExpoScript()
        expo.refuse(.answer(401, "no"))
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        // Its sender is told: nothing is held.
        let body: JSONValue = ["userId": "ada", "type": "order.shipped", "payload": ["order": "A-1"]]
        #expect(await host.send("POST", "/v1/shop/send", bearer: TestHost.serviceKey, json: body).status == 500)
        #expect(await host.condition()["held"] == 0)
        expo.refuse(nil)
        let answer = await host.ask("POST", "/v1/tenants/shop/channels/push/resume")
        #expect(answer.status == 200 && answer.json["isTried"] == false)
        await host.ship("1")
        try await waitUntil { await host.push()["status"] == "delivered" }
        #expect(await host.condition()["status"] == "working")
        await host.stop()
    }

    @Test func `a channel that nobody has can't be resumed`() async {
        let host = await TestHost.start(withWorkers: false)
        #expect(await host.ask("POST", "/v1/tenants/shop/channels/pigeon/resume").status == 404)
        #expect(await host.ask("POST", "/v1/tenants/nobody/channels/push/resume").status == 404)
        let conditions = await host.ask("GET", "/v1/tenants/shop/channels").json["channels"]?.array
        #expect(conditions?.map { $0["id"] } == ["in-app", "push"])
        #expect(conditions?.map { $0["status"] } == ["working", "working"])
    }
}
