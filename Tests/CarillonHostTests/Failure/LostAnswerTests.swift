import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// A database's connection breaks while a commit is under way: the commit was made, and nobody knows.
@Suite(.onEmbeddedStore, .timeLimit(.minutes(1)))
struct LostAnswerTests {
    @Test func `what was marked goes out once, and isn't in doubt`() async throws {
        let host = await TestHost.start()
        let store = try #require(host.store as? InMemoryStore)
        await host.registerDevice()
        try await store.loseAnswers(toMarks: 2, of: "shop")
        #expect(await host.postBatch([TestHost.event()]) == 202)
        await host.settled.wait(for: 2)
        let trace = await host.send("GET", "/v1/shop/events/1", bearer: TestHost.serviceKey).json
        let deliveries = trace["notifications"]?.array?.first?["deliveries"]?.array ?? []
        let push = try #require(deliveries.first { $0["channel"] == "push" }, "\(trace.text)")
        #expect(push["status"] == "delivered")
        #expect(push["attempts"]?.array?.map { $0["outcome"] } == ["delivered"])
        #expect(host.egress.requests.count == 1)
        await host.stop()
    }
}
