import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Expo's late answers.
@Suite(.onBothStores)
struct ReceiptTests {
    @Test
    func `receipts are asked for a quarter of an hour later, in thousands, and a dead one forgets its token alone`()
        async throws
    {
        let expo = ExpoScript()
        let dead = TestHost.token(of: 1042)
        expo.receipts { $0 == dead ? "DeviceNotRegistered" : nil }
        let host = await TestHost.start(expo: expo.answer)
        let users = try await host.register(users: 1100)
        for start in stride(from: 0, to: users.count, by: 100) {
            await host.ship("\(start)", to: Array(users[start..<start + 100]))
        }
        await host.settled.wait(for: 2200)
        let store = try await host.store.tenant("shop")
        #expect(try await store.nextReceipt() == host.clock.now.advanced(by: .seconds(900)))
        #expect(try host.asked("getReceipts").isEmpty)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.waitForReceipts(1100)
        #expect(try host.asked("getReceipts") == [1000, 100])
        #expect(try await host.deviceCount() == 1099)
        #expect(try await store.devices(of: "u-1042") == [])
        let page = try await host.metricsPage()
        let labels = ["tenant": "shop", "channel": "push"]
        #expect(page.value("carillon_receipts_total", labels.merging(["outcome": "confirmed"]) { $1 }) == 1099)
        #expect(page.value("carillon_receipts_total", labels.merging(["outcome": "failed"]) { $1 }) == 1)
        #expect(page.value("carillon_addresses_gone_total", labels) == 1)
        let refused = labels.merging(["reason": "DeviceNotRegistered"]) { $1 }
        #expect(page.value("carillon_deliveries_refused_total", refused) == 1)
        await host.stop()
    }

    @Test func `receipts due within a second are asked for together`() async throws {
        let expo = ExpoScript()
        let host = await TestHost.start(expo: expo.answer)
        await host.registerDevice()
        for (number, pause) in [0, 400, 600, 1].enumerated() {
            host.clock.advance(by: .milliseconds(pause))
            await host.ship("\(number)")
            await host.settled.wait(for: 2 * (number + 1))
        }
        host.clock.advance(by: .milliseconds(900_000 - 1001))
        host.wake()
        await host.settled.waitForReceipts(3)
        #expect(try host.asked("getReceipts") == [3])
        host.clock.advance(by: .milliseconds(1001))
        host.wake()
        await host.settled.waitForReceipts(4)
        #expect(try host.asked("getReceipts") == [3, 1])
        await host.stop()
    }

    @Test func `the trace tells what came late`() async throws {
        let expo = ExpoScript()
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        expo.receipts(nil)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.waitForReceipts(1)
        #expect(await host.push()["attempts"]?.array?.map { $0["outcome"] } == ["delivered"])
        expo.receipts { _ in nil }
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.waitForReceipts(2)
        #expect(await host.push()["attempts"]?.array?.map { $0["outcome"] } == ["delivered", "confirmed"])
        await host.stop()
    }

    @Test func `receipts survive the process`() async throws {
        let expo = ExpoScript()
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        await host.directory.stop()
        host.clock.advance(by: .seconds(3600))
        _ = await host.directory.start([.shop("shop")], failures: [:], workers: .paced)
        await host.settled.waitForReceipts(1)
        #expect(try host.asked("getReceipts") == [1])
        await host.stop()
    }

    @Test func `too many messages, told late, are sent again by the ladder`() async throws {
        let expo = ExpoScript()
        expo.receipts { _ in "MessageRateExceeded" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.waitForReceipts(1)
        #expect(await host.push()["status"] == "pending")
        host.clock.advance(by: .seconds(6))
        host.wake()
        await host.settled.wait(for: 3)
        #expect(await host.push()["attempts"]?.array?.map { $0["outcome"] } == ["delivered", "retry", "delivered"])
        await host.stop()
    }

    @Test func `wrong credentials, told late, pause the channel and hold the message`() async throws {
        let expo = ExpoScript()
        expo.receipts { _ in "InvalidCredentials" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.ship("1", to: try await host.register(users: 3))
        await host.settled.wait(for: 6)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.waitForReceipts(3)
        #expect(host.settled.reports == ["shop push paused InvalidCredentials"])
        #expect(await host.condition()["held"] == 3)
        await host.stop()
    }

    @Test func `a foreign project, told late, holds what goes to its own device alone`() async throws {
        let expo = ExpoScript()
        let hostile = TestHost.token(of: 0)
        expo.receipts { $0 == hostile ? "InvalidCredentials" : nil }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 3)
        await host.ship("1", to: users)
        await host.settled.wait(for: 6)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.waitForReceipts(3)
        #expect(host.settled.reports == ["shop push address InvalidCredentials"])
        #expect(await host.condition()["status"] == "working")
        #expect(await host.condition()["held"] == 1)
        await host.stop()
    }

    @Test func `a burst of dead addresses, told late, forgets none`() async throws {
        let expo = ExpoScript()
        expo.receipts { _ in "DeviceNotRegistered" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 20)
        await host.ship("1", to: users)
        await host.settled.wait(for: 40)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.waitForReceipts(20)
        #expect(host.settled.reports == ["shop push paused gone-burst"])
        #expect(try await host.deviceCount() == 20)
        await host.stop()
    }

    @Test func `when it turns out late that the phone can't be reached, its fallback goes out`() async throws {
        let expo = ExpoScript()
        expo.receipts { _ in "DeviceNotRegistered" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true) { profile in
            var backup = ChannelBinding(id: "backup", plugin: "recording")
            backup.fallbackFor = ["push"]
            profile.channels.append(backup)
        }
        for (token, plugin) in [("ExponentPushToken[abc]", "expo"), ("spare", "recording")] as [(String, PluginID)] {
            _ = try await host.store.tenant("shop").register(
                .init(owner: "ada", token: token, plugin: plugin),
                at: host.clock.now
            )
        }
        await host.ship("1")
        await host.settled.wait(for: 2)
        host.clock.advance(by: .seconds(900))
        host.wake()
        // Nobody wakes the other channel but the receipt.
        await host.settled.wait(for: 3)
        let trace = await host.send("GET", "/v1/shop/events/1", bearer: TestHost.serviceKey).json
        let notification = trace["notifications"]?.array?.first
        let ends = notification?["deliveries"]?.array?.map {
            "\($0["channel"]?.string ?? "") \($0["status"]?.string ?? "")"
        }
        #expect(ends == ["in-app delivered", "push failed", "backup delivered"])
        await host.stop()
    }
}
