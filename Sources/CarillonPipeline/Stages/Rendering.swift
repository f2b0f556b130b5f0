package import CarillonModel
public import CarillonPluginKit
public import CarillonProfiles
package import MessageFormat

/// Routed → Rendered: the texts of one delivery, in its reader's language and time zone, and everything around them.
///
/// Pure: the host, `carillon render`, `carillon test` and the studio call the same function. A class, so that the profile in it isn't copied at each use.
public final class Rendering: Sendable {
    let profile: TenantProfile
    private let registry: ChannelRegistry
    let catalog: CompiledCatalog
    let links: DeepLinkMaker
    private let timeZones: any TimeZoneDatabase
    /// The same, in the form that messages use.
    private let zones: TimeZones
    private let plans: [EventTypeID: [ChannelID: RenderingPlan]]
    /// By the language requested, of requests for a language of the tenant's, which almost all are.
    private let chains: [String: LanguageChain]

    /// Compiles every message of the profile once.
    public convenience init(
        profile: TenantProfile,
        registry: ChannelRegistry,
        timeZones: any TimeZoneDatabase
    ) {
        self.init(
            profile: profile,
            registry: registry,
            timeZones: timeZones,
            links: DeepLinkMaker(profile.deepLinks)
        )
    }

    /// - Parameter links: the profile's, where they were read before.
    init(
        profile: TenantProfile,
        registry: ChannelRegistry,
        timeZones: any TimeZoneDatabase,
        links: DeepLinkMaker
    ) {
        self.profile = profile
        self.registry = registry
        let catalog = CompiledCatalog(profile: profile, registry: registry)
        self.catalog = catalog
        self.links = links
        self.timeZones = timeZones
        zones = TimeZones { name, seconds in
            timeZones.offset(of: name, at: Instant(epochMilliseconds: seconds * 1000))
                .flatMap { TimeZoneOffset(seconds: $0) }
        }
        let plans = profile.events.map { event in
            let plans = profile.reach(of: event, registry: registry).compactMap { channel in
                RenderingPlan(event, on: channel, of: profile, registry, catalog).map { (channel, $0) }
            }
            return (event.id, Dictionary(plans) { first, _ in first })
        }
        self.plans = Dictionary(plans) { first, _ in first }
        chains = Dictionary(
            profile.locales.supported.map { locale in
                (locale.rawValue, LanguageChain(profile.chain(for: locale), of: profile.locales.supported))
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// - Throws: ``RenderingFailure``: a message that can't be formatted whole is not sent.
    public func render(_ request: RenderingRequest) throws(RenderingFailure) -> OutgoingMessage {
        if !request.collected.isEmpty, let text = profile.priorities[request.priority].collectedText {
            return try collected(request, text: text, try plan(for: request))
        }
        let subject = try subject(of: request)
        let texts = try texts(subject, request, by: maker(of: subject, chain(for: request.locale)))
        var message = message(subject, request, texts)
        if subject.plan.descriptor.address == .user {
            message.translations = translations(subject, request, beside: texts)
        }
        return message
    }

    /// The message's texts in each of the tenant's languages; one that they can't be formatted in is left out.
    private func translations(
        _ subject: Subject,
        _ request: RenderingRequest,
        beside own: RenderedTexts
    ) -> [Translation] {
        profile.locales.supported.compactMap { locale in
            guard locale != own.locale else { return own.translation }
            let texts = try? texts(subject, request, by: maker(of: subject, chain(for: locale.rawValue)))
            // What falls back to another language is in the list already.
            guard let texts, texts.locale == locale else { return nil }
            return texts.translation
        }
    }

    /// What is the same for every reader.
    private struct Subject {
        var plan: RenderingPlan
        let payload: Payload
        let values: ArgumentValues
        let link: MessageLink?
        /// What `$link` shows.
        let linkInTexts: String?
        let recipient: UserID?
        let context: FormattingContext
    }

    private func plan(for request: RenderingRequest) throws(RenderingFailure) -> RenderingPlan {
        if let plan = plans[request.event]?[request.channel] { return plan }
        // Made for another profile: its event doesn't go there any more.
        guard let event = profile.event(request.event),
            let plan = RenderingPlan(event, on: request.channel, of: profile, registry, catalog)
        else { throw .unknown(request.event, request.channel) }
        return plan
    }

    private func subject(of request: RenderingRequest) throws(RenderingFailure) -> Subject {
        let plan = try plan(for: request)
        let payload = try typed(request.payload, plan)
        let link = if let given = request.overrides?.link { given } else { try link(of: plan.event, payload: payload) }
        return Subject(
            plan: plan,
            payload: payload,
            values: ArgumentValues(of: plan.event, payload),
            link: link,
            linkInTexts: try linkInTexts(link, of: plan.event, payload),
            recipient: request.recipient,
            context: context(for: request)
        )
    }

    /// What became of a message for one reader.
    struct Outcome<Made> {
        let channel: ChannelID
        let locale: LocaleTag
        let result: Result<Made, RenderingFailure>
    }

    /// The same message on several channels, for readers of several languages; of one that can't be made, why.
    ///
    /// Without the translations that a feed keeps.
    func outcomes(
        of request: RenderingRequest,
        on channels: [ChannelID],
        in locales: [LocaleTag]
    ) -> [Outcome<OutgoingMessage>] {
        outcomes(of: request, on: channels, in: locales) { subject, request, maker throws(RenderingFailure) in
            message(subject, request, try texts(subject, request, by: maker))
        }
    }

    /// Why messages can't be made: only texts can fail, so nothing is made of them.
    ///
    /// - Returns: only what can't be made.
    func failures(
        of request: RenderingRequest,
        on channels: [ChannelID],
        in locales: [LocaleTag]
    ) -> [Outcome<Never>] {
        outcomes(of: request, on: channels, in: locales) { subject, request, maker throws(RenderingFailure) in
            _ = try eachText(subject, request, by: maker) { _, _ in }
            return nil
        }
    }

    /// What is the same for all channels or readers is made once.
    ///
    /// - Parameter make: nil where there is nothing to report.
    private func outcomes<Made>(
        of request: RenderingRequest,
        on channels: [ChannelID],
        in locales: [LocaleTag],
        _ make: (Subject, RenderingRequest, SlotRenderer) throws(RenderingFailure) -> Made?
    ) -> [Outcome<Made>] {
        var outcomes: [Outcome<Made>] = []
        var request = request
        var earlier: Subject?
        var readers: [(locale: LocaleTag, maker: SlotRenderer)] = []
        for channel in channels {
            request.channel = channel
            do throws(RenderingFailure) {
                var subject = if let earlier { earlier } else { try subject(of: request) }
                subject.plan = try plan(for: request)
                if earlier == nil { readers = locales.map { ($0, maker(of: subject, chain(for: $0.rawValue))) } }
                earlier = subject
                for reader in readers {
                    request.locale = reader.locale.rawValue
                    do throws(RenderingFailure) {
                        guard let made = try make(subject, request, reader.maker) else { continue }
                        outcomes.append(Outcome(channel: channel, locale: reader.locale, result: .success(made)))
                    } catch {
                        outcomes.append(Outcome(channel: channel, locale: reader.locale, result: .failure(error)))
                    }
                }
            } catch {
                guard let locale = locales.first else { continue }
                outcomes.append(Outcome(channel: channel, locale: locale, result: .failure(error)))
            }
        }
        return outcomes
    }

    private func message(_ subject: Subject, _ request: RenderingRequest, _ texts: RenderedTexts) -> OutgoingMessage {
        let event = subject.plan.event
        let overrides = request.overrides ?? NotificationOverrides()
        let scope = subject.plan.scope(
            subject.payload,
            notification: request.notification,
            slots: [texts.slots, texts.inData],
            link: subject.link,
            chain: chain(for: request.locale).locales
        )
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
            locale: texts.locale.rawValue,
            slots: texts.slots,
            data: data(of: event, subject.payload, overrides, in: scope),
            link: subject.link,
            priority: request.priority,
            isSilent: policy.delivery == .silent,
            category: category?.platformIdentifier,
            categoryID: category?.id,
            sound: sound(overrides, otherwise: event.sound ?? policy.sound),
            badge: badge(event.badge ?? policy.badge, counted: request.badge),
            imageURL: overrides.imageURL ?? event.picture(in: scope),
            androidChannel: category?.androidChannel,
            icon: category?.icon,
            color: category?.color?.description,
            collapseKey: event.collapse?.resolved(in: scope),
            expiresAt: request.expiresAt,
            createdAt: request.createdAt,
            skeleton: subject.plan.skeleton
        )
    }

    private func typed(_ payload: JSONValue, _ plan: RenderingPlan) throws(RenderingFailure) -> Payload {
        do {
            return try plan.reader.read(payload)
        } catch {
            throw .payload(plan.event.id, error.faults)
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

    /// The event type's data take precedence over a sender's free data, and a sender's overrides of one notification
    /// over both.
    private func data(
        of event: EventType,
        _ payload: Payload,
        _ overrides: NotificationOverrides,
        in scope: TemplateScope
    ) -> JSONObject {
        var data = event.data.resolved(in: scope, wholeValues: .asText)?.object ?? JSONObject()
        if case .map(let texts)? = event.dataFrom.flatMap({ payload[$0] }) {
            for (name, text) in texts.sorted(by: { $0.key < $1.key }) where data[name] == nil {
                data[name] = .string(text)
            }
        }
        guard !overrides.data.isEmpty else { return data }
        let own = event.idMembers
        for member in overrides.data.members where !own.contains(member.name) { data[member.name] = member.value }
        return data
    }

    func sound(_ overrides: NotificationOverrides, otherwise sound: String?) -> String? {
        switch overrides.sound {
        case .named(let name): name
        case .silent: nil
        case nil: sound.flatMap { $0 == PriorityPolicy.noSound ? nil : $0 }
        }
    }

    func badge(_ rule: BadgeRule, counted: Int?) -> Int? {
        switch rule {
        case .unread: counted
        case .fixed(let number): number
        case .none: nil
        }
    }
}

extension Rendering {
    private struct RenderedTexts {
        var locale: LocaleTag
        /// What the channel shows.
        var slots: [String: String] = [:]
        /// Those of the same whose text changes with the day it is read on.
        var deferred: [String: DeferredText] = [:]
        /// Texts that only the event's `data` uses.
        var inData: [String: String] = [:]

        var translation: Translation { Translation(locale: locale.rawValue, slots: slots, deferred: deferred) }
    }

    private func texts(
        _ subject: Subject,
        _ request: RenderingRequest,
        by maker: SlotRenderer
    ) throws(RenderingFailure) -> RenderedTexts {
        var texts = RenderedTexts(locale: profile.locales.defaultLocale)
        texts.locale = try eachText(subject, request, by: maker) { slot, made in
            guard slot.isShown else {
                texts.inData[slot.name] = made.text
                return
            }
            texts.slots[slot.name] = made.text
            if let deferred = made.deferred { texts.deferred[slot.name] = deferred }
        }
        return texts
    }

    /// Makes the texts of a message, slot by slot.
    ///
    /// - Returns: the language of the message.
    private func eachText(
        _ subject: Subject,
        _ request: RenderingRequest,
        by maker: SlotRenderer,
        _ keep: (SlotTexts, SlotRenderer.Text) -> Void
    ) throws(RenderingFailure) -> LocaleTag {
        let event = subject.plan.event.id
        var locale = maker.chain.locales.first ?? profile.locales.defaultLocale
        for slot in subject.plan.slots {
            guard let made = try maker.text(of: slot) else {
                guard !slot.isRequired else {
                    let isReached = plans[event]?[request.channel] != nil
                    throw .missingSlot(event, slot.name, locale, isReached: isReached)
                }
                continue
            }
            if slot.isRequired { locale = made.locale }
            keep(slot, made)
        }
        return locale
    }

    /// Makes the texts of a message for a reader, on any channel.
    private func maker(of subject: Subject, _ chain: LanguageChain) -> SlotRenderer {
        let (plan, payload, values) = (subject.plan, subject.payload, subject.values)
        let (tenant, recipient, link) = (profile.name, subject.recipient, subject.linkInTexts)
        return SlotRenderer(
            event: plan.event.id,
            chain: chain,
            catalog: catalog,
            context: subject.context,
            links: links,
            linkArgument: { parameter, route in
                plan.event.field(filling: parameter, of: route).flatMap { payload[$0.name]?.linkText }
            },
            argument: { name in
                switch name {
                case "tenant": .string(tenant)
                // Of devices that belong to nobody there is none.
                case "recipient": .string(recipient?.rawValue ?? "")
                case "link": link.map { .string($0) }
                default: values.value(of: name, for: chain.locales)
                }
            }
        )
    }

    /// What messages of nobody's file make of a request's values: how a placeholder looks before it is written.
    ///
    /// - Parameter locale: the messages' own language.
    /// - Returns: nil for each that can't be formatted whole.
    package func wordings(
        of messages: [Message],
        in locale: LocaleTag,
        for request: RenderingRequest
    ) throws(RenderingFailure) -> [String?] {
        let maker = maker(of: try subject(of: request), chain(for: request.locale))
        return messages.map { maker.wording(of: $0, in: locale) }
    }

    /// What `$link` shows: a sender's own link may lead into the app only, where a text can't.
    private func linkInTexts(
        _ link: MessageLink?,
        of event: EventType,
        _ payload: Payload
    ) throws(RenderingFailure) -> String? {
        if let given = link?.web ?? link?.app { return given }
        guard link != nil else { return nil }
        let own = try self.link(of: event, payload: payload)
        return own?.web ?? own?.app
    }

    /// The languages to try; an unknown one counts as none.
    func chain(for requested: String?) -> LanguageChain {
        if let requested, let chain = chains[requested] { return chain }
        let locales = profile.chain(for: requested.flatMap { LocaleTag($0) })
        return LanguageChain(locales, of: profile.locales.supported)
    }

    func context(for request: RenderingRequest) -> FormattingContext {
        let zone = request.timeZone.flatMap { timeZones.offset(of: $0, at: request.now) == nil ? nil : $0 }
        return FormattingContext(
            now: request.now.epochMilliseconds.floorDivided(by: 1000),
            timeZone: zone ?? profile.timeZone,
            timeZones: zones
        )
    }
}
