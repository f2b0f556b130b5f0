import CarillonClient
import CarillonModel
import CarillonPipeline
import CarillonTesting
import Testing

@testable import CarillonHost

/// Each product's app goes through its whole life against a host: from the first launch until somebody else has the phone.
@Suite(.onBothStores, .timeLimit(.minutes(5)))
struct AppLifeTests {
    @Test func `escrow: nothing is shown in the foreground, where the realtime feed has it`() async throws {
        let life = try await AppLife.live(EscrowPhone(), icons: [0, 0, 0])
        await life.end()
    }

    @Test func `dossier: the icon says what is unread`() async throws {
        let life = try await AppLife.live(DossierPhone(), icons: [1, 0, 1])
        await life.end()
    }

    @Test func `exchange: each push says 1, which goes when the app is there`() async throws {
        let life = try await AppLife.live(ExchangePhone(), icons: [1, 0, 1])
        await life.end()
    }

    @Test func `wallet: words are made on the phone, the icon counts, and each Safe has its switch`() async throws {
        let wallet = WalletPhone()
        var life = try await AppLife.live(wallet, icons: [1, 0, 1])
        let first = try #require(life.received.first)
        // Providers carry no words of it.
        #expect(first.push.title == "New Activity" && first.push.body == "New Activity with your Safe")
        #expect(first.title == "Incoming ETH (Ethereum)" && first.body == "0x5aFE...eEEe: 1.5 ETH received")
        try await life.giveTheSafeAName(wallet)
        try await life.switchTheSafe(wallet)
        await life.end()
    }

    @Test func `remittance: the centre is grouped by day, and turns at midnight while it is open`() async throws {
        var life = try await AppLife.live(RemittancePhone(), icons: [0, 0, 0])
        try await life.openTheCentreOverMidnight()
        await life.end()
    }
}

/// The life itself, the same for all.
struct AppLife {
    var app: AppSimulator
    let backend: ProductBackend
    /// All that came in the background.
    private(set) var received: [ShownPush] = []
    /// What happened last.
    private var event: ProductEvent
    private var posted = 0
    private var pushed = 0
    private var inFeed: [String: Int] = [:]

    private init(_ app: AppSimulator, _ backend: ProductBackend) {
        self.app = app
        self.backend = backend
        event = app.product.event(0, for: app.product.user("ada"))
    }

    func end() async { await backend.stop() }

    /// - Parameter icons: the number after a push in the background, after it was tapped, and after one that came to a phone whose app
    ///   was killed.
    static func live(_ product: any ProductApp, icons: [Int]) async throws -> AppLife {
        let backend = try await ProductBackend.start()
        var life = AppLife(try await AppSimulator(product, backend), backend)
        try await life.firstLaunch()
        try await life.changeOfMind()
        try await life.rotation()
        try await life.foreground()
        try await life.background(icons: icons)
        try await life.killed(icon: icons[2])
        try await life.logOutOffline()
        try await life.somebodyElse()
        return life
    }

    /// Sends the product's event to a user, and waits until it is in the feed and pushed to so many devices.
    private mutating func post(to user: String, devices: Int, isInFeed: Bool? = nil) async throws {
        posted += 1
        pushed += devices
        event = product.event(posted, for: user)
        // Where subscribers are told, who has no device hears nothing.
        if isInFeed ?? (event.topic == nil || devices > 0) { inFeed[user, default: 0] += 1 }
        backend.host.clock.advance(by: .seconds(1))
        var data = try ProductSamples.payload(product.tenant, event.type).object ?? JSONObject()
        for change in event.changes { data[change.name] = change.value }
        var event: JSONObject = [
            "id": .string("life-\(posted)"), "source": "tests", "type": .string(event.type), "data": .object(data),
        ]
        if let topic = self.event.topic {
            event["topic"] = .string(topic)
        } else {
            event["recipients"] = [.string(user)]
        }
        let answer = await backend.host.call(
            "POST",
            "/v1/\(product.tenant)/events",
            service: product.serviceHeader,
            .object(event)
        )
        try #require(answer.status == 202, "\(answer.json)")
        if self.event.topic != nil {
            await backend.host.settled.waitForExpanded(posted)
            let target = "/v1/\(product.tenant)/events/life-\(posted)"
            let trace = await backend.host.call("GET", target, service: product.serviceHeader).json
            #expect(trace["notifications"]?.array?.count == devices)
        }
        let (product, expected, total) = (product, inFeed[user, default: 0], pushed)
        try await waitUntil {
            let target = "/v1/\(product.tenant)/notifications?limit=100"
            let feed = await backend.host.call("GET", target, user: user)
            guard feed.json["items"]?.array?.count == expected else { return false }
            return try await backend.pushCount >= total
        }
        // Nothing else was pushed, to nobody.
        #expect(try await backend.pushCount == total)
    }

