import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// Two hosts on one store: any takes requests, one of them works, and each may die.
@Suite(.timeLimit(.minutes(2)))
struct TwoHostTests {
    @Test(arguments: [true, false])
    func `what one host accepts, the other delivers, also where the hint is lost`(hearsHints: Bool) async throws {
        let hosts = try await HostPair.start()
        hosts.store.losesHints = !hearsHints
        await hosts.other.registerDevice()
        await hosts.holder.listening {
            _ = await hosts.other.post("1")
            if !hearsHints { await hosts.holder.keeper?.lookForWork() }
            await hosts.holder.settled.wait(for: 2)
        }
        #expect(hosts.holder.egress.requests.count == 1)
        #expect(hosts.other.egress.requests.isEmpty)
        #expect(await hosts.other.deliveries(of: "1").map { $0["status"] } == ["delivered", "delivered"])
        await hosts.stop()
    }

    @Test func `one host's tenants are taken over once its time is up, and not before`() async throws {
        let hosts = try await HostPair.start()
        await hosts.other.registerDevice()
        hosts.holder.handle?.isCut = true
        _ = await hosts.other.post("1")
        hosts.clock.advance(by: HostLease.length - Duration.milliseconds(1))
        await hosts.other.renew()
        await hosts.other.lookAround()
        #expect(hosts.other.directory.kept.contains("shop") == false)
        hosts.clock.advance(by: .milliseconds(1))
        try await hosts.takeOver()
        await hosts.other.settled.wait(for: 2)
        #expect(hosts.holder.egress.requests.isEmpty)
        #expect(hosts.other.egress.requests.count == 1)
        await hosts.stop()
    }

    @Test func `a host that can't renew stops before others may have its lanes, and goes on where they don't`()
        async throws
    {
        let hosts = try await HostPair.start()
        hosts.holder.handle?.isCut = true
        hosts.clock.advance(by: HostLease.length - HostLease.margin - .milliseconds(1))
        await hosts.holder.renew()
        await hosts.holder.keeper?.checkTime()
        #expect(hosts.holder.worksForShop)
        hosts.clock.advance(by: .milliseconds(1))
        await hosts.holder.keeper?.checkTime()
        #expect(!hosts.holder.worksForShop)
        // Still alive by the store's clock: it has what it had.
        hosts.holder.handle?.isCut = false
        await hosts.holder.renew()
        await hosts.holder.lookAround()
        try await waitUntil { hosts.holder.worksForShop }
        await hosts.stop()
    }

    @Test func `what a former holder writes is refused, and it comes back as a host of its own`() async throws {
        let hosts = try await HostPair.start()
        let former = try #require(hosts.holder.shop)
        let number = hosts.holder.handle?.number
        let (home, push) = (try former.lanes.lease(.home), try former.lanes.lease(.channel("push")))
        await hosts.cutHolder()
        try await hosts.takeOver()
        hosts.holder.handle?.isCut = false
        let now = hosts.clock.now
        await expectLaneLost { _ = try await former.store.due(in: home, at: now, limit: 1) }
        await expectLaneLost { _ = try await former.store.markAttempted([1], in: push, at: now) }
        await expectLaneLost { _ = try await former.store.leaseDeliveries(on: "push", in: push, at: now, limit: 1) }
        await expectLaneLost { _ = try await former.store.take([.home], at: now) }
        await hosts.holder.renew()
        #expect(!hosts.holder.worksForShop)
        await hosts.holder.renew()
        let again = try #require(hosts.holder.handle?.number)
        #expect(again != number)
        #expect(try hosts.other.handle?.hosts().map(\.number).contains(again) == true)
        let taken = try #require(try hosts.other.shop?.lanes.lease(.home))
        #expect(taken.epoch > home.epoch)
        await hosts.stop()
    }

