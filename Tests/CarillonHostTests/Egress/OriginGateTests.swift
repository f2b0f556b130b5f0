import CarillonModel
import CarillonPluginKit
import Testing

@testable import CarillonHost

struct OriginGateTests {
    private let gate = OriginGate(limit: 1)
    private let origin: WebOrigin

    init() throws {
        origin = try #require(WebOrigin(url: "https://provider.example"))
    }

    @Test func `who finds no place before its time is up isn't sent, and says so`() async throws {
        let failure = await holding {
            await #expect(throws: EgressFailure.self) {
                try await pass("quiet", before: .now + .milliseconds(20)) { Issue.record("there was no place") }
            }
        }
        #expect(failure == .notSent("provider.example has not answered the requests before this one"))
        try await pass("quiet") {}
    }

    @Test func `more places go to those who wait, and fewer take none away`() async throws {
        try await pass("quiet") {
            async let second = failure("quiet", before: .now + .seconds(60)) { #expect(gate.limit == 4) }
            async let third = failure("other", before: .now + .seconds(60)) { #expect(gate.limit == 4) }
            gate.limit = 4
            #expect(await second == nil)
            #expect(await third == nil)
            gate.limit = 1
            await #expect(throws: EgressFailure.self) {
                try await pass("quiet", before: .now + .milliseconds(20)) { Issue.record("there was no place") }
            }
        }
        try await pass("other") {}
    }

    @Test func `several hosts share an origin's places, and each keeps a few`() async throws {
        let egress = try HTTPEgress()
        for (hosts, places) in [(1, 128), (3, 42), (16, 8), (100, 8), (2, 64), (0, 128)] {
            egress.share(among: hosts)
            #expect(egress.gate.limit == places)
        }
        await egress.close()
    }

    @Test func `who is cancelled while it waits leaves the line`() async throws {
        let failure = await holding {
            await withTaskGroup(of: EgressFailure?.self) { group in
                group.addTask {
                    await #expect(throws: EgressFailure.self) {
                        try await pass("quiet") { Issue.record("there was no place") }
                    }
                }
                group.cancelAll()
                return await group.next().flatMap { $0 }
            }
        }
        #expect(failure == .notSent("given up before it was sent"))
        try await pass("quiet") {}
    }

    @Test func `a request that fails gives its place back`() async throws {
        await #expect(throws: EgressFailure.noAnswer("broken")) {
            try await pass("loud") { () throws(EgressFailure) in throw .noAnswer("broken") }
        }
        try await pass("loud", before: .now) {}
    }

    @Test func `a full origin holds up no other`() async throws {
        let other = try #require(WebOrigin(url: "https://provider.example:8443"))
        try await holding {
            try await gate.pass(to: other, for: "loud", before: .now) {}
        }
    }

    @Test func `all who wait have their turn, one after the other`() async throws {
        let turns = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<500 {
                group.addTask {
                    await (try? pass(number.isMultiple(of: 2) ? "loud" : "quiet") { await Task.yield() }) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(turns == 500)
        try await pass("loud", before: .now) {}
    }

    /// While the only place is taken.
    private func holding<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        let (starts, hasStarted) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<Void>.makeStream()
        async let held: Void? = try? pass("loud") {
            hasStarted.yield()
            for await _ in ends {}
        }
        for await _ in starts { break }
        let value: Value
        do {
            value = try await body()
        } catch {
            end.finish()
            await _ = held
            throw error
        }
        end.finish()
        await _ = held
        return value
    }

    private func pass(
        _ tenant: TenantID,
        before deadline: ContinuousClock.Instant = .now + .seconds(600),
        _ body: () async throws(EgressFailure) -> Void
    ) async throws(EgressFailure) {
        try await gate.pass(to: origin, for: tenant, before: deadline, body)
    }

    /// What kept the body from being reached; nil where it was.
    private func failure(
        _ tenant: TenantID,
        before deadline: ContinuousClock.Instant,
        _ body: () async throws(EgressFailure) -> Void
    ) async -> EgressFailure? {
        do {
            try await pass(tenant, before: deadline, body)
            return nil
        } catch {
            return error
        }
    }
}
