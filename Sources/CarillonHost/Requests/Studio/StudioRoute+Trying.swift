import CarillonLanguage
import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStudio
import Synchronization

/// A text on a real phone: sample data alone, to users whom the profile names or who agreed, and in nothing that is kept or counted.
extension StudioRoute {
    static let trials = [tests] + pairings

    private static let tests = StudioRoute(
        .post,
        "/tests",
        .staff(.writer),
        "Sends a text, with a sample's data, to a test recipient's devices by one channel; nothing of it is kept.",
        body: .bodySchema(
            [
                "place": StudioSchema.named("Place"), "form": StudioSchema.named("Form").orNull,
                "proposal": .text("With the changes of this proposal."),
                "sample": .text("The sample; the main one when silent."),
                "channel": .text("By which it is sent: one of the event's."),
                "recipient": .text("One of `testRecipients`, or of the pairings of who is signed in."),
                "exact": [
                    "type": "boolean",
                    "description": .string(
                        "The words as they are, without `\(StudioTrial.mark)` before the title: the message's data says "
                            + "`test` instead."
                    ),
                ],
            ],
            required: ["place", "channel", "recipient"]
        ),
        result:
            "`results`, one for each device or address: `outcome` as the provider said it, with `code` and `message`, "
            + "and the bytes as `size`; `unanswered` where it hasn't within ten seconds.",
        answers: .json("Trial")
    ) { call throws(Problem) in try await call.sendTrial() }
}

/// What may be tried, and how often.
enum StudioTrial {
    /// A person's.
    static let ofOne = RateLimit(count: 20, per: .seconds(3600))
    /// A tenant's.
    static let ofTenant = RateLimit(count: 100, per: .seconds(3600))
    /// How long a provider's answer is waited for.
    static let answerTimeout: Duration = .seconds(10)
    /// Before the title, or what stands for it.
    static let mark = "[Test] "
    /// What can become of one, as pages get it.
    enum Outcome: String, CaseIterable {
        case accepted
        case deferred
        case refused
        case tooLarge = "too-large"
        case gone
        case misconfigured
        case uncertain
        case unanswered
    }

    /// Where somebody is reached on a channel.
    struct Address: Sendable {
        let text: String
        var platform: Platform?
        var name: String?
    }

    /// A message as it goes out: told apart from a real one, and with nothing that others count.
    ///
    /// - Parameters:
    ///   - isExact: whether its words stay as they are.
    ///   - id: stands for the notification that there isn't.
    static func marked(_ message: OutgoingMessage, isExact: Bool, id: String) -> OutgoingMessage {
        var message = message
        let slot = ["title", "email.subject", "body"].first { message.slots[$0]?.isEmpty == false }
        if !isExact, let slot, let text = message.slots[slot] { message.slots[slot] = mark + text }
        if isExact || !message.data.isEmpty { message.data["test"] = true }
        message.notification = id
        // Providers know messages by it: none is taken for another, or for one that was sent.
        message.delivery = Int64.random(in: .min ... -1)
        message.badge = nil
        message.collapseKey = nil
        message.expiresAt = nil
        return message
    }
}

