public import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles
import MessageFormat

/// Routed → Rendered: the words of one delivery, in its reader's language and time zone, and everything around them.
///
/// Pure: the host, `carillon render`, `carillon test` and the studio call the same function.
public struct Rendering: Sendable {
    let profile: TenantProfile
    private let registry: ChannelRegistry
    let catalog: CompiledCatalog
    let links: DeepLinkMaker
    private let timeZones: any CarillonPluginKit.TimeZones

    /// Compiles every message of the profile once.
    public init(profile: TenantProfile, registry: ChannelRegistry, timeZones: any CarillonPluginKit.TimeZones) {
        self.profile = profile
        self.registry = registry
        self.catalog = CompiledCatalog(profile: profile, registry: registry)
        self.links = DeepLinkMaker(profile.deepLinks)
        self.timeZones = timeZones
    }

    /// - Throws: ``RenderingFailure``: a message that can't be formatted whole is not sent.
    public func render(_ request: RenderingRequest) throws(RenderingFailure) -> OutgoingMessage {
        if let count = request.collectedCount, let text = profile.priorities[request.priority].collectedText {
            let (_, binding, descriptor) = try parts(of: request)
            return try collected(request, count: count, text: text, descriptor: descriptor, binding: binding)
        }
        return try message(subject(of: request), request)
    }

    /// The message, and its words in other languages: what they have in common is made once.
    ///
    /// A language that the words can't be formatted in is left out.
    public func render(
        _ request: RenderingRequest,
        withWordsIn locales: [LocaleTag]
    ) throws(RenderingFailure) -> (message: OutgoingMessage, others: [(locale: String, slots: [String: String])]) {
        let subject = try subject(of: request)
        let message = try message(subject, request)
        let others = locales.compactMap { locale -> (String, [String: String])? in
            guard locale.rawValue != message.locale else { return nil }
            var request = request
            request.locale = locale.rawValue
            let words = try? words(for: request, subject, chain: profile.locales.chain(for: locale))
            return words.map { ($0.locale.rawValue, $0.slots) }
        }
        return (message, others)
    }

    /// What is the same for every reader.
    private struct Subject {
        let event: EventType
        let binding: ChannelBinding
        let descriptor: ChannelDescriptor
        let payload: Payload
        let link: MessageLink?
    }

    private func parts(
        of request: RenderingRequest
    ) throws(RenderingFailure) -> (EventType, ChannelBinding, ChannelDescriptor) {
        guard let event = profile.event(request.event), let binding = profile.channel(request.channel),
            let descriptor = registry[binding.plugin]?.descriptor
        else { throw .unknown(request.event, request.channel) }
        return (event, binding, descriptor)
    }

    private func subject(of request: RenderingRequest) throws(RenderingFailure) -> Subject {
        let (event, binding, descriptor) = try parts(of: request)
        let payload = try typed(request.payload, as: event)
        let link = if let given = request.overrides?.link { given } else { try link(of: event, payload: payload) }
        return Subject(event: event, binding: binding, descriptor: descriptor, payload: payload, link: link)
    }

    private func message(_ subject: Subject, _ request: RenderingRequest) throws(RenderingFailure) -> OutgoingMessage {
        let event = subject.event
        let overrides = request.overrides ?? NotificationOverrides()
        let chain = profile.locales.chain(for: request.locale.flatMap { LocaleTag($0) })
        let words = try words(for: request, subject, chain: chain)
        let scope = scope(for: request, subject, words: words, chain: chain)
        let category = (overrides.category ?? event.category).flatMap(profile.category)
        let policy = profile.priorities[request.priority]
        return OutgoingMessage(
            delivery: request.delivery,
            notification: request.notification,
            tenant: profile.id,
            event: event.id,
            recipient: request.recipient,
            address: request.address,
            platform: request.platform,
            locale: words.locale.rawValue,
            slots: words.slots,
            data: data(of: event, overrides, in: scope),
            link: subject.link,
            priority: request.priority,
            isSilent: policy.delivery == .silent,
            category: category?.platformIdentifier,
            categoryID: category?.id,
            sound: sound(overrides, otherwise: event.sound ?? policy.sound),
            badge: badge(of: event, counted: request.badge),
            imageURL: overrides.imageURL ?? event.image?.resolved(in: scope),
            androidChannel: category?.androidChannel,
            icon: category?.icon,
            color: category?.color?.description,
            collapseKey: event.collapse?.resolved(in: scope),
            expiresAt: request.expiresAt,
            createdAt: request.createdAt,
            skeleton: skeleton(of: event, subject.binding)
        )
    }

