public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles

/// Event → ``AcceptedEvent``: matched to the tenant's event type, its payload checked, its notifications planned.
///
/// Pure: nothing is stored here. A class, so that the profile in it isn't copied at each use.
public final class Accepting: Sendable {
    let profile: TenantProfile
    private let linkMaker: DeepLinkMaker
    private let identifiers: any IdentifierMaker
    /// The profile's, as it is in every event.
    private let revision: String
    private let links: DataLinks
    private let audience: EventAudience
    private let providers: ProviderDataNames

    /// Recipients an event may name; more are reached through a topic or a campaign.
    public static let recipientLimit = 100

    public init(profile: TenantProfile, registry: ChannelRegistry, identifiers: any IdentifierMaker) {
        self.profile = profile
        self.identifiers = identifiers
        linkMaker = DeepLinkMaker(profile.deepLinks)
        revision = profile.revision.description
        links = DataLinks(of: profile)
        audience = EventAudience(of: profile, links)
        providers = ProviderDataNames(of: profile, registry: registry)
    }

    /// - Throws: every fault of the event at once.
    public func accept(_ event: Event, at now: Instant) throws(Faults) -> AcceptedEvent {
        try accept(ParsedEvent(event: event), at: now)
    }

    /// The same for an event as it was read; a place whose form is wrong is not complained of twice.
    public func accept(_ read: ParsedEvent, at now: Instant) throws(Faults) -> AcceptedEvent {
        var event = read.event
        if profile.authentication.users?.ignoresCase == true {
            event.recipients = event.recipients.map { .init(id: profile.canonical($0.id), facts: $0.facts) }
        }
        if read.faults.contains(where: { $0.pointer.isEmpty }) { throw Faults(read.faults) }
        // Where recipients couldn't be read, positions among those that could would mislead.
        let readsRecipients = !read.faults.contains { $0.concerns("/recipients") }
        var faults = namingFaults(of: event) + (readsRecipients ? recipientFaults(of: event) : [])
        let type = profile.event(named: event.type)
        if type == nil { faults.append(.unknownType(event.type, known: profile.events.map(\.id))) }
        if event.scheduledAt != nil, type?.schedule.isEmpty == false { faults.append(.scheduledTwice) }
        var payload = Payload()
        var data: OpenData?
        if let type {
            do {
                let reader = reader(for: type)
                payload = try reader.read(event.data, at: "/data")
                faults += type.imageFaults(in: payload).map { $0.within("/data") }
                let open = OpenData(of: event, as: type, payload, links)
                faults += open.faults(reader, providers)
                faults += linkFaults(of: payload, as: type)
                data = open
            } catch {
                faults += error.faults
            }
        }
        faults += event.timeFaults(as: type, payload, at: now)
        faults = read.faults + faults.filter { fault in !read.faults.contains { $0.concerns(fault.pointer) } }
        guard let type, let data, faults.isEmpty else { throw Faults(faults) }
        let keys = EventKeys(type, payload: payload, of: profile)
        var planned = plan(event, as: type, payload: payload, keys, at: now)
        planned.audience = try audience.topic(of: event, as: type, data, keys)
        return planned
    }

    /// Topics of places that an event may be about by a value of its open data, under whatever name, each with its
    /// place.
    ///
    /// A topic that nobody is subscribed to is no place. One that somebody is subscribed to is the event's audience.
    public func mentions(in event: Event) -> [(pointer: String, topic: Topic)] { audience.mentions(in: event) }

    private func reader(for type: EventType) -> PayloadReader {
        PayloadReader(type, of: profile)
    }