    @Test func `a host that stops gives its lanes back with nothing uncertain`() async throws {
        let gate = Gate()
        let hosts = try await HostPair.start { request in
            await gate.pass()
            return await TestHost.everythingTaken(request)
        }
        await hosts.other.registerDevice()
        let ids = (1...5).map(String.init)
        try await hosts.holder.listening {
            for id in ids { _ = await hosts.other.post(id) }
            try await waitUntil { !hosts.holder.egress.requests.isEmpty }
        }
        async let stopped: Void = hosts.holder.directory.stop(within: .seconds(60))
        try await waitUntil { hosts.holder.isStopping }
        gate.open()
        await stopped
        await hosts.holder.keeper?.leave()
        try await hosts.takeOver()
        for id in ids {
            try await waitUntil {
                await hosts.other.deliveries(of: id).map { $0["status"] } == ["delivered", "delivered"]
            }
            let attempts = await hosts.other.deliveries(of: id).flatMap { $0["attempts"]?.array ?? [] }
            #expect(attempts.map { $0["outcome"] } == ["delivered", "delivered"], "event \(id)")
        }
        await hosts.stop()
    }

    @Test func `what was in flight at a host that died is uncertain, and sent again once`() async throws {
        let gate = Gate()
        let hosts = try await HostPair.start { request in
            await gate.pass()
            return await TestHost.everythingTaken(request)
        }
        await hosts.other.registerDevice()
        try await hosts.holder.listening {
            _ = await hosts.other.post("1")
            try await waitUntil { !hosts.holder.egress.requests.isEmpty }
        }
        await hosts.cutHolder()
        gate.open()
        try await hosts.takeOver()
        try await waitUntil {
            await hosts.other.deliveries(of: "1").map { $0["status"] } == ["delivered", "delivered"]
        }
        #expect(hosts.other.egress.requests.count == 1)
        let push = await hosts.other.deliveries(of: "1").first { $0["channel"] == "push" }
        #expect(push?["attempts"]?.array?.map { $0["outcome"] } == ["uncertain", "delivered"])
        await hosts.stop()
    }

    @Test(arguments: [true, false])
    func `a stream at one host hears what the other feeds, also where the hint is lost`(hearsHints: Bool) async throws {
        let hosts = try await HostPair.start()
        let client = try await StreamClient(hosts.other)
        _ = await client.next()
        hosts.store.losesHints = !hearsHints
        try await hosts.other.listening {
            _ = await hosts.holder.post("1")
            await hosts.holder.settled.wait(for: 1)
            if !hearsHints {
                try await waitUntil { try await hosts.holder.unreadCount == 1 }
                await hosts.other.keeper?.lookAtPositions()
            }
            let events = await client.take(1, of: "badge")
            #expect(events.map(\.name) == ["notification", "badge"])
            #expect(events.last?.data == ["unreadCount": 1])
        }
        client.leave()
        await hosts.stop()
    }

    @Test func `a host that comes back is given its share, with nothing uncertain and nothing sent twice`() async throws
    {
        let gate = Gate()
        let hosts = try await HostPair.start { request in
            await gate.pass()
            return await TestHost.everythingTaken(request)
        }
        try await waitUntil { hosts.other.work == ["other"] }
        await hosts.other.registerDevice()
        await hosts.cutHolder()
        try await hosts.takeOver()
        try await waitUntil { hosts.other.work == ["other", "shop"] }
        _ = await hosts.other.post("1")
        try await waitUntil { !hosts.other.egress.requests.isEmpty }

        hosts.holder.handle?.isCut = false
        // It learns that it was dead, and joins again.
        for _ in 1...2 { await hosts.holder.renew() }
        await hosts.other.renew()
        async let given: Void = hosts.other.lookAround()
        await hosts.holder.lookAround()
        gate.open()
        await given
        try await waitUntil { hosts.holder.work.count == 1 && hosts.other.work.count == 1 }
        #expect(Set(hosts.holder.work + hosts.other.work) == ["other", "shop"])
        await (hosts.holder.worksForShop ? hosts.holder : hosts.other).keeper?.lookForWork()
        try await waitUntil {
            await hosts.other.deliveries(of: "1").map { $0["status"] } == ["delivered", "delivered"]
        }
        let attempts = await hosts.other.deliveries(of: "1").flatMap { $0["attempts"]?.array ?? [] }
        #expect(attempts.map { $0["outcome"] } == ["delivered", "delivered"])
        #expect(hosts.holder.egress.requests.count + hosts.other.egress.requests.count == 1)
        // Nothing moves any more.
        let work = [hosts.holder.work, hosts.other.work]
        for host in [hosts.holder, hosts.other] {
            await host.renew()
            await host.lookAround()
        }
        #expect([hosts.holder.work, hosts.other.work] == work)
        await hosts.stop()
    }

