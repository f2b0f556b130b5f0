import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Testing

@testable import CarillonHost

/// Sends that routing puts off: the host knows the time then, and the sender needn't wait for it.
struct PostponedSendTests {
    /// 2026-02-25T22:30:00Z.
    private static let night = Instant(epochMilliseconds: 1_772_058_600_000)
    /// 07:00 of the next day.
    private static let morning = Instant(epochMilliseconds: 1_772_089_200_000)

    private static func send(_ host: TestHost, key: String? = nil, at scheduledAt: Instant? = nil) async -> JSONValue {
        let headers = key.map { [(name: "idempotency-key", value: $0)] } ?? []
        var body = JSONObject([
            .init("userId", "ada"), .init("type", "order.shipped"), .init("payload", ["order": "A-1"]),
        ])
        body["scheduledAt"] = scheduledAt.map { .string($0.rfc3339) }
        let began = ContinuousClock.now
        let answer = await host.send(
            "POST",
            "/v1/shop/send",
            bearer: TestHost.serviceKey,
            headers: headers,
            json: .object(body)
        )
        // The timeLimit of a sender who isn't told anything is 10 s.
        #expect(began.duration(to: .now) < .seconds(8))
        #expect(answer.status == 200, "\(answer.json)")
        return answer.json
    }

    private static func isScheduled(_ answer: JSONValue, for time: Instant) -> Bool {
        answer["delivery"]?["status"] == "scheduled" && answer["delivery"]?["sentAt"] == .string(time.rfc3339)
            && answer["notification"]?["status"] == "scheduled"
    }

    @Test(arguments: [false, true])
    func `a send in quiet hours is answered at once with the time they end, and so is its repeat`(
        onDisk: Bool
    ) async throws {
        let host = await TestHost.start(onDisk: onDisk) { profile in
            guard let from = TimeOfDay("22:00"), let to = TimeOfDay("07:00") else { return }
            profile.policies.quietHours = QuietHours(from: from, to: to, timeZone: "UTC")
        }
        host.clock.set(to: Self.night)
        await host.registerDevice()
        let answer = await Self.send(host, key: "k1")
        #expect(Self.isScheduled(answer, for: Self.morning), "\(answer)")
        #expect(await Self.send(host, key: "k1") == answer)
        #expect(host.egress.requests.isEmpty)

        host.clock.set(to: Self.morning)
        host.wake()
        await host.settled.wait(for: 2)
        #expect(await Self.send(host, key: "k1")["delivery"]?["status"] == "sent")
        #expect(host.egress.requests.count == 1)
        await host.stop()
    }

    @Test func `a send for later was made when it was accepted, and is due at its time`() async throws {
        let host = await TestHost.start(onDisk: true)
        await host.registerDevice()
        let (made, due) = (host.clock.now, host.clock.now.advanced(by: .seconds(3600)))
        let answer = await Self.send(host, at: due)
        #expect(Self.isScheduled(answer, for: due), "\(answer)")
        #expect(answer["notification"]?["createdAt"] == .string(made.rfc3339))
        #expect(answer["notification"]?["scheduledAt"] == .string(due.rfc3339))
        await host.stop()
    }

    @Test func `a send that is collected is answered at once with the end of its window`() async throws {
        let host = await TestHost.start(onDisk: true) { profile in
            profile.priorities[.low] = PriorityPolicy(.collected, collectedText: "collected")
            profile.policies.collect.length = .seconds(900)
            profile.events[0].priority = .low
            profile.texts = [AppText(id: "collected", payload: [PayloadField("count", .integer(0...999))])]
            for path in ["title", "body"] {
                profile.messages.add(TextTemplate(source: "{$count}"), to: "collected", path: path, locale: "en")
            }
        }
        await host.registerDevice()
        let end = host.clock.now.advanced(by: .seconds(900))
        let first = await Self.send(host)
        #expect(Self.isScheduled(first, for: end), "\(first)")
        host.clock.advance(by: .seconds(100))
        let second = await Self.send(host)
        #expect(Self.isScheduled(second, for: end), "\(second)")
        await host.stop()
    }

    @Test func `a send that waits for the recipient's rate is answered at once with its turn`() async throws {
        let host = await TestHost.start(onDisk: true) {
            $0.policies.recipientRateLimit = RateLimit(count: 1, per: .seconds(60))
        }
        await host.registerDevice()
        let turn = host.clock.now.advanced(by: .seconds(60))
        _ = await host.send("POST", "/v1/shop/events", bearer: TestHost.serviceKey, json: TestHost.event("1"))
        await host.settled.wait(for: 2)
        let answer = await Self.send(host)
        #expect(Self.isScheduled(answer, for: turn), "\(answer)")
        await host.stop()
    }
}
