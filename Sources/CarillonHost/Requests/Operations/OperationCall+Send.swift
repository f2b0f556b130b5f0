import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// How long a sender waits for the provider's answer.
    static let timeLimit: Duration = .seconds(10)
    /// How often the store is read for what another process does.
    static let lookInterval: Duration = .milliseconds(250)
    /// Who sends, as events remember it.
    static let sendSource = "send"

    /// `notifications.send`: sends one notification to one user, and returns the provider's answer.
    func send(_ fields: FieldReading) async throws(Problem) -> JSONObject {
        let type = eventType(fields)
        try fields.finish(type == nil && !fields.hasFault(at: "type") ? [.missing("/type")] : [])
        let user = fields.sureUser("userId", of: profile)
        var event = Event(
            id: idempotencyKey ?? host.identifiers.uuid(),
            source: Self.sendSource,
            type: type ?? "",
            recipients: [RecipientReference(id: user)],
            data: .object(fields.open("payload") ?? JSONObject())
        )
        event.scheduledAt = fields.instant("scheduledAt")
        event.priority = fields.text("priority").flatMap { Priority(rawValue: $0) }
        event.audience = fields.text("audience").map { Topic(unchecked: $0) }
        event.overrides = NotificationOverrides(fields)
        var accepted = try accepted(event)
        let isRepeat = try await isRepeat
        if !isRepeat { try await hold(&accepted, toPlacesIn: event) }
        let devices = try await devices(of: user)
        guard isRepeat || !devices.isEmpty else { throw Problem(.noDevice, "this user has no registered device") }
        let posted = try await post(accepted, to: user, isRepeat: isRepeat)
        return try await answer(to: posted, user: user, devices: devices)
    }

    /// Whether this key was used before: the answer is then the outcome of the first send, whatever has changed since.
    private var isRepeat: Bool {
        get async throws(Problem) {
            guard let key = idempotencyKey else { return false }
            return try await stored { store throws(StoreFailure) in
                try await store.hasAccepted(key, from: Self.sendSource)
            }
        }
    }

    /// The type that is named, or the only one of the category.
    private func eventType(_ fields: FieldReading) -> String? {
        if let type = fields.text("type") { return type }
        guard let category = fields.text("category") else { return nil }
        let fitting = profile.events(inCategory: category)
        return fitting.count == 1 ? fitting[0].id.rawValue : nil
    }

    private func devices(of user: UserID) async throws(Problem) -> [DeviceRecord] {
        let plugins = Set(profile.channels.map(\.plugin))
        return try await stored { store throws(StoreFailure) in
            try await store.devices(of: user).filter { plugins.contains($0.plugin) }
        }
    }

    private func accepted(_ event: Event) throws(Problem) -> AcceptedEvent {
        do {
            return try tenant.runtime.accepting.accept(event, at: host.clock.now)
        } catch {
            throw .invalid(error.faults.map(\.asOfSend))
        }
    }

    /// A place that somebody is subscribed to is recognized by its id, whatever the name of the member in the data.
    ///
    /// - Throws: where that is another place than the send is for.
    private func hold(_ accepted: inout AcceptedEvent, toPlacesIn event: Event) async throws(Problem) {
        for (pointer, topic) in tenant.runtime.accepting.mentions(in: event) where topic != accepted.audience {
            let isPlace = try await stored { store throws(StoreFailure) in
                try await !store.subscribers(of: topic, after: 0, limit: 1).isEmpty
            }
            guard isPlace else { continue }
            guard accepted.audience == nil else {
                throw .invalid([.otherAudience(pointer, than: "the rest of the send").asOfSend])
            }
            accepted.audience = topic
        }
    }

    /// A repeat isn't counted against the recipient's limit: it sends nothing.
    private func post(_ accepted: AcceptedEvent, to user: UserID, isRepeat: Bool) async throws(Problem) -> PostedSend {
        let now = host.clock.now
        let watch = { (id: String?) in
            id.map { id in
                tenant.runtime.settled.changes(
                    of: id,
                    for: Self.timeLimit,
                    atLeastEvery: tenant.runtime.worksElsewhere ? Self.lookInterval : nil
                )
            }
        }
        let changes = watch(accepted.notifications.first?.id)
        if !isRepeat { try await limit(user, at: now) }
        switch try await intake.take(accepted) {
        case .accepted: return PostedSend(event: accepted.id, at: now, changes: changes)
        case .duplicate(let id, let notifications):
            return PostedSend(event: id, at: now, changes: watch(notifications.first))
        case .conflict:
            throw Problem(.conflict, "this Idempotency-Key was used for another notification")
        }
    }

    /// - Throws: `rate-limited` where the recipient has had what the profile allows.
    private func limit(_ user: UserID, at now: Instant) async throws(Problem) {
        guard let limit = profile.policies.recipientRateLimit, let limiter = host.limiter else { return }
        let key = RateLimiter.Key(tenant: profile.id, rule: "recipient", caller: user.rawValue)
        let state = await limiter.count(key, limit, at: now)
        guard let wait = state.retryAfter else { return }
        throw Problem(
            .rateLimited,
            "this user may get \(limit.count) notifications in \(limit.window.written)",
            retryAfter: wait,
            headers: Dictionary(state.headers("recipient").map { ($0.name, $0.value) }) { first, _ in first }
        )
    }

    // MARK: the answer

    private func answer(
        to posted: PostedSend,
        user: UserID,
        devices: [DeviceRecord]
    ) async throws(Problem) -> JSONObject {
        var progress = SendProgress(posted: posted, channels: pushChannels, seenAt: posted.at)
        try await update(&progress)
        if !progress.isSettled, let changes = posted.changes {
            for await _ in changes {
                try await update(&progress)
                if progress.isSettled { break }
            }
            if !progress.isSettled { try await update(&progress, isLast: true) }
        }
        return try await result(of: progress, user: user, devices: devices)
    }

    private var pushChannels: Set<ChannelID> {
        Set(
            profile.channels.filter { binding in
                if case .deviceToken? = registry[binding.plugin]?.descriptor.address { true } else { false }
            }.map(\.id)
        )
    }

    /// - Parameter isLast: the sender waits no longer.
    private func update(_ progress: inout SendProgress, isLast: Bool = false) async throws(Problem) {
        let id = progress.posted.event
        // Before the store: what still waits there afterwards isn't taken up any more.
        progress.circuitOpenChannels = circuitOpenChannels(for: progress.posted, isLast: isLast)
        let trace = try await stored { store throws(StoreFailure) in try await store.trace(event: id) }
        progress.acceptedAt = trace?.event.acceptedAt
        progress.notification = trace?.notifications.first
        progress.seenAt = host.clock.now
        // After the store: who reports a failure says so before the outcome is stored.
        if let notification = progress.notification, tenant.runtime.settled.isProviderFailure(notification.id) {
            progress.isProviderFailure = true
        }
        // Another process reports to itself alone; what it stored says the same of each attempt.
        if tenant.runtime.worksElsewhere,
            progress.waiting.contains(where: { $0.attempts.last?.concernsProvider == true })
        {
            progress.isProviderFailure = true
        }
    }

    /// Those that rest, or are paused, for longer than half of the time that the sender may still wait: what waits for a
    /// shorter while has the other half to be tried.
    private func circuitOpenChannels(for posted: PostedSend, isLast: Bool) -> Set<ChannelID> {
        let now = host.clock.now
        let left = isLast ? .zero : Self.timeLimit - posted.at.duration(to: now)
        return pushChannels.filter { id in
            guard let end = tenant.runtime.restEnd(of: id) else { return false }
            return isLast || now.duration(to: end) > left / 2
        }
    }

    private func result(
        of progress: SendProgress,
        user: UserID,
        devices: [DeviceRecord]
    ) async throws(Problem) -> JSONObject {
        guard let notification = progress.notification, let acceptedAt = progress.acceptedAt else {
            throw Problem(.internal, "the notification is not there")
        }
        let now = host.clock.now
        let verdict = progress.verdict(at: now)
        if verdict == .providerFailed {
            try await giveUp(progress.waiting + progress.circuitOpen, at: now)
            throw Problem(
                .internal,
                "the push service could not be reached; the notification is in the feed",
                retryAfter: pause(of: progress.pushes, at: now)
            )
        }
        if case .failed = verdict { try await giveUp(progress.waiting, at: now) }
        if case .failed = verdict, try await areGone(progress.pushes, of: user) {
            throw Problem(.tokenGone, "the user's device token is no longer valid")
        }
        // The answer has one device, to which the receipt belongs: the one that was registered last, whose delivery is the
        // last, or another one that was reached. The token is taken from the delivery, because devices may be gone.
        let delivered = progress.pushes.last { $0.status == .delivered }
        let token = (delivered ?? progress.pushes.last)?.address ?? devices.last?.token
        var delivery = JSONObject([.init("status", .string(verdict.word))])
        delivery["id"] = delivered.map { .string(String($0.row)) }
        delivery["channel"] = (delivered ?? progress.pushes.first).map { .string($0.channel.rawValue) }
        delivery["token"] = token.map { .string($0) }
        delivery["receipt"] = (delivered?.receipt).map { .string($0) }
        delivery["sentAt"] = (verdict.time?.rfc3339).map { .string($0) }
        if case .failed(let message, _) = verdict { delivery["error"] = .string(message) }
        let object = JSONObject([
            .init("id", .string(notification.id)), .init("userId", .string(user.rawValue)),
            .init("priority", .string(notification.priority.rawValue)), .init("status", .string(verdict.word)),
            .init("createdAt", .string(acceptedAt.rfc3339)),
            .init("scheduledAt", .string(notification.dueAt.rfc3339)),
        ])
        return JSONObject([.init("notification", .object(object)), .init("delivery", .object(delivery))])
    }

    /// How long to wait for the next attempt of a channel whose circuit is open or that is paused; repeating the send
    /// doesn't count as an attempt.
    private func pause(of pushes: [DeliveryTrace], at now: Instant) -> Duration? {
        guard idempotencyKey == nil else { return nil }
        let channels = tenant.runtime.channels
        return pushes.compactMap { channels[$0.channel]?.breaker.circuit.waitForCaller(at: now) }.min()
    }

    /// The caller gets the failure and decides: nothing is sent later without their knowledge.
    private func giveUp(_ deliveries: [DeliveryTrace], at now: Instant) async throws(Problem) {
        guard !deliveries.isEmpty else { return }
        let settlements = deliveries.map {
            Settlement(row: $0.row, result: .failed(.senderWasAnswered), at: now, wasAttempted: false)
        }
        try await stored { store throws(StoreFailure) in try await store.settle(settlements) }
    }

    private func areGone(_ deliveries: [DeliveryTrace], of user: UserID) async throws(Problem) -> Bool {
        let known = try await devices(of: user).map(\.id)
        let devices = deliveries.compactMap(\.device)
        return !devices.isEmpty && devices.allSatisfy { !known.contains($0) }
    }
}