    @Test func `that the store is gone is said once, again only after a while, and once when it is back`() async throws
    {
        let lines = RecordedLines()
        let hosts = try await HostPair.start(lines: lines)
        func said(_ text: String) -> Int { lines.all.count { $0.contains(text) } }
        hosts.holder.handle?.isCut = true
        for _ in 1...10 {
            await hosts.holder.renew()
            await hosts.holder.lookAround()
            hosts.clock.advance(by: .seconds(1))
        }
        #expect(said("can't renew") == 1)
        #expect(said("can't look at the other hosts") == 0)
        #expect(said("answers again") == 0)
        hosts.clock.advance(by: .seconds(5))
        for _ in 1...2 { await hosts.holder.renew() }
        #expect(said("can't renew") == 2)
        hosts.holder.handle?.isCut = false
        for _ in 1...3 { await hosts.holder.renew() }
        #expect(said("answers again") == 1)
        await hosts.stop()
    }

    @Test func `metrics don't ask a store that isn't reached`() async throws {
        let hosts = try await HostPair.start()
        func tellsOfQueues() async throws -> Bool {
            try await hosts.holder.metricsPage().samples.contains { $0.name == "carillon_queue_depth" }
        }
        #expect(try await tellsOfQueues())
        hosts.holder.handle?.isCut = true
        await hosts.holder.renew()
        // It would answer, but the host doesn't know yet.
        hosts.holder.handle?.isCut = false
        #expect(try await !tellsOfQueues())
        await hosts.holder.renew()
        #expect(try await tellsOfQueues())
        await hosts.stop()
    }

    @Test func `a user who is erased at one host has no stream at the other`() async throws {
        let hosts = try await HostPair.start()
        let client = try await StreamClient(hosts.other)
        _ = await client.next()
        let answer = await hosts.other.listening {
            let answer = await hosts.holder.send("DELETE", "/v1/shop/users/ada", bearer: TestHost.serviceKey)
            let end = await client.take(1, of: "end").last
            #expect(end?.reason == "erased")
            return answer
        }
        #expect(answer.status < 300)
        await hosts.stop()
    }

    @Test func `a tenant's lanes go to whoever loaded its profile last, with nothing left behind`() async throws {
        let hosts = try await HostPair.start()
        await hosts.other.registerDevice()
        hosts.clock.advance(by: .seconds(1))
        let revision = ProfileRevision(hashing: [("profile.json", [1])])
        _ = await hosts.other.directory.put(.shop("shop") { $0.revision = revision })
        await hosts.other.renew()
        await hosts.holder.renew()
        await hosts.other.lookAround()
        await hosts.holder.lookAround()
        try await waitUntil { hosts.other.worksForShop }
        #expect(!hosts.holder.worksForShop)
        _ = await hosts.holder.post("1")
        await hosts.other.keeper?.lookForWork()
        await hosts.other.settled.wait(for: 2)
        #expect(hosts.other.egress.requests.count == 1)
        await hosts.stop()
    }

