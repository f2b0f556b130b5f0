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
        for sequence in RandomSequences("registration", of: events) {
            var state = RegistrationReducer.State()
            for event in sequence {
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
        for sequence in RandomSequences("router", of: events, usual: 1500) {
            var state = Router.State()
            for event in sequence {
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
        for sequence in RandomSequences("inbox", of: events, usual: 600) {
            var state = InboxReducer.State()
            for event in sequence {
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

    @Test(arguments: PushPlatform.allCases)
    func `nobody is asked unasked, nor after a final no`(platform: PushPlatform) throws {
        let events = try Self.events(of: .permission).map(PermissionTests.event)
        let reducer = PermissionReducer(.init(platform: platform))
        for sequence in RandomSequences("permission", of: events) {
            var state = PermissionReducer.State()
            for event in sequence {
                let before = state
                let effects = reducer.reduce(&state, event)
                let isAsked = effects.contains(.request(isProvisional: false))
                #expect(!effects.contains(.request(isProvisional: true)))
                #expect(!isAsked || before.phase == .explaining && !reducer.isFinal(before))
                #expect(isAsked == (before.phase != .requesting && state.phase == .requesting))
                if isAsked, case .accepted(let isGesture) = event { #expect(isGesture || platform != .web) }
                if effects.contains(.showExplanation), case .wantsPush = event {
                } else {
                    #expect(!effects.contains(.showExplanation))
                }
                if effects.contains(.openSettings) { #expect(event == .settingsTapped && before.phase == .denied) }
                #expect(state.attempts <= reducer.parameters.attempts)
                #expect(state.phase != .active || state.isSwitchedOn)
            }
        }
    }

    @Test func `a subscription counts as confirmed only after the server said so, and a round ends before the next`()
        throws
    {
        let events = try Self.events(of: .subscriptions).map(SubscriptionTests.event)
        let reducer = SubscriptionReducer()
        let outcomes = [200, 204, 404, 422, 500, 0].map { RequestOutcome(status: $0) }
        for sequence in RandomSequences("subscriptions", of: events) {
            var state = SubscriptionReducer.State()
            // What registrations that were answered with 2xx have named.
            var answered: Set<String> = []
            for (place, event) in sequence.enumerated() {
                // Of the recorded answers, few fit an open call: here the open ones are answered by turns.
                let isOpen = place % 3 == 2 && !state.open.isEmpty
                let event = isOpen ? .answered(state.open[0], outcomes[place % outcomes.count]) : event
                let before = state
                let effects = reducer.reduce(&state, event)
                if case .answered(.register(_, let topics), let outcome) = event, (200...299).contains(outcome.status) {
                    answered.formUnion(topics)
                }
                #expect(state.confirmed.values.allSatisfy { $0.isSubset(of: answered) })
                if state.confirmed != before.confirmed {
                    guard case .answered(let call, let outcome) = event else {
                        Issue.record("\(event) confirms something")
                        continue
                    }
                    #expect(before.open.contains(call))
                    #expect((200...299).contains(outcome.status) || outcome.status == 404)
                }
                #expect(effects.isEmpty || effects == state.open.map { .call($0) })
                #expect(effects.isEmpty || before.open.isEmpty || before.open.count == 1)
                for case .call(.remove(let removals)) in effects {
                    #expect((1...SubscriptionReducer.bulk).contains(removals.count))
                }
            }
        }
    }

    @Test func `an extension hands over once, whatever comes`() throws {
        let pictures = ["https://img.shop.example/a.png", "https://evil.example/a.png", nil]
        let pushes = pictures.map { picture in
            ReceivedPush(["fcm_options": picture.map { ["image": .string($0)] } ?? .null], shape: .fcmApple)
        }
        let events: [ServiceExtensionReducer.Event] =
            pushes.map { .received($0, texts: ["title": "a"], badge: nil, wasShown: false) } + [
                .received(pushes[0], texts: [:], badge: 1, wasShown: true), .loaded(file: "f", bytes: 1), .failed,
                .loaded(file: "f", bytes: ServiceExtensionReducer.largestPicture + 1), .expired,
            ]
        let reducer = ServiceExtensionReducer(pictureHosts: ["img.shop.example"])
        for sequence in RandomSequences("extension", of: events) {
            var state = ServiceExtensionReducer.State()
            var handedOver = 0
            for event in sequence + [.expired] {
                let effects = reducer.reduce(&state, event)
                for case .handOver(let content) in effects {
                    handedOver += 1
                    #expect(content == state.content)
                }
                for case .load(let picture) in effects { #expect(picture == pictures[0]) }
                #expect(effects.isEmpty || handedOver <= 1)
            }
            #expect(handedOver == 1 && state.phase == .handedOver)
        }
    }

    @Test(arguments: BadgePolicy.allCases)
    func `a badge is never below zero, and what is set is what is shown`(policy: BadgePolicy) {
        let events: [BadgeReducer.Event] = [
            .received(badge: nil), .received(badge: 3), .received(badge: -2), .foreground, .opened, .unread(4),
            .unread(-1),
            .signedOut,
        ]
        for sequence in RandomSequences("badge", of: events) {
            var state = BadgeReducer.State()
            for event in sequence {
                let before = state
                let effects = BadgeReducer(policy).reduce(&state, event)
                #expect(state.shown >= 0 && (policy != .none || state.shown == 0))
                #expect(effects.allSatisfy { $0 == .setBadge(state.shown) } && effects.count <= 1)
                #expect(effects.isEmpty || before.shown != state.shown)
                if event == .signedOut { #expect(state.shown == 0) }
            }
        }
    }

    @Test func `a stream of any bytes is read the same in any pieces`() {
        let pieces: [[UInt8]] = [
            Array("data: a".utf8), Array("event: x".utf8), Array("id: 1".utf8), [0x0A], [0x0D], [0x0D, 0x0A],
            [0x0A, 0x0A],
            [0xEF, 0xBB, 0xBF], [0xFF], [0], Array(":".utf8), Array("retry: 5".utf8), Array("data".utf8), [0xD8, 0xAA],
        ]
        var random = RandomInputs("streams", usual: 5000, seed: 5)
        var count = 0
        for _ in 0..<random.count {
            let bytes = (0..<12).flatMap { _ in pieces.randomElement(using: &random.generator) ?? [] }
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