/// A notification that was stored, and where to hear what becomes of it.
struct PostedSend: Sendable {
    let event: String
    let at: Instant
    let changes: AsyncStream<Void>?
}

/// What is known of a send so far.
struct SendProgress: Sendable {
    let posted: PostedSend
    let channels: Set<ChannelID>
    /// The time of the last update.
    var seenAt: Instant
    var acceptedAt: Instant?
    var notification: NotificationTrace?
    var isProviderFailure = false
    /// They send nothing in the time that is left.
    var circuitOpenChannels: Set<ChannelID> = []

    enum Verdict: Sendable, Hashable {
        case sent(Instant)
        /// It goes out later.
        case scheduled(Instant)
        case failed(String, Instant)
        /// Nothing is known of the notification itself.
        case providerFailed

        var word: String {
            switch self {
            case .sent: "sent"
            case .scheduled: "scheduled"
            case .failed, .providerFailed: "failed"
            }
        }

        /// Nil where the provider couldn't be used: then nothing was sent at any time.
        var time: Instant? {
            switch self {
            case .sent(let time), .scheduled(let time), .failed(_, let time): time
            case .providerFailed: nil
            }
        }
    }

    var pushes: [DeliveryTrace] { notification?.deliveries.filter { channels.contains($0.channel) } ?? [] }