    @Test(arguments: [true, false])
    func `a circuit that is open stays so for whoever takes the lane over, and closes there`(isCut: Bool) async throws {
        let isMended = Mutex(false)
        let hosts = try await HostPair.start { request in
            guard !isMended.withLock({ $0 }) else { return await TestHost.everythingTaken(request) }
            return .answer(503, "down", headers: [.init("Retry-After", "60")])
        }
        await hosts.holder.registerDevice()
        _ = await hosts.holder.post("1")
        await hosts.holder.settled.waitForChanges(1)
        let before = await hosts.holder.condition()
        #expect(before["status"] == "resting")
        let rest = try #require(before["nextTryAt"]?.string.flatMap { Instant($0) })
        // It is noted in the store after it is observed.
        try await waitUntil {
            await hosts.other.lookAround()
            return await hosts.other.condition() == before
        }
        if isCut {
            await hosts.cutHolder()
        } else {
            await hosts.holder.stop()
            await hosts.holder.keeper?.leave()
        }
        try await hosts.takeOver()

        try await waitUntil { await hosts.other.condition() == before }
        _ = await hosts.other.post("2")
        try await waitUntil {
            await hosts.other.deliveries(of: "2").contains { $0["channel"] == "in-app" && $0["status"] == "delivered" }
        }
        #expect(hosts.other.egress.requests.isEmpty)
        isMended.withLock { $0 = true }
        while hosts.clock.now < rest {
            hosts.clock.advance(by: HostLease.renewalInterval)
            await hosts.other.renew()
        }
        hosts.other.wake()
        try await waitUntil {
            for event in ["1", "2"] {
                let push = await hosts.other.deliveries(of: event).first { $0["channel"] == "push" }
                guard push?["status"] == "delivered" else { return false }
            }
            return true
        }
        #expect(try hosts.other.asked("send").first == 1)
        #expect(await hosts.other.condition()["status"] == "working")
        await hosts.stop()
    }

    @Test func `operators see and resume a paused channel at whichever host they ask`() async throws {
        let isMended = Mutex(false)
        let hosts = try await HostPair.start { request in
            guard !isMended.withLock({ $0 }) else { return await TestHost.everythingTaken(request) }
            return .answer(401, #"{"errors":[{"code":"UNAUTHORIZED","message":"no"}]}"#)
        }
        await hosts.holder.registerDevice()
        _ = await hosts.holder.post("1")
        await hosts.holder.settled.waitForChanges(1)
        let path = "/v1/tenants/shop/channels"
        try await waitUntil {
            await hosts.other.lookAround()
            let channels = await hosts.other.ask("GET", path).json["channels"]?.array
            return channels?.first { $0["id"] == "push" }?["status"] == "paused"
        }
        isMended.withLock { $0 = true }
        let answer = await hosts.holder.listening {
            let looking = Task {
                while !Task.isCancelled {
                    await hosts.holder.lookAround()
                    await Task.yield()
                }
            }
            defer { looking.cancel() }
            return await hosts.other.ask("POST", path + "/push/resume")
        }
        #expect(answer.status == 200)
        try await waitUntil {
            await hosts.other.deliveries(of: "1").map { $0["status"] } == ["delivered", "delivered"]
        }
        await hosts.stop()
    }

    @Test func `a send that waits is answered by a host that doesn't send itself`() async throws {
        let hosts = try await HostPair.start()
        await hosts.other.registerDevice()
        let answer = await hosts.holder.listening {
            await hosts.other.send(
                "POST",
                "/v1/shop/send",
                bearer: TestHost.serviceKey,
                json: ["userId": "ada", "type": "order.shipped", "payload": ["order": "A-1"]]
            )
        }
        #expect(answer.json["delivery"]?["status"] == "sent", "\(answer.json.text)")
        await hosts.stop()
    }

    private func expectLaneLost(
        _ body: () async throws -> Void,
        _ location: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: StoreFailure.self, sourceLocation: location) {
            do {
                try await body()
            } catch let failure as StoreFailure {
                #expect(failure.kind == .laneLost, sourceLocation: location)
                throw failure
            }
        }
    }
}

extension TestHost {
    fileprivate var unreadCount: Int {
        get async throws {
            try await shop?.store.feed(of: "ada", FeedQuery(limit: 1)).unreadCount ?? 0
        }
    }

    /// Whether its workers were told to end.
    fileprivate var isStopping: Bool { directory.readiness.isReady == false }
}

/// Holds up whoever passes until it is opened.
///
/// A lock, because requests come from any thread.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