    private func plan(
        _ event: Event,
        as type: EventType,
        payload: Payload,
        _ keys: EventKeys?,
        at now: Instant
    ) -> AcceptedEvent {
        let (times, decisions) = EventTimes(type: type, policies: profile.policies)
            .planned(for: event, payload: payload, at: now)
        var notifications: [PlannedNotification] = []
        var facts: [UserID: UserAttributes] = [:]
        for recipient in event.recipients where facts[recipient.id] == nil {
            facts[recipient.id] = recipient.facts
            for time in times {
                notifications.append(
                    PlannedNotification(
                        id: identifiers.notification(profile.notificationIDs),
                        recipient: recipient.id,
                        priority: time.priority,
                        dueAt: time.dueAt,
                        expiresAt: time.expiresAt
                    )
                )
            }
        }
        var accepted = AcceptedEvent(
            id: identifiers.uuid(),
            source: event.source,
            externalID: event.id,
            type: type.id,
            payload: stored(event.data).text,
            overrides: event.overrides.map(stored),
            fingerprint: event.fingerprint,
            revision: revision,
            acceptedAt: now,
            topic: event.topicToExpand.map(profile.subscriptions.canonical),
            facts: facts.filter { !$0.value.isEmpty },
            notifications: notifications
        )
        accepted.recipients = event.recipients.map(\.id)
        if accepted.topic != nil || event.campaign != nil { accepted.times = times }
        accepted.campaign = event.campaign
        if event.campaign != nil { accepted.startsAt = max(now, event.scheduledAt ?? now) }
        accepted.decisions = decisions
        accepted.collapse = keys?.collapse
        accepted.dedupe = keys?.dedupe
        accepted.supersedes = keys?.supersedes
        return accepted
    }

    /// The payload as kept: what the tenant has removed from texts is removed before it is stored.
    private func stored(_ data: JSONValue) -> JSONValue {
        profile.policies.stripsTags ? data.strippingTags : data
    }

    /// What goes to the app beside the texts is sanitized in the same way.
    private func stored(_ overrides: NotificationOverrides) -> NotificationOverrides {
        guard profile.policies.stripsTags, !overrides.data.isEmpty else { return overrides }
        var overrides = overrides
        overrides.data = JSONValue.object(overrides.data).strippingTags.object ?? overrides.data
        return overrides
    }
}

extension Accepting {
    private func namingFaults(of event: Event) -> [Fault] {
        var faults: [Fault] = []
        for (pointer, text) in [("/id", event.id), ("/source", event.source)] where UserID(text) == nil {
            faults.append(Fault(pointer: pointer, code: .badFormat, message: "must be \(UserID.shape)"))
        }
        if event.source == CampaignPlan.source, event.campaign == nil { faults.append(.reservedSource) }
        return faults
    }

    /// A message whose link can't be made is never sent.
    private func linkFaults(of payload: Payload, as type: EventType) -> [Fault] {
        guard let link = type.deepLink else { return [] }
        return linkMaker.faults(of: link, payload: payload).map { $0.within("/data") }
    }

    private func recipientFaults(of event: Event) -> [Fault] {
        guard event.campaign?.isForEveryone != true else { return [] }
        var faults: [Fault] = []
        switch (event.recipients.isEmpty, event.topic) {
        case (true, nil):
            faults.append(.missing("/recipients"))
        case (_, .some), (false, nil): break
        }
        if event.recipients.count > Self.recipientLimit {
            faults.append(.tooMany("/recipients", count: event.recipients.count, limit: Self.recipientLimit))
        }
        for (index, recipient) in event.recipients.enumerated() {
            faults += recipient.facts.faults(at: "/recipients/\(index)")
        }
        return faults
    }
}

extension UserAttributes {
    /// Those that can be used.
    public var withoutFaults: UserAttributes {
        let wrong = Set(faults(at: "").map(\.pointer))
        return UserAttributes(
            email: wrong.contains("/email") ? nil : email,
            locale: wrong.contains("/locale") ? nil : locale,
            timeZone: wrong.contains("/timeZone") ? nil : timeZone,
            phone: wrong.contains("/phone") ? nil : phone
        )
    }