extension StudioCall {
    fileprivate func sendTrial() async throws(Problem) -> APIResponse {
        var body = try body()
        let place = try place(body.object("place"))
        let change = try change(&body)
        let (proposal, sample) = (body.text("proposal"), body.text("sample"))
        let (channelName, name) = (body.required("channel"), body.required("recipient"))
        let isExact = body.boolean("exact") ?? false
        try body.finish()
        let member = try member()
        guard let id = ChannelID(channelName), let channel = tenant.runtime.channels[id] else {
            throw Problem(.notFound, "there is no such channel here")
        }
        guard channel.reachesPeople else {
            throw Problem(.conflict, "by this channel nothing is tried: it goes to a feed, to a service or to a room")
        }
        let user = try await recipient(name, of: member, on: channel)
        var draft = try await draft(with: proposal).draft
        try requireKnown(place, in: draft)
        if let change { try draft.make(change, at: place) }
        try await requireWanted(place.message, on: id, by: user, in: draft)
        let addresses = try await addresses(of: user, on: channel)
        guard !addresses.isEmpty else { throw Problem(.conflict, "this user can't be reached by this channel") }
        guard !channel.breaker.circuit.isPaused else { throw Problem(.conflict, "this channel is paused") }
        try await count("studio.tests", by: member)
        var messages: [OutgoingMessage] = []
        for address in addresses {
            let made = draft.trial(
                of: place.message,
                sample: sample,
                locale: place.locale,
                channel: id,
                to: address.text,
                on: address.platform,
                for: user,
                at: now
            )
            guard let made else { throw Problem(.notFound, "there is no such event, sample or channel") }
            guard case .success(let message) = made.outcome else {
                throw Problem(.conflict, "this can't be shown with this sample")
            }
            messages.append(StudioTrial.marked(message, isExact: isExact, id: api.identifiers.uuid()))
        }
        let facts = [
            "text": place.historyName, "channel": channelName, "recipient": AuditTrail.pseudonym(of: user),
            "count": "\(messages.count)",
        ]
        // It is known before anything goes out.
        try await note("studio.test", facts, content: ["new": draft.kept(place)], by: member)
        let outcomes = await Self.sent(messages, by: channel, api.pause)
        let results = zip(zip(addresses, messages), outcomes).map { sent, outcome -> JSONValue in
            var object = outcome.json
            object["platform"] = sent.0.platform.map { .string($0.rawValue) }
            object["device"] = sent.0.name.map { .string($0) }
            object["size"] = JSONValue(channel.kind.size(of: sent.1))
            return .object(object)
        }
        return APIResponse(json: ["results": .array(results)])
    }

    /// Whom somebody of the staff may send to: mails and text messages only to who agreed, for these go to a person's own address.
    private func recipient(
        _ name: String,
        of member: StaffMember,
        on channel: TenantChannel
    ) async throws(Problem) -> UserID {
        let now = now
        let user = UserID(name)
        let isNamed = user.map(profile.studio.testRecipients.contains) ?? false
        if isNamed, case .deviceToken = channel.descriptor.address, let user { return user }
        let pairings = try await stored { store throws(StoreFailure) in
            try await store.testPairings(of: member.name, at: now)
        }
        guard let user, pairings.contains(where: { $0.user == user }) else {
            throw Problem(
                .forbidden,
                isNamed
                    ? "by this channel a text is sent only to users who are paired with you"
                    : "a text is sent only to test recipients of the tenant, and to users who are paired with you"
            )
        }
        return user
    }

    /// - Throws: `conflict` where the recipient has switched these messages off; quiet hours don't count.
    private func requireWanted(
        _ id: EventTypeID,
        on channel: ChannelID,
        by user: UserID,
        in draft: StudioDraft
    ) async throws(Problem) {
        guard let event = draft.snapshot.profile?.event(id) else { return }
        let preferences = try await stored { store throws(StoreFailure) in try await store.preferences(of: user) }
        guard let toggle = profile.preference(against: event, on: channel, by: preferences) else { return }
        throw Problem(.conflict, "the recipient doesn't want these messages: their preference “\(toggle.name)” is off")
    }

    /// Each outcome; nil for what wasn't answered in time.
    private static func sent(
        _ messages: [OutgoingMessage],
        by channel: TenantChannel,
        _ pause: @escaping @Sendable (Duration) async throws -> Void
    ) async -> [DeliveryOutcome?] {
        let answers = TrialAnswers(messages.count)
        let sender = SizeLimitedSender(kind: channel.kind, channel: channel.plugin)
        let size = max(1, channel.descriptor.batchSize)
        await WakeSignal.wait(
            for: {
                var start = 0
                while start < messages.count {
                    let batch = Array(messages[start..<min(start + size, messages.count)])
                    answers.note(await sender.deliver(batch).map(\.outcome), from: start)
                    start += batch.count
                }
            },
            atMost: StudioTrial.answerTimeout,
            pause
        )
        return answers.all
    }

