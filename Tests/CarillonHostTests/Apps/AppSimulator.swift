import CarillonClient
import CarillonModel
import CarillonTesting
import Testing

@testable import CarillonHost

/// A notification as the phone shows it.
struct ShownPush: Sendable, Hashable {
    let push: ReceivedPush
    /// As the product's extension made them, else as they came.
    let title: String?
    let body: String?
    /// What the icon says with it; nil for what it says already.
    let badge: Int?
}

/// A made-up phone with one product's app, which does what the kit's machines say and asks the host by the product's contract.
///
/// What the system and the disk have outlives the app; what the app has in memory is gone when it is killed.
struct AppSimulator {
    let backend: ProductBackend
    let product: any ProductApp
    let client: JSONValue
    let links: AppLinks
    let catalogue: EventCatalogue

    // The phone: what the person and the system decide, and what is on the disk.
    var system = PermissionReducer.Status.notDetermined
    /// What the person says when the system asks.
    var answersWith = PermissionReducer.Status.denied
    var isOnline = true
    var pushToken: String
    var icon = BadgeReducer.State()
    /// Who is logged in, and whose credentials are kept sealed for a goodbye.
    var credentials: String?
    var sealed: Set<String> = []
    /// What the notification centre of the phone shows.
    var delivered: [ShownPush] = []
    private var files: [String: JSONValue] = [:]
    private var seen = 0

    // The app, while it runs.
    var isRunning = false
    var isInForeground = false
    var permission = PermissionReducer.State()
    var registration = RegistrationReducer.State()
    var router = Router.State()
    var inbox = InboxReducer.State()
    /// Screens that were shown, the latest last.
    var shown: [AppPlace] = []
    /// What was selected before each of them.
    var selected: [[String: String]] = []
    var opened: [String] = []
    var explanations = 0
    /// What was shown in the foreground.
    var banners: [ShownPush] = []

    private let permissionReducer: PermissionReducer
    private let registrationReducer: RegistrationReducer
    private let badgeReducer: BadgeReducer
    private var routerReducer: Router { Router(links: links) }

