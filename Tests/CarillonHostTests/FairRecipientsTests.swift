import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonHost

/// One recipient with very much to be sent delays nobody else of the tenant.
struct FairRecipientsTests {
    private static func delivery(_ row: Int64, to recipient: UserID) -> LeasedDelivery {
        let event = EventRecord(
            id: "e",
            source: "tests",
            externalID: "e",
            type: "order.shipped",
            payload: "{}",
            revision: "r",
            acceptedAt: .start
        )
        let notification = DueNotification(
            row: row,
            id: "n-\(row)",
            event: event,
            recipient: recipient,
            priority: .normal,
            createdAt: .start,
            dueAt: .start
        )
        return LeasedDelivery(
            row: row,
            notification: notification,
            plan: PlannedDelivery(channel: "push", address: "a")
        )
    }

    private static func deliveries(_ rows: ClosedRange<Int64>, to recipient: UserID) -> [LeasedDelivery] {
        rows.map { delivery($0, to: recipient) }
    }

    private static func queue(capacity: Int = 100) -> ChannelQueue {
        ChannelQueue(
            capacity: capacity,
            batchSize: 10,
            breaker: ChannelBreaker(tenant: "shop", channel: "push"),
            clock: ManualClock(),
            wakeSignal: WakeSignal()
        )
    }

    @Test func `recipients take turns, and each one's stay in their order`() {
        var line = RecipientQueue()
        line.append(Self.deliveries(1...5, to: "ada") + Self.deliveries(6...7, to: "ben"))
        line.append([Self.delivery(8, to: "cy")])
        let first = line.take(4)
        #expect(first.map(\.row) == [1, 6, 8, 2])
        line.prepend(first)
        #expect(line.take(2).map(\.row) == [1, 6])
        #expect(line.prefer(othersThan: ["ada", "cy"]) == true)
        #expect(line.prefer(othersThan: ["ada", "ben", "cy"]) == false)
        #expect(line.take(1).map(\.row) == [7])
        #expect(line.takeAll().map(\.row) == [8, 2, 3, 4, 5] && line.isEmpty)
    }

    @Test func `what goes to the store while it is looked through is not forgotten`() async {
        let queue = Self.queue()
        let seen = await queue.overflows
        #expect(await queue.room(for: [("ada", 3000)]) == ["ada": 25])
        #expect(await queue.refill([], lastAsOf: seen).isEmpty)
        #expect(await queue.room(for: [("ada", 1)]) == ["ada": 0], "it would overtake what lies in the store")
        #expect(await queue.refill([], lastAsOf: queue.overflows).isEmpty)
        #expect(await queue.room(for: [("ada", 1)]) == [:])
    }

    @Test func `who has more than their share waits in the store, and others come in beside them`() async {
        let queue = Self.queue()
        #expect(await queue.room(for: [("ada", 3000), ("ben", 1)]) == ["ada": 25])
        #expect(await queue.offer(Self.deliveries(1...25, to: "ada") + [Self.delivery(26, to: "ben")]).isEmpty)
        #expect(await queue.take(10)?.deliveries.contains { $0.row == 26 } == true)
        // What comes for them now waits behind what waits in the store, and nobody else does.
        #expect(await queue.room(for: [("ada", 1), ("cy", 1)]) == ["ada": 0])
        #expect(await queue.refill(Self.deliveries(100...183, to: "ada"), lastAsOf: nil).isEmpty)
        #expect(await queue.room(for: [("dan", 1)]) == [:])
        #expect(await queue.offer([Self.delivery(200, to: "dan")]).isEmpty)
        #expect(await queue.take(2)?.deliveries.contains { $0.row == 200 } == true)
        // Once nothing waits in the store, they are like others.
        while await !queue.inHand.isDisjoint(with: 100...183), let batch = await queue.take(50) {
            await queue.done(batch.deliveries)
        }
        #expect(await queue.refill([], lastAsOf: queue.overflows).isEmpty)
        #expect(await queue.room(for: [("ada", 1)]) == [:])
    }

    @Test func `where there is no room at all, everybody waits in the store, in the order they came`() async {
        let queue = Self.queue()
        let many = (1...125).map { Self.delivery($0, to: UserID(unchecked: "user-\($0)")) }
        #expect(await queue.offer(many).isEmpty)
        #expect(await queue.room(for: [("ada", 1)]) == ["ada": 0])
        _ = await queue.take(60)
        #expect(await queue.room(for: [("ben", 1)]) == ["ben": 0])
    }

    @Test(arguments: [false, true])
    func `an event to very many devices of one user lets another's go first`(onDisk: Bool) async throws {
        let host = await TestHost.start(onDisk: onDisk)
        let store = try await host.store.tenant("shop")
        for number in 0..<900 {
            let registration = DeviceRegistration(owner: "ada", token: "ExponentPushToken[\(number)]", plugin: "expo")
            _ = try await store.register(registration, at: host.clock.now)
        }
        await host.registerDevice("ben", token: "ExponentPushToken[ben]")
        let events = ["ada", "ben"].map { user -> JSONValue in
            [
                "id": .string(user), "source": "tests", "type": "order.shipped",
                "recipients": .string(user), "data": ["order": "A-1"],
            ]
        }
        #expect(await host.postBatch(events) == 202)
        await host.settled.wait(for: 903)
        let order = try host.egress.requests.flatMap { try JSONValue(parsing: $0.body).array ?? [] }.map {
            $0["to"]?.string
        }
        #expect(order.count == 901)
        let place = try #require(order.firstIndex(of: "ExponentPushToken[ben]"))
        // What had gone out before the other event came counts against nobody.
        #expect(place < 800)
        await host.stop()
    }
}

extension Instant {
    fileprivate static let start = Instant(epochMilliseconds: 1_772_020_800_000)
}