    private func typed(_ payload: JSONValue, as event: EventType) throws(RenderingFailure) -> Payload {
        do {
            return try PayloadReader(event.payload, locales: profile.locales, stripsTags: profile.policies.stripsTags)
                .read(payload)
        } catch {
            throw .payload(event.id, error.faults)
        }
    }

    private func link(of event: EventType, payload: Payload) throws(RenderingFailure) -> MessageLink? {
        guard let template = event.deepLink else { return nil }
        do {
            return try links.link(for: template, payload: payload)
        } catch {
            throw .link(event.id, error)
        }
    }

    private func data(
        of event: EventType,
        _ overrides: NotificationOverrides,
        in scope: TemplateScope
    ) -> JSONObject {
        var data = event.data.resolved(in: scope, wholeValues: .asText)?.object ?? JSONObject()
        for member in overrides.data.members { data[member.name] = member.value }
        return data
    }

    private func sound(_ overrides: NotificationOverrides, otherwise sound: String?) -> String? {
        switch overrides.sound {
        case .named(let name): name
        case .silent: nil
        case nil: sound
        }
    }

    private func badge(of event: EventType, counted: Int?) -> Int? {
        switch event.badge {
        case .unread: counted
        case .fixed(let number): number
        case .none: nil
        }
    }

    private func skeleton(of event: EventType, _ binding: ChannelBinding) -> JSONValue? {
        switch (binding.message, event.message) {
        case (let channel?, let event?): channel.composing(event)
        case (let channel, let event): channel ?? event
        }
    }

    private func scope(
        for request: RenderingRequest,
        _ subject: Subject,
        words: Words,
        chain: [LocaleTag]
    ) -> TemplateScope {
        var root = subject.payload.json(for: chain)
        root["event"] = .object(subject.event.placeholders)
        root["notification"] = ["id": .string(request.notification)]
        root["slot"] = .object(
            JSONObject((words.slots.merging(words.inData) { $1 }).map { .init($0.key, .string($0.value)) })
        )
        root["link"] = .object(JSONObject(subject.link?.jsonMembers ?? []))
        return TemplateScope(root)
    }
}

extension Rendering {
    private struct Words {
        var locale: LocaleTag
        /// What the channel shows.
        var slots: [String: String] = [:]
        /// Words that only the event's `data` wants.
        var inData: [String: String] = [:]
    }

    private func words(
        for request: RenderingRequest,
        _ subject: Subject,
        chain: [LocaleTag]
    ) throws(RenderingFailure) -> Words {
        let (event, link) = (subject.event, subject.link)
        var arguments = event.arguments(subject.payload, chain: chain)
        arguments["tenant"] = .string(profile.name)
        arguments["recipient"] = request.recipient.map { .string($0.rawValue) }
        arguments["link"] = (link?.web ?? link?.app).map { .string($0) }
        let maker = SlotWords(
            event: event.id,
            channel: request.channel,
            chain: chain,
            catalog: catalog,
            arguments: arguments,
            context: context(for: request),
            links: links
        )
        var words = Words(locale: chain.first ?? profile.locales.defaultLocale)
        for slot in subject.descriptor.slots {
            guard let found = try maker.text(of: slot.name, isHTML: slot.isHTML) else {
                if slot.isRequired { throw .missingSlot(event.id, slot.name, words.locale) }
                continue
            }
            if slot.isRequired { words.locale = found.locale }
            words.slots[slot.name] = found.text
        }
        for slot in event.slotsInData where words.slots[slot] == nil {
            words.inData[slot] = try maker.text(of: slot)?.text
        }
        return words
    }

    func context(for request: RenderingRequest) -> FormattingContext {
        let zone = request.timeZone.flatMap { timeZones.offset(of: $0, at: request.now) == nil ? nil : $0 }
        return FormattingContext(
            now: request.now.epochMilliseconds.floorDivided(by: 1000),
            timeZone: zone ?? profile.timeZone,
            timeZones: MessageFormat.TimeZones { [timeZones] name, seconds in
                timeZones.offset(of: name, at: Instant(epochMilliseconds: seconds * 1000))
                    .flatMap { TimeZoneOffset(seconds: $0) }
            }
        )
    }
}

extension MessageLink {
    /// The ways that exist, as JSON members.
    public var jsonMembers: [JSONObject.Member] {
        [("app", app), ("web", web), ("screen", screen)].compactMap { name, link in
            link.map { JSONObject.Member(name, .string($0)) }
        }
    }
}

extension JSONValue {
    /// One merge patch that does what this one and then `later` would do (RFC 7396): removals are kept.
    func composing(_ later: JSONValue) -> JSONValue {
        guard case .object(let changes) = later, case .object(var result) = self else { return later }
        for change in changes.members {
            result[change.name] = (result[change.name] ?? .object(JSONObject())).composing(change.value)
        }
        return .object(result)
    }
}