    init(_ product: any ProductApp, _ backend: ProductBackend) async throws {
        self.product = product
        self.backend = backend
        client = await product.client(of: backend.host)
        links = AppLinks(try #require(client["deepLinks"]))
        catalogue = EventCatalogue(try #require(client["events"]))
        pushToken = product.token(1)
        permissionReducer = PermissionReducer(.init(platform: product.shape == .expoAndroid ? .android : .apple))
        registrationReducer = RegistrationReducer(forgetsFormerToken: !product.isKnownByID)
        badgeReducer = BadgeReducer(client["badge"]?.string.flatMap(BadgePolicy.init) ?? .none)
    }

    private var now: Int64 { backend.host.clock.now.epochMilliseconds }

    // MARK: life

    /// A cold start, with whoever's credentials are there.
    mutating func launch() async throws {
        try #require(!isRunning)
        (isRunning, isInForeground) = (true, true)
        permission = files["permission"].map { PermissionReducer.State($0) } ?? PermissionReducer.State()
        registration = files["registration"].map { RegistrationReducer.State($0) } ?? RegistrationReducer.State()
        router = files["router"].map { Router.State($0) } ?? Router.State()
        inbox = InboxReducer.State()
        (shown, selected, opened, banners) = ([], [], [], [])
        try await step(.launched(user: credentials, at: now))
        try await step(.foreground(system))
        badge(.foreground)
        if let credentials { try await open(credentials) }
    }

    /// The app's screens are there, and its log-in too where somebody is logged in.
    mutating func becomeReady() { step(.ready(at: now)) }

    mutating func kill() {
        (isRunning, isInForeground) = (false, false)
        (permission, registration, router) = (.init(), .init(), .init())
        inbox = InboxReducer.State()
    }

    mutating func background() { isInForeground = false }

    mutating func foreground() async throws {
        isInForeground = true
        badge(.foreground)
        try await step(.foreground(system))
        try await step(.reachable(at: now))
    }

    mutating func logIn(_ user: String) async throws {
        #expect((200...299).contains(await product.logIn(user, at: backend.host)))
        credentials = user
        write(product.tables)
        try await step(.signedIn(user))
        step(.signedIn(user, at: now))
        try await open(user)
    }

    mutating func logOut() async throws {
        let user = try #require(credentials)
        sealed.insert(user)
        try await step(.signedOut(credentials: user, at: now))
        // Two seconds later, where no answer came.
        if credentials != nil { try await step(.goodbyeTimedOut) }
        step(Router.Event.signedOut)
        _ = InboxReducer().reduce(&inbox, .signedOut)
    }

    private mutating func open(_ user: String) async throws {
        _ = InboxReducer().reduce(&inbox, .opened(user: user, cache: nil))
        _ = InboxReducer().reduce(
            &inbox,
            .stream(.badge(unreadCount: 0), id: "0", request: inbox.streamRequest, at: now)
        )
        try await refresh()
        if router.user == nil { step(.signedIn(user, at: now)) }
    }

    /// Fetches the first page, as the stream's first event has it done.
    mutating func refresh() async throws {
        _ = InboxReducer().reduce(&inbox, .refresh)
        let answer = await backend.host.call("GET", "/v1/\(product.tenant)/notifications", user: credentials)
        try #require(answer.status == 200)
        let items = (answer.json["items"]?.array ?? []).compactMap(InboxItem.init)
        _ = InboxReducer().reduce(
            &inbox,
            .page(
                items: items,
                unreadCount: answer.json["unreadCount"]?.integer.map { Int($0) },
                nextCursor: nil,
                request: inbox.fetchRequest
            )
        )
        badge(.unread(InboxReducer.shownUnreadCount(inbox)))
    }

    // MARK: pushes

    /// Takes what came since the last time, as the phone does in the state that the app is in.
    mutating func receive() async throws {
        let all = try await backend.handed(to: pushToken, as: product.shape)
        let new = all.dropFirst(seen)
        seen = all.count
        for payload in new {
            let push = ReceivedPush(payload, shape: product.shape)
            if !isInForeground { badge(.received(badge: push.badge)) }
            let shown = try shown(push, payload)
            guard isInForeground else {
                delivered.append(shown)
                if let number = shown.badge { icon = .init(shown: number) }
                continue
            }
            if product.isShownInForeground { banners.append(shown) }
        }
        if isInForeground, credentials != nil { try await refresh() }
    }

    /// Words of the product's notification service extension, which the system starts for a push that may be changed.
    ///
    /// It shares nothing with the app but the disk.
    private func shown(_ push: ReceivedPush, _ payload: JSONValue) throws -> ShownPush {
        guard payload["aps"]?["mutable-content"] == 1 else {
            return ShownPush(push: push, title: push.title, body: push.body, badge: push.badge)
        }
        let made = DeviceWords(client).texts(for: push, in: "en", with: DeviceTables(files["tables"] ?? .null))
        let number = badgeReducer.policy == .count ? icon.shown : nil
        var state = ServiceExtensionReducer.State()
        let effects = ServiceExtensionReducer().reduce(
            &state,
            .received(push, texts: made.slots, badge: number, wasShown: false)
        )
        guard effects.count == 1, case .handOver(let content)? = effects.first else {
            Issue.record("\(product.tenant): the extension does \(effects)")
            return ShownPush(push: push, title: nil, body: nil, badge: nil)
        }
        return ShownPush(
            push: push,
            title: content.title ?? push.title,
            body: content.body ?? push.body,
            badge: content.badge
        )
    }

    /// What the app knows changed, and its extension is to know it too.
    mutating func write(_ tables: DeviceTables) { files["tables"] = tables.json }

    /// A tap on a notification of the phone's centre, which may start the app; reported twice, as phones do.
    mutating func tap(_ notification: ShownPush) async throws {
        let push = notification.push
        delivered.removeAll { $0 == notification }
        if !isRunning { try await launch() }
        isInForeground = true
        badge(.opened)
        guard case .event(let event) = catalogue.recognize(push) else {
            Issue.record("\(product.tenant): the push isn't recognized")
            return
        }
        let tap = Router.Tap(
            id: event.notificationID ?? event.identity,
            isID: event.notificationID != nil,
            destination: catalogue.destination(of: push, in: links),
            context: product.context(of: event)
        )
        for _ in 0..<2 { step(.tap(tap, at: now)) }
        // One that doesn't say which notification it is can't be marked.
        if event.notificationID != nil { try await mark(opened) }
        opened = []
    }

    /// Marks in the list and at the host.
    mutating func mark(_ ids: [String]) async throws {
        var effects = InboxReducer().reduce(&inbox, .mark(ids: ids, isRead: true, at: now))[...]
        while let effect = effects.popFirst() {
            switch effect {
            case .sendMark(let ids, let isRead, let request):
                let body: JSONValue = ["ids": .array(ids.map { .string($0) }), "read": .boolean(isRead)]
                let target = "/v1/\(product.tenant)/notifications"
                let answer = await backend.host.call("PATCH", target, user: credentials, body)
                let outcome = RequestOutcome(status: answer.status)
                effects += InboxReducer().reduce(&inbox, .marked(outcome, request: request, at: now))
            case .waitToMark(let wait):
                backend.host.clock.advance(by: .milliseconds(wait.milliseconds))
                effects += InboxReducer().reduce(&inbox, .markTimer(at: now))
            case .openStream, .closeStream, .fetchPage, .waitToFetch, .waitToConnect, .refreshToken, .save, .erase:
                break
            }
        }
        badge(.unread(InboxReducer.shownUnreadCount(inbox)))
    }

    // MARK: machines

    mutating func step(_ event: PermissionReducer.Event) async throws {
        for effect in permissionReducer.reduce(&permission, event) {
            switch effect {
            case .showExplanation: explanations += 1
            case .createChannels: #expect(product.shape == .expoAndroid)
            case .request:
                system = answersWith
                try await step(.answered(system))
            case .register: try await step(RegistrationReducer.Event.permission(isAllowed: true))
            case .unregister, .openSettings: break
            case .markDenied: try await step(RegistrationReducer.Event.permission(isAllowed: false))
            }
        }
        files["permission"] = permission.json
    }

    mutating func step(_ event: RegistrationReducer.Event) async throws {
        for effect in registrationReducer.reduce(&registration, event) {
            switch effect {
            case .fetchToken: try await step(.token(pushToken))
            case .register(let registration):
                let (token, user) = (registration.token, registration.user)
                // Nobody but who is logged in has credentials.
                try #require(user == credentials)
                let outcome =
                    isOnline ? await product.register(token, user, at: backend.host) : RequestOutcome(status: 0)
                try await step(.answered(outcome, isTokenFault: false, request: registration.request, at: now))
                if outcome.status / 100 == 2 { try await step(PermissionReducer.Event.tokenRegistered) }
            case .goodbye(let goodbye):
                guard isOnline else { break }
                #expect(goodbye.user == credentials || sealed.contains(goodbye.user))
                let outcome = await product.unregister(goodbye.token, goodbye.user, at: backend.host)
                try await step(.goodbyeAnswered(outcome, request: goodbye.request))
            case .dropCredentials: credentials = nil
            case .removeDelivered: delivered = []
            case .clearBadge: badge(.signedOut)
            case .wait: break
            case .refreshCredentials(let request):
                try await step(.credentialsRefreshed(isSuccess: true, request: request))
            }
        }
        files["registration"] = registration.json
    }

    mutating func step(_ event: Router.Event) {
        for effect in routerReducer.reduce(&router, event) {
            switch effect {
            case .show(let destination, let context):
                shown.append(destination)
                selected.append(context)
            case .markOpened(let id): opened.append(id)
            case .openExternally, .perform, .refuse: break
            }
        }
        files["router"] = router.json
    }

    private mutating func badge(_ event: BadgeReducer.Event) { _ = badgeReducer.reduce(&icon, event) }
}
