import CarillonClient
import CarillonModel
import Testing

// What holds after any events in any order: callbacks of phones come late, twice and after a log-out. One suite a machine, so that
// `make invariants` can run one alone.

extension VectorFile {
    /// The events of all of its vectors.
    fileprivate func events() throws -> [JSONValue] {
        try vectors().flatMap { try $0.json.list("steps").compactMap { $0["event"] } }
    }
}

struct RegistrationInvariants {
    @Test func `nobody is registered after a log-out, and goodbyes come with credentials`() throws {
        let events = try VectorFile.registration.events().map(RegistrationTests.event)
        for sequence in RandomSequences("registration", of: events) {
            var state = RegistrationReducer.State()
            for event in sequence {
                let hadUser = state.user != nil
                let effects = RegistrationReducer().reduce(&state, event)
                for case .register(let registration) in effects {
                    hold(registration.user == state.user && state.isAllowed)
                }
                if state.user == nil { hold(state.phase == .unknown && state.confirmed == nil) }
                if case .signedOut = event, hadUser {
                    hold(effects.contains(.removeDelivered) && effects.contains(.clearBadge))
                    hold(effects.contains(.dropCredentials) == (state.leaving == nil))
                }
                var timedOut = state
                let drops = RegistrationReducer().reduce(&timedOut, .goodbyeTimedOut) == [.dropCredentials]
                hold(drops == (state.leaving != nil) && timedOut.leaving == nil)
                hold(state.goodbyes.allSatisfy { $0.token != state.confirmed?.token || $0.user != state.user })
            }
        }
    }
}

struct RouterInvariants {
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
        let events = try VectorFile.router.events().map(RouterTests.event)
        for sequence in RandomSequences("router", of: events, usual: 1500) {
            var state = Router.State()
            for event in sequence {
                let before = state
                let effects = router.reduce(&state, event)
                hold(Set(state.queue.map(\.source)).count == state.queue.count)
                for case .show(let destination, _) in effects {
                    guard case .refused = event else {
                        hold(state.isReady && (state.user != nil || destination.route == "home"))
                        hold(destination.route != "vault" || !state.isLocked)
                        continue
                    }
                }
                if case .signedIn(let user, _) = event {
                    hold(state.queue.allSatisfy { $0.user == nil || $0.user == user })
                    hold(before.queue.count >= state.queue.count)
                }
                hold((state.taps.json.array?.count ?? 0) <= Duplicates.limit)
            }
        }
    }
}

struct InboxInvariants {
    @Test func `the inbox is in order, bounded, and its badge never below zero`() throws {
        let events = try VectorFile.inbox.events().compactMap(InboxTests.event)
        for sequence in RandomSequences("inbox", of: events, usual: 600) {
            var state = InboxReducer.State()
            for event in sequence {
                let effects = InboxReducer().reduce(&state, event)
                let shown = InboxReducer.shown(state)
                hold(shown.count <= InboxReducer.limit && Set(shown.map(\.id)).count == shown.count)
                hold(zip(shown, shown.dropFirst()).allSatisfy { $0.createdAt >= $1.createdAt })
                hold(InboxReducer.shownUnreadCount(state) >= 0)
                hold(state.pending.allSatisfy { !$0.ids.isEmpty })
                for case .sendMark(let ids, _, _) in effects {
                    hold(state.isMarking && (1...InboxReducer.chunk).contains(ids.count))
                }
                guard case .signedOut = event else { continue }
                var nothing = InboxReducer.State()
                nothing.lastRequest = state.lastRequest
                hold(state == nothing)
            }
        }
    }
}

struct PermissionInvariants {
    @Test(arguments: PushPlatform.allCases)
    func `nobody is asked unasked, nor after a final no`(platform: PushPlatform) throws {
        let events = try VectorFile.permission.events().map(PermissionTests.event)
        let reducer = PermissionReducer(.init(platform: platform))
        for sequence in RandomSequences("permission", of: events) {
            var state = PermissionReducer.State()
            for event in sequence {
                let before = state
                let effects = reducer.reduce(&state, event)
                let isAsked = effects.contains(.request(isProvisional: false))
                hold(!effects.contains(.request(isProvisional: true)))
                hold(!isAsked || before.phase == .explaining && !reducer.isFinal(before))
                hold(isAsked == (before.phase != .requesting && state.phase == .requesting))
                if isAsked, case .accepted(let isGesture) = event { hold(isGesture || platform != .web) }
                if effects.contains(.showExplanation), case .wantsPush = event {
                } else {
                    hold(!effects.contains(.showExplanation))
                }
                if effects.contains(.openSettings) { hold(event == .settingsTapped && before.phase == .denied) }
                hold(state.attempts <= reducer.parameters.attempts)
                hold(state.phase != .active || state.isSwitchedOn)
            }
        }
    }
}

