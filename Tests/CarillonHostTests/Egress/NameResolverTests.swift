import CarillonModel
import CarillonPluginKit
import CarillonTesting
import Synchronization
import Testing

@testable import CarillonHost

/// Name servers that keep one waiting, as those of names that users choose may.
struct NameResolverTests {
    private let names = ScriptedNames()
    private let loud: TenantID = "loud"
    private let quiet: TenantID = "quiet"

    @Test func `names that nobody answers for hold up no other tenant's`() async throws {
        let resolver = resolver()
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<60 {
                group.addTask { await addresses("slow-\(number).example", for: loud, resolver) != nil }
            }
            await #expect(throws: Never.self) { try await waitForBlocked(NameResolver.places.most) }
            for number in 0..<20 {
                #expect(await addresses("good-\(number).example", for: quiet, resolver) == [Self.address])
            }
            #expect(names.blocked == NameResolver.places.most)
            names.end()
            #expect(await group.reduce(0) { $0 + ($1 ? 1 : 0) } == 60)
        }
    }

    @Test func `a webhook of another tenant goes out meanwhile`() async throws {
        let egress = try HTTPEgress(resolver: resolver())
        let descriptor = ChannelDescriptor(
            id: "hook",
            summary: "",
            slots: [],
            address: .url,
            goesAnywhere: true,
            isPublic: true
        )
        let (ofLoud, ofQuiet) = (egress.egress(for: descriptor, of: loud), egress.egress(for: descriptor, of: quiet))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    _ = try? await ofLoud.send(EgressRequest(.post, "https://slow-\(number).example/"))
                }
            }
            await #expect(throws: Never.self) { try await waitForBlocked(NameResolver.places.most) }
            // The name was looked up, and stands for what may not be gone to.
            await #expect(throws: EgressFailure.forbidden("good.example has no public address")) {
                try await ofQuiet.send(EgressRequest(.post, "https://good.example/"))
            }
            names.end()
        }
        await egress.close()
    }

    @Test func `a name that hangs is given up, and keeps one thread however often it is asked for`() async throws {
        let resolver = resolver(timeLimit: .milliseconds(30))
        for _ in 0..<5 {
            let failure = await #expect(throws: EgressFailure.self) {
                try await resolver.addresses(of: "slow.example", for: loud, within: .seconds(600))
            }
            #expect(failure == .notSent("no name server answers for the name slow.example"))
        }
        #expect(names.asked("slow.example") == 1)
        names.end()
        try await waitUntil { await addresses("slow.example", for: loud, resolver) != nil }
        // Who asks in the moment it ends has it asked once more.
        #expect(names.asked("slow.example") <= 2)
    }

    @Test func `all who want a name share one look-up`() async throws {
        let resolver = resolver()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { await addresses("slow.example", for: loud, resolver) != nil } }
            await #expect(throws: Never.self) { try await waitForBlocked(1) }
            names.end()
            #expect(await group.reduce(0) { $0 + ($1 ? 1 : 0) } == 50)
        }
        #expect(names.asked("slow.example") == 1)
    }

    @Test func `what nobody waits for any more is given no thread`() async throws {
        let resolver = resolver()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<NameResolver.places.most {
                group.addTask { _ = await addresses("slow-\(number).example", for: loud, resolver) }
            }
            await #expect(throws: Never.self) { try await waitForBlocked(NameResolver.places.most) }
            await withTaskGroup(of: Void.self) { late in
                for number in 0..<100 {
                    late.addTask { _ = await addresses("late-\(number).example", for: loud, resolver) }
                }
                late.cancelAll()
            }
            let failure = await #expect(throws: EgressFailure.self) {
                try await resolver.addresses(of: "last.example", for: loud, within: .milliseconds(20))
            }
            #expect(failure == .notSent("the name last.example waits to be looked up behind others of this tenant"))
            names.end()
        }
        #expect(await addresses("next.example", for: loud, resolver) == [Self.address])
        #expect((0..<100).allSatisfy { names.asked("late-\($0).example") == 0 })
        #expect(names.asked("last.example") == 0)
    }

    @Test func `a name that stands for nothing isn't asked for again at once`() async throws {
        let clock = Mutex(ContinuousClock.now)
        let resolver = resolver(now: { clock.withLock { $0 } })
        for _ in 0..<5 { #expect(await addresses("nothing.example", for: loud, resolver) == nil) }
        #expect(names.asked("nothing.example") == 1)
        clock.withLock { $0 += .seconds(11) }
        #expect(await addresses("nothing.example", for: loud, resolver) == nil)
        #expect(names.asked("nothing.example") == 2)
    }

    @Test func `addresses do for a while where no name server answers any more`() async throws {
        let clock = Mutex(ContinuousClock.now)
        let resolver = resolver(now: { clock.withLock { $0 } })
        #expect(await addresses("fails-later.example", for: loud, resolver) == [Self.address])
        for _ in 0..<3 {
            clock.withLock { $0 += .seconds(31) }
            #expect(await addresses("fails-later.example", for: loud, resolver) == [Self.address])
        }
        #expect(names.asked("fails-later.example") == 4)
        clock.withLock { $0 += .seconds(600) }
        #expect(await addresses("fails-later.example", for: loud, resolver) == nil)
    }

    @Test func `names without end fill no memory`() async throws {
        let resolver = resolver()
        for number in 0..<2 * NameResolver.capacity {
            #expect(await addresses("good-\(number).example", for: loud, resolver) != nil)
            #expect(resolver.knownCount(of: loud) <= NameResolver.capacity)
        }
    }

    @Test func `how look-ups end is counted`() async throws {
        let metrics = HostMetrics()
        let resolver = NameResolver(
            timeLimit: .milliseconds(30),
            lookUp: { [names] in names.lookUp($0) },
            report: { metrics.lookUps.add(1, $0.rawValue, $1.rawValue) }
        )
        for name in ["good", "good", "nothing", "slow-1", "slow-2"] {
            _ = await addresses("\(name).example", for: loud, resolver)
        }
        names.end()
        let expected: [[String]: Double] = [["loud", "found"]: 1, ["loud", "missing"]: 1, ["loud", "unanswered"]: 2]
        guard case .numbers(let numbers) = metrics.lookUps.samples else {
            Issue.record("no numbers")
            return
        }
        #expect(numbers == expected)
    }

    private static let address = ScriptedNames.address

    private func resolver(
        timeLimit: Duration = .seconds(600),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) -> NameResolver {
        NameResolver(timeLimit: timeLimit, now: now, lookUp: { [names] in names.lookUp($0) })
    }

    private func addresses(_ host: String, for tenant: TenantID, _ resolver: NameResolver) async -> [InternetAddress?]?
    {
        try? await resolver.addresses(of: host, for: tenant, within: .seconds(600))
    }

    private func waitForBlocked(_ count: Int) async throws {
        try await waitUntil { names.blocked == count }
    }
}