    private func devices(of user: String) async throws -> [String] {
        let id = try #require(TenantID(app.product.tenant))
        let tenant = try #require(backend.host.directory.tenant(id))
        return try await tenant.runtime.store.devices(of: try #require(UserID(user))).map(\.token)
    }

    private var product: any ProductApp { app.product }
    private var ada: String { product.user("ada") }
    private var ben: String { product.user("ben") }

    // MARK: the life

    private mutating func firstLaunch() async throws {
        try await app.launch()
        app.becomeReady()
        #expect(app.permission.phase == .notDetermined && app.explanations == 0 && app.registration.phase == .unknown)
        try await app.logIn(ada)
        #expect(try await devices(of: ada).isEmpty)
        // Asked once it makes sense; the person says no to the system.
        try await app.step(.wantsPush(at: backend.host.clock.now.epochMilliseconds))
        #expect(app.explanations == 1 && app.system == .notDetermined)
        try await app.step(PermissionReducer.Event.accepted(isGesture: true))
        #expect(app.permission.phase == .denied && app.registration.phase == .unknown)
        try await post(to: ada, devices: 0)
        try await app.receive()
        #expect(app.banners.isEmpty && app.delivered.isEmpty && app.inbox.items.count == inFeed[ada, default: 0])
    }

    private mutating func changeOfMind() async throws {
        try await app.step(.settingsTapped)
        app.background()
        app.system = .granted
        try await app.foreground()
        #expect(app.permission.phase == .active && app.registration.phase == .registered)
        #expect(try await devices(of: ada) == [product.token(1)])
    }

    private mutating func rotation() async throws {
        app.pushToken = product.token(2)
        try await app.step(RegistrationReducer.Event.token(product.token(2)))
        #expect(app.registration.phase == .registered && app.registration.goodbyes.isEmpty)
        #expect(try await devices(of: ada) == [product.token(2)])
    }

    private mutating func foreground() async throws {
        try await post(to: ada, devices: 1)
        try await app.receive()
        #expect(app.banners.count == (product.isShownInForeground ? 1 : 0) && app.delivered.isEmpty)
        #expect(app.inbox.items.count == inFeed[ada])
        // Read in the list, as nobody taps a banner here.
        try await app.mark(app.inbox.items.map(\.id))
        #expect(InboxReducer.shownUnreadCount(app.inbox) == 0)
        try await app.refresh()
        #expect(InboxReducer.shownUnreadCount(app.inbox) == 0)
    }

    private mutating func background(icons: [Int]) async throws {
        app.background()
        try await post(to: ada, devices: 1)
        try await app.receive()
        let push = try #require(app.delivered.first)
        received.append(push)
        #expect(app.delivered.count == 1 && app.icon.shown == icons[0])
        try await app.foreground()
        try await app.refresh()
        #expect(push.title == app.inbox.items.first?.content["title"]?.string)
        #expect(push.body == app.inbox.items.first?.content["body"]?.string)
        try await app.tap(push)
        #expect(app.shown == [event.leadsTo] && app.delivered.isEmpty)
        try await markTapped(push)
        #expect(app.icon.shown == icons[1])
    }

    private mutating func killed(icon: Int) async throws {
        app.kill()
        try await post(to: ada, devices: 1)
        try await app.receive()
        let push = try #require(app.delivered.first)
        received.append(push)
        #expect(app.icon.shown == icon)
        // The tap starts the app, whose screens come later.
        try await app.tap(push)
        #expect(app.shown.isEmpty && app.registration.phase == .registered)
        app.becomeReady()
        #expect(app.shown == [event.leadsTo])
        // The system hands out the last tap again at the next start.
        app.kill()
        try await app.launch()
        app.becomeReady()
        try await app.tap(push)
        #expect(app.shown.isEmpty)
        try await markTapped(push)
    }

    /// What a tap opened is read, also where the push doesn't say which notification it was.
    private mutating func markTapped(_ notification: ShownPush) async throws {
        try await app.refresh()
        let unread = InboxReducer.shown(app.inbox).filter { !$0.isRead }.map(\.id)
        guard case .event(let event) = app.catalogue.recognize(notification.push), event.notificationID == nil else {
            #expect(unread.isEmpty)
            return
        }
        try await app.mark(unread)
    }

    private mutating func logOutOffline() async throws {
        // Something waits on the phone, and leads somewhere.
        app.background()
        try await post(to: ada, devices: 1)
        try await app.receive()
        #expect(app.delivered.count == 1)
        app.isOnline = false
        try await app.logOut()
        #expect(app.credentials == nil && app.delivered.isEmpty && app.icon.shown == 0)
        #expect(app.inbox.items.isEmpty && app.registration.goodbyes.map(\.user) == [ada])
        // The host doesn't know yet.
        #expect(try await devices(of: ada) == [product.token(2)])
    }

    private mutating func somebodyElse() async throws {
        // A link that came for whoever was there, and the app behind its log-in.
        app.kill()
        app.isOnline = true
        try await app.launch()
        app.becomeReady()
        #expect(app.shown.isEmpty && app.registration.phase == .unknown)
        #expect(try await devices(of: ada).isEmpty && app.registration.goodbyes.isEmpty)
        try await app.logIn(ben)
        #expect(app.registration.phase == .registered && app.permission.phase == .active)
        #expect(try await devices(of: ben) == [product.token(2)])
        #expect(app.inbox.items.isEmpty)
        try await post(to: ada, devices: 0)
        try await app.receive()
        #expect(app.delivered.isEmpty && app.inbox.items.isEmpty)
        app.background()
        try await post(to: ben, devices: 1)
        try await app.receive()
        received.append(try #require(app.delivered.first))
        #expect(app.delivered.count == 1)
        // Cold start behind a log-in: the credentials are gone, and the place waits until they are there.
        app.kill()
        let push = try #require(app.delivered.first)
        app.credentials = nil
        try await app.tap(push)
        app.becomeReady()
        #expect(app.shown.isEmpty)
        try await app.logIn(ben)
        #expect(app.shown == [event.leadsTo])
    }

    // MARK: the centre

    /// Remittance's notification centre, in the words of its profile.
    mutating func openTheCentreOverMidnight() async throws {
        let hour: Int64 = 3_600_000
        let zone = ReaderZone { _ in 3600 }
        let texts = AppTexts(app.client)
        let reducer = CentreReducer(zone: zone, marksOnOpening: true)
        var state = CentreReducer.State()
        try await app.refresh()
        #expect(app.inbox.items.count == 1)
        let now = backend.host.clock.now.epochMilliseconds
        let unread = InboxReducer.shown(app.inbox).filter { !$0.isRead }.map(\.id)
        let effects = reducer.reduce(&state, .opened(unread: unread, at: now))
        for case .mark(let ids) in effects { try await app.mark(ids) }
        var today = try #require(state.today)
        var centre = Centre(app.inbox, today: today, in: zone)
        #expect(texts.text(centre.title, in: "nb") == "Varsler" && centre.empty == nil)
        #expect(texts.text(try #require(centre.groups.first).heading, in: "nb") == "I DAG")
        #expect(texts.text(try #require(centre.groups.first?.cards.first).dot, in: "nb") == "Lest")
        #expect(texts.text(centre.bell, in: "nb") == "0 uleste varsler")
        try await app.refresh()
        #expect(InboxReducer.shownUnreadCount(app.inbox) == 0)
        // Nobody does anything, and it is tomorrow.
        guard case .wake(let midnight)? = effects.first(where: { if case .wake = $0 { true } else { false } }) else {
            Issue.record("nothing wakes at midnight")
            return
        }
        #expect(midnight > now && midnight - now <= 24 * hour)
        _ = reducer.reduce(&state, .woke(at: midnight))
        today = try #require(state.today)
        centre = Centre(app.inbox, today: today, in: zone)
        #expect(texts.text(try #require(centre.groups.first).heading, in: "nb") == "I GÅR")
        _ = reducer.reduce(&state, .resumed(at: midnight + 24 * hour))
        centre = Centre(app.inbox, today: try #require(state.today), in: zone)
        let clock = AppTexts.Clock(now: midnight, zone: zone)
        let heading = texts.text(try #require(centre.groups.first).heading, in: "nb", clock: clock)
        #expect(heading.hasSuffix("2026") && heading.contains("."))
    }

    // MARK: the wallet

    /// What the app writes down for its extension counts from the next push on.
    mutating func giveTheSafeAName(_ wallet: WalletPhone) async throws {
        #expect(app.selected.last == ["chainId": "1", "address": wallet.safe(of: ben)])
        var tables = wallet.tables
        tables.set(["name": "Savings"], of: wallet.safe(of: ben).lowercased(), in: "contacts")
        app.write(tables)
        app.kill()
        try await post(to: ben, devices: 1)
        try await app.receive()
        #expect(app.delivered.map(\.body) == ["Savings: 1.5 ETH received"])
    }

    /// Off and on again, with the whole product's switch and with the Safe's own, and without a network.
    mutating func switchTheSafe(_ wallet: WalletPhone) async throws {
        let topic = wallet.topic(of: ben)
        var state = SubscriptionReducer.State()
        // As the registration left it.
        (state.wanted, state.confirmed) = ([topic: [ben]], [ben: [topic]])
        var known = app.delivered.count
        func check(_ status: SubscriptionReducer.Status, arrives: Bool) async throws {
            #expect(SubscriptionReducer().status(of: topic, in: state) == status)
            try await post(to: ben, devices: arrives ? 1 : 0)
            try await app.receive()
            known += arrives ? 1 : 0
            #expect(app.delivered.count == known)
        }
        try await settle(.switched(isOn: false), &state, wallet)
        try await check(.off, arrives: false)
        try await settle(.switched(isOn: true), &state, wallet)
        try await check(.owner, arrives: true)
        app.isOnline = false
        try await settle(.unwant(topic: topic), &state, wallet)
        try await check(.failed(0), arrives: true)
        app.isOnline = true
        try await settle(.reachable, &state, wallet)
        try await check(.off, arrives: false)
        // Whoever signs nothing may watch.
        try await settle(.want(topic: topic, signers: []), &state, wallet)
        #expect(SubscriptionReducer().status(of: topic, in: state) == .observer)
        #expect(try await devices(of: ben).isEmpty)
        try await post(to: ben, devices: 1, isInFeed: false)
        try await app.receive()
        #expect(app.delivered.count == known + 1)
    }

    private mutating func settle(
        _ event: SubscriptionReducer.Event,
        _ state: inout SubscriptionReducer.State,
        _ wallet: WalletPhone
    ) async throws {
        var calls = SubscriptionReducer().reduce(&state, event)[...]
        while case .call(let call, let request)? = calls.popFirst() {
            var outcome = RequestOutcome(status: 0)
            if app.isOnline {
                switch call {
                case .register(let signer, let topics):
                    outcome = await wallet.register(app.pushToken, signer, for: topics, at: backend.host)
                case .remove(let removals): outcome = await wallet.remove(removals, at: backend.host)
                }
            }
            calls += SubscriptionReducer().reduce(&state, .answered(outcome, request: request))
        }
    }
}
