import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonHost

/// Sends that wait for their answer while the channel rests: they hear at once what those heard for whom the provider failed.
struct CircuitOpenSendTests {
    private static let down: Result<EgressResponse, EgressFailure> = .answer(503, "down")

    private static func asksToWait(_ seconds: Int) -> Result<EgressResponse, EgressFailure> {
        .answer(429, "{}", headers: [.init("Retry-After", "\(seconds)")])
    }

    private struct Answer {
        let status: Int
        let json: JSONValue
        let wait: String?
        var isRefusal: Bool { status == 500 && json["code"] == "internal" }
    }

    private static func send(_ host: TestHost, to user: String, key: String? = nil) async -> Answer {
        let headers = key.map { [(name: "idempotency-key", value: $0)] } ?? []
        let body: JSONValue = ["userId": .string(user), "type": "order.shipped", "payload": ["order": "A-1"]]
        let began = ContinuousClock.now
        let answer = await host.send("POST", "/v1/shop/send", bearer: TestHost.serviceKey, headers: headers, json: body)
        // The timeLimit of a sender who isn't told anything is 10 s.
        #expect(began.duration(to: .now) < .seconds(8))
        return Answer(status: answer.status, json: answer.json, wait: answer.headers["retry-after"])
    }

    private static func waiting(in host: TestHost) async throws -> Instant? {
        try await host.store.tenant("shop").nextDelivery(on: "push")
    }

    @Test func `while the breaker is open a send is refused at once, and nothing is sent later`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.down)
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 8)
        for user in users[..<4] {
            let answer = await Self.send(host, to: user)
            #expect(answer.isRefusal && answer.wait == nil)
        }
        let next = { try #require(await host.condition()["nextTryAt"]?.string.flatMap { Instant($0) }) }
        for user in users[4..<7] {
            let answer = await Self.send(host, to: user)
            let left = host.clock.now.duration(to: try await next()).wholeSeconds
            #expect(answer.isRefusal && answer.wait == "\(left)" && answer.json["retryAfter"] == JSONValue(left))
        }
        let keyed = await Self.send(host, to: users[7], key: "k")
        #expect(keyed.isRefusal && keyed.wait == nil)
        #expect(await Self.send(host, to: users[7], key: "k").json == keyed.json)
        #expect(try host.asked("send").count == 5)
        #expect(try await Self.waiting(in: host) == nil)

        expo.refuse(nil)
        host.clock.set(to: try await next())
        #expect(await Self.send(host, to: users[0]).json["delivery"]?["status"] == "sent")
        #expect(try host.asked("send") == [1, 1, 1, 1, 1, 1])
        await host.stop()
    }

    @Test func `a send waits for a rest that is over soon`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.asksToWait(2))
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 2)
        let first = await Self.send(host, to: users[0])
        #expect(first.isRefusal && first.wait == "2")
        expo.refuse(nil)
        async let second = Self.send(host, to: users[1])
        try await waitUntil { try await Self.waiting(in: host) != nil }
        host.clock.advance(by: .seconds(2))
        host.wake()
        let answer = await second
        #expect(answer.status == 200 && answer.json["delivery"]?["status"] == "sent", "\(answer.json)")
        await host.stop()
    }

    @Test func `who waits for a rest to end learns that the next one is longer`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.asksToWait(2))
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 3)
        #expect(await Self.send(host, to: users[0]).isRefusal)
        // It is tried first, for both of them.
        await host.ship("1", to: [users[1]])
        try await waitUntil { try await Self.waiting(in: host) != nil }
        expo.refuse(Self.asksToWait(60))
        host.clock.advance(by: .milliseconds(1))
        async let waiting = Self.send(host, to: users[2])
        await host.settled.waitForRouted(3)
        host.clock.advance(by: .seconds(2))
        host.wake()
        let answer = await waiting
        #expect(answer.isRefusal && answer.wait == "60", "\(answer.json)")
        #expect(try host.asked("send").count == 2)
        await host.stop()
    }

    @Test func `a flood of sends hears of the rest that it brings about`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.asksToWait(60))
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 60)
        let answers = await withTaskGroup(of: Answer.self) { group in
            for user in users { group.addTask { await Self.send(host, to: user) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.isRefusal })
        #expect(try await Self.waiting(in: host) == nil)
        await host.stop()
    }

    @Test func `of several channels, one that rests decides where no other has it`() {
        func progress(_ second: DeliveryStatus) -> SendProgress {
            let now = Instant(epochMilliseconds: 1_772_020_800_000)
            let pushes: [(ChannelID, DeliveryStatus)] = [("a", .pending), ("b", second)]
            let deliveries = pushes.enumerated().map { row, push in
                DeliveryTrace(
                    row: Int64(row),
                    channel: push.0,
                    device: nil,
                    status: push.1,
                    attempts: [],
                    receipt: nil,
                    nextAttemptAt: push.1 == .pending ? now : nil,
                    settledAt: push.1.isFinal ? now : nil
                )
            }
            let posted = PostedSend(event: "1", at: now, changes: nil)
            var progress = SendProgress(posted: posted, channels: ["a", "b"], seenAt: now)
            progress.notification = NotificationTrace(
                id: "1",
                recipient: "ada",
                priority: .normal,
                status: .routed,
                dueAt: now,
                readAt: nil,
                decisions: [],
                deliveries: deliveries
            )
            progress.circuitOpenChannels = ["a"]
            return progress
        }
        let now = progress(.delivered).seenAt
        #expect(!progress(.leased).isSettled && !progress(.attempted).isSettled)
        #expect(progress(.delivered).isSettled && progress(.delivered).verdict(at: now) == .sent(now))
        #expect(progress(.failed).isSettled && progress(.failed).verdict(at: now) == .providerFailed)
        #expect(progress(.failed).circuitOpen.map(\.row) == [0])
    }
}