struct SubscriptionInvariants {
    @Test func `a subscription counts as confirmed only after the server said so, and a round ends before the next`()
        throws
    {
        let events = try VectorFile.subscriptions.events().map(SubscriptionTests.event)
        let reducer = SubscriptionReducer()
        let outcomes = [200, 204, 404, 422, 500, 0].map { RequestOutcome(status: $0) }
        for sequence in RandomSequences("subscriptions", of: events) {
            var state = SubscriptionReducer.State()
            // What registrations that were answered with 2xx have named.
            var answered: Set<String> = []
            for (place, event) in sequence.enumerated() {
                // Of the recorded answers, few fit an open call: here the open ones are answered by turns.
                let isOpen = place % 3 == 2 && !state.open.isEmpty
                let event = isOpen ? .answered(outcomes[place % outcomes.count], request: state.open[0].request) : event
                let before = state
                let effects = reducer.reduce(&state, event)
                if case .answered(let outcome, let request) = event, (200...299).contains(outcome.status),
                    case .register(_, let topics)? = before.open.first(where: { $0.request == request })?.call
                {
                    answered.formUnion(topics)
                }
                hold(state.confirmed.values.allSatisfy { $0.isSubset(of: answered) })
                if state.confirmed != before.confirmed {
                    guard case .answered(let outcome, let request) = event else {
                        Issue.record("\(event) confirms something")
                        continue
                    }
                    hold(before.open.contains { $0.request == request })
                    hold((200...299).contains(outcome.status) || outcome.status == 404)
                }
                hold(effects.isEmpty || effects == state.open.map { .call($0.call, request: $0.request) })
                hold(Set(state.open.map(\.request)).count == state.open.count)
                hold(effects.isEmpty || before.open.isEmpty || before.open.count == 1)
                for case .call(.remove(let removals), _) in effects {
                    hold((1...SubscriptionReducer.bulk).contains(removals.count))
                }
            }
        }
    }
}

struct ExtensionInvariants {
    @Test func `an extension hands over once, whatever comes`() throws {
        let pictures = ["https://img.shop.example/a.png", "https://evil.example/a.png", nil]
        let pushes = pictures.map { picture in
            ReceivedPush(["fcm_options": picture.map { ["image": .string($0)] } ?? .null], shape: .fcmApple)
        }
        let sealed = ReceivedPush(["sealed": "AQ=="], shape: .fcmApple)
        let events: [ServiceExtensionReducer.Event] =
            pushes.map { .received($0, texts: ["title": "a"], badge: nil, wasShown: false) } + [
                .received(pushes[0], texts: [:], badge: 1, wasShown: true), .loaded(file: "f", bytes: 1), .failed,
                .loaded(file: "f", bytes: ServiceExtensionReducer.largestPicture + 1), .expired,
                .receivedSealed(sealed, neutral: ["title": "neutral"], badge: nil), .notOpened(.notGenuine),
                .receivedSealed(pushes[0], neutral: ["title": "neutral"], badge: nil),
                .opened(pushes[0], texts: ["title": "opened"], badge: nil, wasShown: false),
            ]
        let reducer = ServiceExtensionReducer(pictureHosts: ["img.shop.example"])
        var openedCount = 0
        for sequence in RandomSequences("extension", of: events) {
            var state = ServiceExtensionReducer.State()
            var handedOver = 0
            var (isOpening, isOpen) = (false, false)
            for event in sequence + [.expired] {
                let effects = reducer.reduce(&state, event)
                for case .open in effects { isOpening = true }
                if case .opened = event, isOpening, handedOver == 0 { isOpen = true }
                for case .handOver(let content) in effects {
                    handedOver += 1
                    hold(content == state.content)
                    // Nothing but an opened push says what was sealed.
                    hold((content.title == "opened") == isOpen)
                    hold(!isOpening || isOpen || content.title == "neutral" && content.picture == nil)
                    openedCount += isOpen ? 1 : 0
                }
                for case .load(let picture) in effects { hold(picture == pictures[0]) }
                hold(effects.isEmpty || handedOver <= 1)
            }
            hold(handedOver == 1 && state.phase == .handedOver)
        }
        hold(openedCount > 10)
    }
}

struct BadgeInvariants {
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
                hold(state.shown >= 0 && (policy != .none || state.shown == 0))
                hold(effects.allSatisfy { $0 == .setBadge(state.shown) } && effects.count <= 1)
                hold(effects.isEmpty || before.shown != state.shown)
                if event == .signedOut { hold(state.shown == 0) }
            }
        }
    }
}

struct StreamInvariants {
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
            hold(bytes.flatMap { cut.read([$0]) } == events)
            hold(cut.retry == whole.retry && cut.lastEventID == whole.lastEventID)
        }
        hold(count > 500)
    }
}

struct WaitTests {
    @Test func `a pause is spread by a fifth at most`() {
        #expect(Wait(milliseconds: 1000).spread(by: 0) == .milliseconds(800))
        #expect(Wait(milliseconds: 1000).spread(by: 0.5) == .milliseconds(1000))
        #expect(Wait(milliseconds: 1000).spread(by: 7) == .milliseconds(1200))
        #expect(Wait(milliseconds: 1000).spread(by: -1) == .milliseconds(800))
    }
}