    /// What is wrong with facts that come from outside.
    public func faults(at pointer: String) -> [Fault] {
        var faults: [Fault] = []
        if let email, !TextFormat.isEmail(email) {
            faults.append(.init(pointer: "\(pointer)/email", code: .badFormat, message: "must be an e-mail address"))
        }
        if let locale, LocaleTag(locale) == nil {
            faults.append(
                .init(pointer: "\(pointer)/locale", code: .badFormat, message: "must be a language tag such as en")
            )
        }
        if let timeZone, !TextFormat.isTimeZone(timeZone) {
            let message = "must be a time zone such as Africa/Lagos"
            faults.append(.init(pointer: "\(pointer)/timeZone", code: .badFormat, message: message))
        }
        if let phone, !TextFormat.isPhone(phone) {
            let message = "must be a telephone number such as +4790012345"
            faults.append(.init(pointer: "\(pointer)/phone", code: .badFormat, message: message))
        }
        return faults
    }
}

extension Fault {
    /// Campaigns are events of this source.
    static let reservedSource = Fault(
        pointer: "/source",
        code: .notAllowed,
        message: "must not be \(CampaignPlan.source), which is the source of campaigns"
    )

    /// The event type's own times and the sender's would contradict each other.
    static let scheduledTwice = Fault(
        pointer: "/scheduledAt",
        code: .notAllowed,
        message: "must not be given, because events of this type have a schedule of their own"
    )

    static func unknownType(_ name: String, known: [EventTypeID]) -> Fault {
        let list = known.map(\.rawValue).sorted().joined(separator: ", ")
        return Fault(pointer: "/type", code: .unknownEvent, message: "is no event of this tenant; it has \(list)")
    }
}

extension PayloadValue {
    /// A point in time; a date is its first moment in UTC.
    var instant: Instant? {
        switch self {
        case .instant(let instant): instant
        case .date(let day): Instant(epochMilliseconds: day.number * 86_400_000)
        default: nil
        }
    }
}

extension Event {
    /// Everything the sender specified, in one text with members in a fixed order.
    var fingerprint: String {
        let recipients = recipients.map { recipient -> JSONValue in
            let facts = recipient.facts
            let parts = [recipient.id.rawValue, facts.email, facts.locale, facts.timeZone, facts.phone]
            return .array(parts.map { $0.map { .string($0) } ?? .null })
        }
        let parts: [JSONValue] = [
            .string(type),
            time.map { JSONValue($0.epochMilliseconds) } ?? .null,
            scheduledAt.map { JSONValue($0.epochMilliseconds) } ?? .null,
            topic.map { .string($0.rawValue) } ?? .null,
            .array(recipients),
            data.sorted,
            priority.map { .string($0.rawValue) } ?? .null,
            (overrides?.json).map { JSONValue.object($0).sorted } ?? .null,
        ]
        // Left out where there is none: what was accepted before there were such things keeps its fingerprint.
        let campaignParts: [JSONValue] =
            campaign.map { plan in
                [
                    plan.name.map { .string($0) } ?? .null, .boolean(plan.isForEveryone),
                    plan.rate.map { .string($0.description) } ?? .null,
                ]
            } ?? []
        let audienceParts: [JSONValue] = audience.map { [["audience": .string($0.rawValue)]] } ?? []
        return JSONValue.array(parts + campaignParts + audienceParts).text
    }
}

extension JSONValue {
    /// Every string in it without markup and control characters.
    var strippingTags: JSONValue {
        switch self {
        case .string(let text): .string(Sanitizer.strippingTags(from: text))
        case .array(let elements): .array(elements.map(\.strippingTags))
        case .object(let object): .object(JSONObject(object.members.map { .init($0.name, $0.value.strippingTags) }))
        default: self
        }
    }

    /// The same value with the members of every object in alphabetical order.
    var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { .init($0.name, $0.value.sorted) }.sorted { $0.name.exact < $1.name.exact }
                )
            )
        default: self
        }
    }
}