    /// Those that were tried without success and would be tried again, or are held.
    var waiting: [DeliveryTrace] { pushes.filter { $0.status == .pending && !$0.attempts.isEmpty } }

    /// Deliveries that routing postponed: for quiet hours, a window or a rate limit.
    ///
    /// What only found no room in memory is due, and is none of them.
    private var postponed: [DeliveryTrace] { untried.filter(isPostponed) }

    /// Deliveries that are due, and wait because their channel's circuit is open.
    var circuitOpen: [DeliveryTrace] { untried.filter { !isPostponed($0) && circuitOpenChannels.contains($0.channel) } }

    private var untried: [DeliveryTrace] { pushes.filter { $0.status == .pending && $0.attempts.isEmpty } }

    private func isPostponed(_ push: DeliveryTrace) -> Bool { push.nextAttemptAt.map { $0 > seenAt } == true }

    /// Whether the outcome can be reported: the notification is scheduled for later, or each push was answered by the
    /// provider, was postponed, or waits for a channel whose circuit is open.
    var isSettled: Bool {
        guard let notification else { return false }
        switch notification.status {
        case .scheduled: return notification.dueAt > posted.at
        case .cancelled: return true
        case .routed:
            let ended = pushes.count { $0.status.isFinal }
            return pushes.count == ended + waiting.count + postponed.count + circuitOpen.count
        }
    }

