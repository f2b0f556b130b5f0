import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonTesting
import Testing

@testable import CarillonHost

/// Sends that wait for their answer while the channel is paused for credentials.
struct PausedSendTests {
    private static let wrong: Result<EgressResponse, EgressFailure> = .answer(
        401,
        #"{"errors":[{"code":"UNAUTHORIZED","message":"no"}]}"#
    )

    private struct Answer {
        let status: Int
        let json: JSONValue
        let wait: String?
    }

    private static func send(_ host: TestHost, to user: String = "ada", key: String? = nil) async -> Answer {
        let headers = key.map { [(name: "idempotency-key", value: $0)] } ?? []
        let body: JSONValue = ["userId": .string(user), "type": "order.shipped", "payload": ["order": "A-1"]]
        let answer = await host.send("POST", "/v1/shop/send", bearer: TestHost.serviceKey, headers: headers, json: body)
        return Answer(status: answer.status, json: answer.json, wait: answer.headers["retry-after"])
    }

    @Test func `the next send has the provider asked again, and its success ends the pause`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.wrong)
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        let first = await Self.send(host)
        #expect(first.status == 500 && first.wait == "1" && first.json["retryAfter"] == 1)
        expo.refuse(nil)
        #expect(await Self.send(host).json["delivery"]?["status"] == "sent")
        #expect(try host.asked("send") == [1, 1])
        #expect(await host.condition()["status"] == "working")
        await host.stop()
    }

    @Test func `from then on a send has it asked after five seconds`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.wrong)
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        #expect(await Self.send(host).status == 500)
        let first = await Self.send(host)
        #expect(first.status == 500 && first.wait == "5" && first.json["retryAfter"] == 5)
        await host.ship("held")
        let second = await Self.send(host)
        #expect(second.status == 500 && second.wait == "5")
        #expect(try host.asked("send") == [1, 1])

        expo.refuse(nil)
        host.clock.advance(by: .seconds(5))
        let third = await Self.send(host)
        #expect(third.status == 200 && third.json["delivery"]?["status"] == "sent", "\(third.json)")
        try await waitUntil { await host.push("held")["status"] == "delivered" }
        #expect(await host.condition()["status"] == "working")
        #expect(host.settled.reports == ["shop push paused UNAUTHORIZED", "shop push works"])
        await host.stop()
    }

    @Test func `a flood of sends is no flood of tries, and moves no other try`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.wrong)
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 30)
        #expect(await Self.send(host, to: users[0]).status == 500)
        let next = await host.condition()["nextTryAt"]
        for round in 1...2 {
            host.clock.advance(by: .seconds(5))
            let answers = await withTaskGroup(of: Answer.self) { group in
                for user in users { group.addTask { await Self.send(host, to: user) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 500 && $0.wait == "5" })
            #expect(try host.asked("send").count == 1 + round)
            #expect(await host.condition()["nextTryAt"] == next)
        }
        #expect(try await host.store.tenant("shop").nextDelivery(on: "push") == nil)
        await host.stop()
    }

    @Test func `those who come while one is tried go as it goes`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.wrong)
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 30)
        #expect(await Self.send(host, to: users[0]).status == 500)
        expo.refuse(nil)
        host.clock.advance(by: .seconds(5))
        let answers = await withTaskGroup(of: Answer.self) { group in
            for user in users { group.addTask { await Self.send(host, to: user) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 && $0.json["delivery"]?["status"] == "sent" })
        await host.stop()
    }

    @Test func `events, whose senders don't wait, try nothing ahead of its time`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.wrong)
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        #expect(await Self.send(host).status == 500)
        host.clock.advance(by: .seconds(30))
        await host.ship("1")
        try await waitUntil { await host.push()["attempts"]?.array?.last?["outcome"] == "held" }
        #expect(try host.asked("send") == [1])
        await host.stop()
    }

    @Test func `a send with a key isn't told to come again, for a repeat sends nothing`() async throws {
        let expo = ExpoScript()
        expo.refuse(Self.wrong)
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        let first = await Self.send(host, key: "k")
        #expect(first.status == 500 && first.wait == nil && first.json["retryAfter"] == nil)
        host.clock.advance(by: .seconds(5))
        #expect(await Self.send(host, key: "k").json == first.json)
        #expect(try host.asked("send") == [1])
        await host.stop()
    }
}
