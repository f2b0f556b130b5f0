import CarillonModel
public import CarillonPipeline
import CarillonPluginKit

/// What every store must do that several hosts share, beside what ``StoreConformance`` demands.
///
/// Each rule is tried with two handles of one empty store, as two hosts have them.
public enum SharedStoreConformance {
    public struct Rule: Sendable, CustomStringConvertible {
        /// A sentence.
        public let description: String
        private let body: @Sendable (SharedStore) async throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (SharedStore) async throws -> Void) {
            self.description = description
            self.body = body
        }

        /// - Throws: ``StoreViolation`` where the rule is broken, and whatever the store throws.
        public func check(_ first: any Store, _ second: any Store) async throws {
            try await body(SharedStore(SharedStore.Host(first), SharedStore.Host(second)))
        }
    }

    public static let rules: [Rule] = [
        Rule("hosts that joined see each other, until one leaves") { store in
            let (first, second) = (store.first, store.second)
            try requireEqual(await first.membership.hosts().map(\.number), [first.number, second.number], "joined")
            var facts = HostFacts.testing
            facts.tenants["globex"] = ServedRevision("r", since: .at(1))
            let renewed = try await second.membership.renew(facts)
            try requireEqual(renewed.map(\.facts), [.testing, facts], "facts")
            try await second.membership.leave()
            try requireEqual(await first.membership.renew(nil).map(\.number), [first.number], "left")
            try await requireLaneLost("renewed after leaving") { _ = try await second.membership.renew(nil) }
            let again = try await second.membership.join(.testing)
            try require(again != second.number && again != first.number, "a number is used again")
        },
        Rule("a lane is one host's, in a later epoch once it was given back or its holder left") { store in
            let (first, second) = (store.first, store.second)
            let lanes: [Lane] = [.home, .channel("push")]
            let taken = try await first.tenant.take(lanes, at: .at(1))
            try requireEqual(Set(taken.map(\.lane)), Set(lanes), "taken")
            try requireEqual(await second.tenant.take(lanes, at: .at(1)), [], "taken by another")
            try requireEqual(Set(await first.tenant.take(lanes, at: .at(1))), Set(taken), "taken again")
            try await first.tenant.releaseLanes([taken[0]], at: .at(2))
            let next = try await second.tenant.take(lanes, at: .at(2))
            try requireEqual(next.map(\.lane), [taken[0].lane], "given back")
            try require(next[0].epoch > taken[0].epoch, "the epoch stays")
            try await first.tenant.releaseLanes([taken[0]], at: .at(3))
            try requireEqual(await first.tenant.take([taken[0].lane], at: .at(3)), [], "given back twice")
            try await first.membership.leave()
            try requireEqual(await second.tenant.take(lanes, at: .at(4)).count, 2, "its holder left")
        },
        Rule("how a channel fares is known to whoever has its lane next, until that one has noted its own") { store in
            let (first, second) = (store.first, store.second)
            let lanes: [Lane] = [.home, .channel("mail"), .channel("push")]
            let before = try await first.tenant.take(lanes, at: .at(1))
            try requireEqual(await first.tenant.conditions(of: before), [:], "nothing noted")
            let push = try requireValue(before.first { $0.lane == .channel("push") }, "a lane")
            try await first.tenant.note(["status": "resting"], of: push)
            try await first.tenant.releaseLanes(before, at: .at(2))
            try await requireLaneLost("asked") { _ = try await first.tenant.conditions(of: before) }
            let after = try await second.tenant.take(lanes, at: .at(3))
            try requireEqual(await second.tenant.conditions(of: after), ["push": ["status": "resting"]], "given back")
            try await second.membership.leave()
            let again = try await first.tenant.take(lanes, at: .at(4))
            try requireEqual(await first.tenant.conditions(of: again), ["push": ["status": "resting"]], "holder left")
            for lease in again where lease.lane == .channel("push") {
                try await first.tenant.note(["status": "working"], of: lease)
            }
            try requireEqual(await first.tenant.conditions(of: again), ["push": ["status": "working"]], "noted anew")
        },
        Rule("the calls of one name are counted together, whichever host they come to") { store in
            let hosts = [store.first, store.second]
            func count(_ name: String, _ limit: Int, cost: Int = 1, at host: Int) async throws -> CallCount {
                let call = CountedCall(of: "globex", name, limit: limit, window: .seconds(60), cost: cost)
                return try await hosts[host].membership.count(call)
            }
            for turn in 0..<3 {
                let count = try await count("ada", 3, at: turn % 2)
                try requireEqual(count.remaining, 2 - turn, "left")
                try require(count.retryAfter == nil, "refused")
                try require(count.resetAfter > .zero && count.resetAfter <= .seconds(60), "reset")
            }
            let refused = try await count("ada", 3, at: 1)
            let wait = try requireValue(refused.retryAfter, "a fourth of three")
            try require(wait >= .milliseconds(1) && wait <= .seconds(60), "how long to wait")
            try requireEqual(refused.remaining, 0, "left of three")
            try requireEqual(await count("eve", 3, at: 1).remaining, 2, "left of another's")
            try require(await count("bob", 3, cost: 5, at: 0).retryAfter == nil, "what costs more than all")
            try require(await count("bob", 3, cost: 1, at: 1).retryAfter != nil, "what comes after it")
            // Refused calls aren't counted.
            for (turn, remaining) in [600, 200, 200].enumerated() {
                try requireEqual(await count("many", 1000, cost: 400, at: turn % 2).remaining, remaining, "of many")
            }
            try requireEqual(await count("many", 1000, cost: 200, at: 0).remaining, 0, "of many, exactly")
        },
        Rule("the lanes of all tenants are listed with their holders and conditions") { store in
            let lease = try requireValue(await store.first.tenant.take([.channel("push")], at: .at(1)).first, "lane")
            try await store.first.tenant.note(["status": "paused"], of: lease)
            let states = try await store.second.membership.lanes()
            try requireEqual(states.map(\.lane), [.channel("push")], "lanes")
            try requireEqual(states.map(\.tenant), ["globex"], "tenants")
            try requireEqual(states.map(\.holder), [store.first.number], "holders")
            try requireEqual(states.map(\.epoch), [lease.epoch], "epochs")
            try requireEqual(states.map(\.condition), [["status": "paused"]], "conditions")
            try await store.first.tenant.releaseLanes([lease], at: .at(2))
            try requireEqual(await store.second.membership.lanes().map(\.holder), [nil], "given back")
            try await requireLaneLost("noted") { try await store.first.tenant.note(["status": "x"], of: lease) }
        },
        Rule("what is given back is due for the next, and uncertain only where it was marked") { store in
            let (first, second) = (store.first.tenant, store.second.tenant)
            let lanes: [Lane] = [.home, .channel("push")]
            let taken = try await first.take(lanes, at: .at(0))
            let home = try requireValue(taken.first { $0.lane == .home }, "home")
            let push = try requireValue(taken.first { $0.lane != .home }, "push")
            _ = try await first.accept(.testing("1", to: ["ada", "ben"]))
            let due = try await first.due(in: home, at: .at(0), limit: 9)
            let plan = PlannedDelivery(channel: "push", address: "somewhere", badge: 1)
            let routed = due.map { RoutedNotification(row: $0.row, decisions: [.routed], deliveries: [plan]) }
            let rows = try await first.route(routed, in: home, at: .at(0)).flatMap(\.self)
            try requireEqual(await first.markAttempted([rows[0]], in: push, at: .at(1)), [rows[0]], "marked")
            try await first.releaseLanes(taken, at: .at(2))
            let next = try await second.take(lanes, at: .at(3))
            let lease = try requireValue(next.first { $0.lane == .channel("push") }, "taken over")
            let leased = try await second.leaseDeliveries(on: "push", in: lease, at: .at(3), limit: 9)
            try requireEqual(Set(leased.map(\.row)), Set(rows), "leased")
            try requireEqual(leased.filter(\.isUncertain).map(\.row), [rows[0]], "uncertain")
            try await requireLaneLost("marked") { _ = try await first.markAttempted(rows, in: push, at: .at(3)) }
            try await requireLaneLost("routed") { _ = try await first.route(routed, in: home, at: .at(3)) }
        },
        Rule("a host hears what others tell, and not itself") { store in
            let hints: Set<Hint> = [.work("globex"), .feed(FeedReader(tenant: "globex", user: "ada"))]
            store.second.membership.send([.lanes])
            store.first.membership.send(hints)
            var heard: Set<Hint> = []
            while !heard.isSuperset(of: hints), !heard.contains(.everything) {
                heard.formUnion(await store.second.membership.hints())
            }
            try require(!heard.contains(.lanes), "its own")
        },
        Rule("the agenda names tenants with work in this host's lanes, once it is due") { store in
            _ = try await store.first.tenant.take([.home], at: .at(0))
            try requireEqual(await store.first.membership.agenda(at: .at(9)), [], "nothing")
            _ = try await store.second.tenant.accept(.testing("1", at: 5))
            try requireEqual(await store.first.membership.agenda(at: .at(4)), [], "not due")
            try requireEqual(await store.first.membership.agenda(at: .at(5)), ["globex"], "due")
            try requireEqual(await store.second.membership.agenda(at: .at(5)), [], "another's lane")
        },
        Rule("positions of readers who follow are those of following") { store in
            let reader = FeedReader(tenant: "globex", user: "ada")
            let position = try await store.first.tenant.follow("ada").position
            let found = try await store.second.membership.positions(
                of: [reader, FeedReader(tenant: "globex", user: "nobody")]
            )
            try requireEqual(found, [reader: position], "positions")
        },
        Rule("the newest texts of tenants are known by their numbers, whichever host published them") { store in
            let tenants: Set<TenantID> = ["globex", "initech"]
            try requireEqual(await store.second.membership.textVersions(of: tenants), [:], "none")
            for number in 1...2 {
                let act = StaffAct.testing("h\(number)", "studio.publish", at: 1)
                let isDone = try await store.first.tenant.publish(.testing(number), texts: [], of: nil, noting: act)
                try requireEqual(isDone, true, "published")
            }
            try requireEqual(await store.second.membership.textVersions(of: tenants), ["globex": 2], "the newest")
            try requireEqual(await store.second.membership.textVersions(of: ["initech"]), [:], "of another")
            try requireEqual(await store.second.membership.textVersions(of: []), [:], "of nobody")
        },
        Rule("a command waits for the lane's holder, and is answered once") { store in
            let (first, second) = (store.first, store.second)
            let command = LaneCommand(["resume": true], in: .channel("push"), of: "globex")
            let number = try await second.membership.request(command)
            try requireEqual(await first.membership.commands(), [], "not its lane")
            _ = try await first.tenant.take([.channel("push")], at: .at(1))
            try requireEqual(await first.membership.commands(), [NumberedCommand(number: number, command)], "its lane")
            try requireEqual(await second.membership.answer(to: number), nil, "no answer yet")
            try await first.membership.answer(number, with: ["done": true])
            try await first.membership.answer(number, with: ["done": false])
            try requireEqual(await second.membership.answer(to: number), ["done": true], "the first answer")
            try requireEqual(await first.membership.commands(), [], "answered")
        },
        Rule("a code that is used at one host is used at the other") { store in
            try requireEqual(await store.first.tenant.use([1], until: .at(60), at: .at(0)), true, "first")
            try requireEqual(await store.second.tenant.use([1], until: .at(60), at: .at(0)), false, "second")
        },
    ]
}

/// A store in the hands of two hosts, which joined in this order.
struct SharedStore: Sendable {
    struct Host: Sendable {
        let membership: any Membership
        let number: HostNumber
        let tenant: any TenantStore

        init(_ store: any Store) async throws {
            membership = try requireValue(store.membership, "the store can't be shared")
            number = try await membership.join(.testing)
            tenant = try await store.tenant("globex")
        }
    }

    let first: Host
    let second: Host

    init(_ first: Host, _ second: Host) {
        self.first = first
        self.second = second
    }
}