    func verdict(at now: Instant) -> Verdict {
        guard let notification else { return .failed("unknown", now) }
        if notification.status == .scheduled { return .scheduled(notification.dueAt) }
        if let delivered = pushes.first(where: { $0.status == .delivered }) {
            return .sent(delivered.settledAt ?? now)
        }
        if pushes.isEmpty {
            let reason = notification.decisions.last { $0.verdict == .skip }
            return .failed(reason.map { "\($0.reason.code): \($0.detail)" } ?? "no device was reached", now)
        }
        if let planned = postponed.compactMap(\.nextAttemptAt).min() { return .scheduled(planned) }
        if let next = waiting.first {
            if isProviderFailure { return .providerFailed }
            return next.nextAttemptAt.map { .scheduled($0) } ?? .failed(next.attempts.last?.summary ?? "held", now)
        }
        if !circuitOpen.isEmpty { return .providerFailed }
        guard let last = pushes.first(where: { $0.status.isFinal }), let end = last.attempts.last else {
            return .scheduled(now)
        }
        if end.concernsProvider { return .providerFailed }
        return .failed(end.summary, last.settledAt ?? now)
    }
}

extension Fault {
    /// The same fault in terms of a send, which has no event: the event's id is the sender's key, its data is their
    /// payload, and members of the notification are beside that.
    fileprivate var asOfSend: Fault {
        let ofNotification = NotificationOverrides.place + "/"
        if pointer.hasPrefix(ofNotification) { return moved(to: "/" + pointer.dropFirst(ofNotification.count)) }
        if concerns("/data") { return moved(to: "/payload" + pointer.dropFirst("/data".count)) }
        return pointer == "/id" ? moved(to: "Idempotency-Key") : self
    }
}

extension AttemptTrace {
    fileprivate var summary: String { message.isEmpty ? code : "\(code): \(message)" }
}

extension OutcomeReason {
    static let senderWasAnswered = OutcomeReason(
        "SenderWasTold",
        "the provider could not be used, and the sender, who waited for the answer, was told so"
    )
    .concerningProvider
}

extension NotificationOverrides {
    /// What a send says instead of the event type.
    fileprivate init(_ fields: FieldReading) {
        self.init()
        category = fields.text("category")
        link = fields.link("deepLink")
        imageURL = fields.text("imageUrl")
        data = fields.open("data") ?? JSONObject()
        badgeIncrement = fields.integer("badgeIncrement")
        sound = fields.isNull("sound") ? .silent : fields.text("sound").map { .named($0) }
    }
}

extension MessageLink {
    /// - Throws: ``DeepLinkFault`` where the link leads elsewhere than to the profile's app and site.
    init(checking text: String, by links: DeepLinks) throws(DeepLinkFault) {
        switch try DeepLinkChecker(links).check(text) {
        case .app: self.init(app: text)
        case .web: self.init(web: text)
        case .screen: self.init(screen: text)
        }
    }
}
