import CarillonClient
import CarillonModel
import Testing

/// What holds after any events in any order: callbacks of phones come late, twice and after a log-out.
struct InvariantTests {
    /// The events of all vectors of a file.
    private static func events(of file: VectorFile) throws -> [JSONValue] {
        try file.vectors().flatMap { try $0.json.list("steps").compactMap { $0["event"] } }
    }

    @Test func `nobody is registered after a log-out, and goodbyes come with credentials`() throws {
        let events = try Self.events(of: .registration).map(RegistrationTests.event)
        var generator = SplitMix(seed: 1)
        for _ in 0..<5000 {
            var state = RegistrationReducer.State()
            for _ in 0..<20 {
                guard let event = events.randomElement(using: &generator) else { return }
                let hadUser = state.user != nil
                let effects = RegistrationReducer().reduce(&state, event)
                for case .register(_, let user, _) in effects { #expect(user == state.user && state.isAllowed) }
                if state.user == nil { #expect(state.phase == .unknown && state.confirmed == nil) }
                if case .signedOut = event, hadUser {
                    #expect(effects.contains(.removeDelivered) && effects.contains(.clearBadge))
                    #expect(effects.contains(.dropCredentials) == (state.leaving == nil))
                }
                var timedOut = state
                let drops = RegistrationReducer().reduce(&timedOut, .goodbyeTimedOut) == [.dropCredentials]
                #expect(drops == (state.leaving != nil) && timedOut.leaving == nil)
                #expect(state.goodbyes.allSatisfy { $0.token != state.confirmed?.token || $0.user != state.user })
            }
        }
    }

    @Test func `the queue holds one of each source, and taps are bounded`() throws {
        let links = AppLinks(
            schemes: ["shop"],
            origins: [],
            routes: [
                AppRoute(id: "event", parameters: [.init("id", .slug)], app: "shop://events/{id}"),
                AppRoute(id: "home", app: "shop://home"), AppRoute(id: "vault", app: "shop://vault"),
            ]
        )
        let router = Router(links: links, gates: ["home": .open, "vault": .unlocked])
        let events = try Self.events(of: .router).map(RouterTests.event)
        var generator = SplitMix(seed: 2)
        for _ in 0..<5000 {
            var state = Router.State()
            for _ in 0..<20 {
                guard let event = events.randomElement(using: &generator) else { return }
                let before = state
                let effects = router.reduce(&state, event)
                #expect(Set(state.queue.map(\.source)).count == state.queue.count)
                for case .show(let destination, _) in effects {
                    guard case .refused = event else {
                        #expect(state.isReady && (state.user != nil || destination.route == "home"))
                        #expect(destination.route != "vault" || !state.isLocked)
                        continue
                    }
                }
                if case .signedIn(let user, _) = event {
                    #expect(state.queue.allSatisfy { $0.user == nil || $0.user == user })
                    #expect(before.queue.count >= state.queue.count)
                }
                #expect((state.taps.json.array?.count ?? 0) <= Duplicates.limit)
            }
        }
    }

    @Test func `the inbox is in order, bounded, and its badge never below zero`() throws {
        let events = try Self.events(of: .inbox).compactMap(InboxTests.event)
        var generator = SplitMix(seed: 4)
        for _ in 0..<3000 {
            var state = InboxReducer.State()
            for _ in 0..<20 {
                guard let event = events.randomElement(using: &generator) else { return }
                let effects = InboxReducer().reduce(&state, event)
                let shown = InboxReducer.shown(state)
                #expect(shown.count <= InboxReducer.limit && Set(shown.map(\.id)).count == shown.count)
                #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.createdAt >= $1.createdAt })
                #expect(InboxReducer.shownUnreadCount(state) >= 0)
                #expect(state.pending.allSatisfy { !$0.ids.isEmpty })
                for case .sendMark(let ids, _) in effects {
                    #expect(state.isMarking && (1...InboxReducer.chunk).contains(ids.count))
                }
                if case .signedOut = event { #expect(state == InboxReducer.State()) }
            }
        }
    }

    @Test func `a stream of any bytes is read the same in any pieces`() {
        let pieces: [[UInt8]] = [
            Array("data: a".utf8), Array("event: x".utf8), Array("id: 1".utf8), [0x0A], [0x0D], [0x0D, 0x0A],
            [0x0A, 0x0A],
            [0xEF, 0xBB, 0xBF], [0xFF], [0], Array(":".utf8), Array("retry: 5".utf8), Array("data".utf8), [0xD8, 0xAA],
        ]
        var generator = SplitMix(seed: 5)
        var count = 0
        for _ in 0..<5000 {
            let bytes = (0..<12).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
            var (whole, cut) = (EventStreamReader(limit: 64), EventStreamReader(limit: 64))
            let events = whole.read(bytes)
            count += events.count
            #expect(bytes.flatMap { cut.read([$0]) } == events)
            #expect(cut.retry == whole.retry && cut.lastEventID == whole.lastEventID)
        }
        #expect(count > 500)
    }

    @Test func `a pause is spread by a fifth at most`() {
        #expect(Wait(milliseconds: 1000).spread(by: 0) == .milliseconds(800))
        #expect(Wait(milliseconds: 1000).spread(by: 0.5) == .milliseconds(1000))
        #expect(Wait(milliseconds: 1000).spread(by: 7) == .milliseconds(1200))
        #expect(Wait(milliseconds: 1000).spread(by: -1) == .milliseconds(800))
    }
}
