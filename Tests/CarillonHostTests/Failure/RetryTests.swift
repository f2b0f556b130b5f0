import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// What fails and is tried again, from the event to the trace.
@Suite(.onBothStores)
struct RetryTests {
    private static func instant(_ json: JSONValue?) -> Instant? { json?.string.flatMap { Instant($0) } }

    /// Goes to the time of the next try, and waits until so many settlements were told.
    private static func goOn(_ host: TestHost, settled: Int) async throws -> Duration {
        let push = await host.push()
        let next = try #require(instant(push["nextAttemptAt"]))
        let last = try #require(instant(push["attempts"]?.array?.last?["at"]))
        host.clock.set(to: next)
        host.wake()
        await host.settled.wait(for: settled)
        return last.duration(to: next)
    }

    @Test func `a device that gets too much gets it after 5 s, 30 s and 2 min, and each try is in the trace`()
        async throws
    {
        let expo = ExpoScript()
        expo.tickets { _ in "MessageRateExceeded" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        for (number, seconds) in [5, 30, 120].enumerated() {
            if seconds == 120 { expo.tickets { _ in nil } }
            let wait = try await Self.goOn(host, settled: 3 + number)
            #expect(wait >= .seconds(seconds) && wait <= .milliseconds(seconds * 1100))
        }
        let push = await host.push()
        #expect(push["status"] == "delivered")
        let attempts = push["attempts"]?.array ?? []
        #expect(attempts.map { $0["outcome"] } == ["retry", "retry", "retry", "delivered"])
        #expect(attempts.prefix(3).allSatisfy { $0["code"] == "MessageRateExceeded" })
        // One device's trouble is no trouble of the provider's.
        #expect(host.settled.reports.isEmpty)
        await host.stop()
    }

    @Test func `Retry-After is waited for, by everything on the channel`() async throws {
        let expo = ExpoScript()
        expo.refuse(
            .answer(
                429,
                #"{"errors":[{"code":"TOO_MANY_REQUESTS","message":"slow down"}]}"#,
                headers: [.init("Retry-After", "90")]
            )
        )
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        await host.settled.waitForChanges(1)
        #expect(host.settled.reports == ["shop push circuit open TOO_MANY_REQUESTS"])
        #expect(await host.condition()["nextTryAt"] == .string(host.clock.now.advanced(by: .seconds(90)).rfc3339))
        await host.ship("2")
        await host.settled.wait(for: 3)
        #expect(host.egress.requests.count == 1)
        expo.refuse(nil)
        #expect(try await Self.goOn(host, settled: 5) >= .seconds(90))
        #expect(await host.push("1")["status"] == "delivered")
        #expect(await host.push("2")["status"] == "delivered")
        #expect(host.settled.reports.last == "shop push works")
        await host.stop()
    }

    @Test func `a proxy's page loses nothing, whatever its status`() async throws {
        let expo = ExpoScript()
        expo.refuse(.answer(404, "<html>down for maintenance</html>"))
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        let waiting = await host.push()
        #expect(waiting["status"] == "pending")
        #expect(waiting["attempts"]?.array?.first?["code"] == "UnreadableAnswer")
        expo.refuse(nil)
        _ = try await Self.goOn(host, settled: 3)
        #expect(await host.push()["status"] == "delivered")
        await host.stop()
    }

    @Test func `what doesn't get through in time is a dead letter, listed and tried again by who sent it`() async throws
    {
        let expo = ExpoScript()
        expo.tickets { _ in "MessageRateExceeded" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true) { profile in
            profile.policies.retry = RetryLadders(standard: [.seconds(5), .seconds(60)], giveUpAfter: .seconds(30))
        }
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        _ = try await Self.goOn(host, settled: 3)
        #expect(await host.push()["status"] == "failed")
        let path = "/v1/shop/deliveries"
        let list = await host.send("GET", "\(path)/failed?code=gave-up&channel=push", bearer: TestHost.serviceKey).json
        let letter = try #require(list["deliveries"]?.array?.first)
        #expect(letter["userId"] == "ada" && letter["channel"] == "push" && letter["type"] == "order.shipped")
        #expect(letter["error"]?.string?.contains("MessageRateExceeded") == true)
        let other = await host.send("GET", "\(path)/failed?code=other", bearer: TestHost.serviceKey).json
        #expect(other["deliveries"] == [])

        expo.tickets { _ in nil }
        let id = try #require(letter["id"])
        let redriven = await host.send(
            "POST",
            "\(path)/redrive",
            bearer: TestHost.serviceKey,
            json: ["ids": [id, "99"]]
        )
        #expect(redriven.json == ["redriven": 1, "passedOver": 1])
        await host.settled.wait(for: 4)
        let push = await host.push()
        #expect(push["status"] == "delivered")
        #expect(push["attempts"]?.array?.map { $0["outcome"] } == ["retry", "failed", "redriven", "delivered"])
        await host.stop()
    }

    @Test func `dead letters are tried again by filter, a page at a time they are listed`() async throws {
        let expo = ExpoScript()
        expo.tickets { $0 == TestHost.token(of: 1) ? "DeveloperError" : "MessageTooBigForUs" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true)
        let users = try await host.register(users: 3)
        await host.ship("1", to: users)
        await host.settled.wait(for: 6)
        let path = "/v1/shop/deliveries"
        let first = await host.send("GET", "\(path)/failed?limit=2", bearer: TestHost.serviceKey).json
        #expect(first["deliveries"]?.array?.count == 2)
        let cursor = try #require(first["nextCursor"]?.string)
        let second = await host.send("GET", "\(path)/failed?limit=2&cursor=\(cursor)", bearer: TestHost.serviceKey).json
        #expect(second["deliveries"]?.array?.count == 1 && second["nextCursor"] == nil)
        expo.tickets { _ in nil }
        let body: JSONValue = ["all": true, "channel": "push", "code": "DeveloperError"]
        let answer = await host.send("POST", "\(path)/redrive", bearer: TestHost.serviceKey, json: body)
        #expect(answer.json == ["redriven": 1, "passedOver": 0])
        await host.settled.wait(for: 7)
        let left = await host.send("GET", "\(path)/failed", bearer: TestHost.serviceKey).json
        #expect(left["deliveries"]?.array?.count == 2)
        await host.stop()
    }

    @Test(arguments: [
        (#"{}"#, "/ids"), (#"{"ids":["1"],"all":true}"#, "/ids"), (#"{"ids":["x"]}"#, "/ids"),
        (#"{"all":true,"channel":"NO!"}"#, "/channel"), (#"{"all":true,"x":1}"#, "/x"),
    ])
    func `a wish that makes no sense tries nothing`(body: String, pointer: String) async throws {
        let host = await TestHost.start(withWorkers: false)
        let answer = await host.send(
            "POST",
            "/v1/shop/deliveries/redrive",
            bearer: TestHost.serviceKey,
            json: try JSONValue(parsing: Array(body.utf8))
        )
        #expect(answer.status == 422)
        #expect(answer.json["errors"]?.array?.map { $0["pointer"] } == [.string(pointer)])
    }

    @Test func `a user may neither see nor redrive what failed`() async {
        let host = await TestHost.start(withWorkers: false)
        let list = await host.send("GET", "/v1/shop/deliveries/failed", bearer: TestHost.token())
        #expect(list.status == 401 || list.status == 403)
        let body: JSONValue = ["all": true]
        let redrive = await host.send("POST", "/v1/shop/deliveries/redrive", bearer: "service-key-of-other", json: body)
        #expect(redrive.status == 401 || redrive.status == 403)
    }

    @Test func `a message that turns out too large goes out again, shorter`() async throws {
        let expo = ExpoScript()
        expo.receipts { _ in "MessageTooBig" }
        let host = await TestHost.start(expo: expo.answer, onDisk: true) { profile in
            let template = TextTemplate(source: String(repeating: "{$order} is on its way. ", count: 40))
            profile.messages.add(template, to: profile.events[0].id, path: "body", locale: "en")
        }
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        for number in 1...4 {
            host.clock.advance(by: .seconds(900))
            host.wake()
            await host.settled.waitForReceipts(number)
            if number < 4 { await host.settled.wait(for: 2 + number) }
        }
        let bodies = try host.egress.requests.filter { $0.url.hasSuffix("send") }.map { request in
            try JSONValue(parsing: request.body).array?.first?["body"]?.string?.utf8.count ?? 0
        }
        #expect(bodies.count == 4)
        #expect(zip(bodies, bodies.dropFirst()).allSatisfy { $0 * 4 / 5 > $1 })
        let push = await host.push()
        #expect(push["status"] == "failed")
        #expect(push["attempts"]?.array?.last?["code"] == "too-large")
        await host.stop()
    }

    @Test(arguments: [
        "This is a test", "Your escrow has been funded. Tap to accept", "تم تعيينك في ملف ألمانيا", "abcd",
    ])
    func `a body that is the smaller part of its message is cut all the same`(text: String) async throws {
        let expo = ExpoScript()
        let host = await TestHost.start(expo: expo.answer, onDisk: true) { $0.fill("body", with: text) }
        await host.registerDevice()
        let first = Once()
        expo.tickets { _ in first.take() ? "MessageTooBig" : nil }
        await host.ship("1")
        await host.settled.wait(for: 2)
        expo.receipts { _ in "MessageTooBig" }
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.waitForReceipts(1)
        if text.count > 4 { await host.settled.wait(for: 3) }
        let bodies = try host.sentBodies()
        #expect(bodies.first == text)
        if text.count > 4 {
            #expect(bodies.count == 3)
            #expect(bodies.dropFirst().allSatisfy { $0.hasSuffix("…") && $0.count > 1 }, "\(bodies)")
        } else {
            // Of what one cut left nothing but the ellipsis, there is no other.
            #expect(bodies == [text, "…"])
        }
        #expect(zip(bodies, bodies.dropFirst()).allSatisfy { $0.utf8.count > $1.utf8.count }, "\(bodies)")
        await host.stop()
    }

    @Test func `words that were cut to the limit are cut further after a receipt`() async throws {
        let expo = ExpoScript()
        let text = String(repeating: "x", count: 9000)
        let host = await TestHost.start(expo: expo.answer, onDisk: true) { $0.fill("body", with: text) }
        await host.registerDevice()
        expo.receipts { _ in "MessageTooBig" }
        await host.ship("1")
        await host.settled.wait(for: 2)
        host.clock.advance(by: .seconds(900))
        host.wake()
        await host.settled.wait(for: 3)
        let sizes = try host.sentBodies().map(\.utf8.count)
        #expect(sizes.count == 2 && sizes[0] > 3500 && sizes[1] < 3100, "\(sizes)")
        await host.stop()
    }

    @Test(arguments: [true, false])
    func `nothing to cut is nothing to try again`(byReceipt: Bool) async throws {
        let expo = ExpoScript()
        let host = await TestHost.start(expo: expo.answer, onDisk: true) { $0.fill("body", with: "!") }
        await host.registerDevice()
        if byReceipt {
            expo.receipts { _ in "MessageTooBig" }
        } else {
            expo.tickets { _ in "MessageTooBig" }
        }
        await host.ship("1")
        await host.settled.wait(for: 2)
        if byReceipt {
            host.clock.advance(by: .seconds(900))
            host.wake()
            await host.settled.waitForReceipts(1)
        }
        let push = await host.push()
        #expect(push["status"] == "failed")
        #expect(push["attempts"]?.array?.compactMap { $0["code"] } == ["too-large"])
        #expect(try host.sentBodies() == ["!"])
        await host.stop()
    }

    @Test func `what the provider finds too large at a size within the limit says so, with the size`() async throws {
        let expo = ExpoScript()
        expo.tickets { _ in "MessageTooBig" }
        let host = await TestHost.start(expo: expo.answer)
        await host.registerDevice()
        await host.ship("1")
        await host.settled.wait(for: 2)
        let attempts = await host.push()["attempts"]?.array ?? []
        let messages = attempts.map { $0["message"]?.string ?? "" }
        #expect(attempts.map { $0["code"] } == ["shortened", "shortened", "shortened", "too-large"])
        #expect(messages.dropLast().allSatisfy { $0.contains("the provider found ") && $0.contains(" bytes too many") })
        #expect(messages.last?.hasPrefix("the provider finds it too large, at ") == true, "\(messages)")
        #expect(messages.allSatisfy { !$0.contains("4096") }, "\(messages)")
        await host.stop()
    }
}

/// True the first time it is asked.
private final class Once: Sendable {
    private let isTaken = Mutex(false)

    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }
}

extension ProfileParts {
    /// The first event's words in a slot, in English.
    fileprivate mutating func fill(_ slot: String, with text: String) {
        messages.add(TextTemplate(source: text), to: events[0].id, path: slot, locale: "en")
    }
}

extension TestHost {
    /// The words of every message that Expo got, in order.
    fileprivate func sentBodies() throws -> [String] {
        try egress.requests.filter { $0.url.hasSuffix("send") }.flatMap { request in
            try JSONValue(parsing: request.body).array?.map { $0["body"]?.string ?? "" } ?? []
        }
    }
}
