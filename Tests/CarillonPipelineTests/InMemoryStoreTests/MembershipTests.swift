import CarillonModel
import CarillonPipeline
import CarillonTesting
import Testing

/// What hosts and stores tell each other, as text.
struct MembershipTests {
    @Test(arguments: [
        Hint.work("shop"), .feed(FeedReader(tenant: "shop", user: "ada \"the\" first, ø")),
        .erased(FeedReader(tenant: "shop", user: "[\"feed\"]")), .lanes, .command("shop"), .everything,
    ])
    func `a hint is the same after it was text`(hint: Hint) {
        #expect(Hint(text: hint.text) == hint)
        #expect(!hint.text.contains("\n"))
    }

    @Test(arguments: [
        "", "[]", "work", #"["work"]"#, #"["work","NO"]"#, #"["feed","shop"]"#, #"["later","shop"]"#, "[1]",
    ])
    func `what is no hint is passed over`(text: String) {
        #expect(Hint(text: text) == nil)
    }

    @Test(arguments: [Lane.home, .channel("push"), .channel("home")])
    func `a lane is the same after it was text`(lane: Lane) {
        #expect(Lane(text: lane.text) == lane)
        #expect(Lane(text: lane.text + "!") == nil)
    }

    @Test func `what a host says of itself is the same after it was JSON`() throws {
        var facts = HostFacts(name: "one", address: "http://10.0.0.7:8080", version: "1.2", takesLanes: true)
        facts.tenants["shop"] = ServedRevision("r1", since: Instant(epochMilliseconds: 1_772_020_800_123))
        facts.tenants["bank"] = ServedRevision("r2", since: Instant(epochMilliseconds: 0), isComplete: false)
        #expect(HostFacts(json: facts.json) == facts)
        var later = try #require(facts.json.object)
        later["shards"] = 3
        #expect(HostFacts(json: .object(later)) == facts)
        #expect(HostFacts(json: ["name": "one"]) == nil)
    }
}