    private func addresses(
        of user: UserID,
        on channel: TenantChannel
    ) async throws(Problem) -> [StudioTrial.Address] {
        switch channel.descriptor.address {
        case .deviceToken:
            let devices = try await stored { store throws(StoreFailure) in try await store.devices(of: user) }
            return devices.filter { $0.plugin == channel.descriptor.id }.map {
                StudioTrial.Address(text: $0.token, platform: $0.platform, name: $0.name)
            }
        case .email, .phone:
            let facts = try await stored { store throws(StoreFailure) in try await store.facts(of: user) }
            let address = channel.descriptor.address == .email ? facts?.email : facts?.phone
            return address.map { [StudioTrial.Address(text: $0)] } ?? []
        case .user, .url, .room: return []
        }
    }

    /// Counts what somebody of the staff tries, and with it what all of the tenant's do.
    ///
    /// - Throws: `rate-limited` where it was too often.
    func count(_ rule: String, by member: StaffMember) async throws(Problem) {
        for (rule, caller, limit) in [
            (rule, member.name, StudioTrial.ofOne), (rule + ".all", "", StudioTrial.ofTenant),
        ] {
            let key = RateLimiter.Key(tenant: profile.id, rule: rule, caller: caller)
            guard let wait = await api.trials.count(key, limit, at: now).retryAfter else { continue }
            let message = "enough was tried: the next time is in \(wait.wholeSeconds) s"
            throw Problem(.rateLimited, message, retryAfter: wait)
        }
    }
}

extension TenantRuntime {
    /// The channels by which a text can be sent to somebody to try it, in the order of the profile.
    var testChannels: [ChannelID] {
        profile.channels.map(\.id).filter { channels[$0]?.reachesPeople == true }
    }
}

extension TenantChannel {
    /// Whether it goes to devices of people, or to an address of theirs.
    var reachesPeople: Bool {
        switch descriptor.address {
        case .deviceToken, .email, .phone: true
        case .user, .url, .room: false
        }
    }
}

/// What providers answered so far.
///
/// A lock, because who waits reads it while they answer.
private final class TrialAnswers: Sendable {
    private let answers: Mutex<[DeliveryOutcome?]>

    init(_ count: Int) {
        answers = Mutex([DeliveryOutcome?](repeating: nil, count: count))
    }

    func note(_ outcomes: [DeliveryOutcome], from start: Int) {
        answers.withLock { answers in
            for (index, outcome) in outcomes.enumerated() where answers.indices.contains(start + index) {
                answers[start + index] = outcome
            }
        }
    }

    var all: [DeliveryOutcome?] { answers.withLock { $0 } }
}

extension DeliveryOutcome? {
    /// As pages get it: `{"outcome": "refused", "code": …, "message": …}`.
    fileprivate var json: JSONObject {
        switch self {
        case nil: Self.json(.unanswered)
        case .accepted: Self.json(.accepted)
        case .deferred(let reason, _): Self.json(.deferred, reason)
        case .refused(let reason): Self.json(.refused, reason)
        case .tooLarge(let limit): Self.json(.tooLarge, limit: limit)
        case .gone(let reason, _): Self.json(.gone, reason)
        case .misconfigured(let reason): Self.json(.misconfigured, reason)
        case .uncertain(let reason): Self.json(.uncertain, reason)
        }
    }

    private static func json(
        _ outcome: StudioTrial.Outcome,
        _ reason: OutcomeReason? = nil,
        limit: Int? = nil
    ) -> JSONObject {
        var json: JSONObject = ["outcome": .string(outcome.rawValue)]
        json["limit"] = limit.map { JSONValue($0) }
        json["code"] = reason.map { .string($0.code) }
        json["message"] = reason.map { .string($0.message) }
        return json
    }
}
