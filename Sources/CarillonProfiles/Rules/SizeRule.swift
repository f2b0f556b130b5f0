import CarillonDiagnostics
import CarillonModel
import CarillonPluginKit
import MessageFormat

/// No message can exceed its provider's limit: this is proven from the limits of the payload's types, for every event,
/// channel and language.
///
/// Texts that the sender gives have no useful limit. Where they fill the body, the body is truncated when it is sent;
/// where they fill the title, all but its first characters. Everything else is proven.
enum SizeRule: LateRule {
    static let scope = RuleScope.texts

    static func check(_ tenant: TenantContext, _ earlier: RuleReport, _ report: inout RuleReport) {
        guard tenant.hasSoundLocales, tenant.isSound("channels", "locales", "deepLinks") else { return }
        let locales = tenant.profile.locales
        let chains = locales.supported.map { locales.chain(for: $0) }
        let found = Parallel.map(Parallel.slices(of: tenant.eventsInFocus + tenant.collected.events, size: 16)) {
            events in
            events.flatMap { check($0, tenant, chains, earlier) }
        }
        for diagnostic in found.joined() { report.add(diagnostic) }
    }

    /// - Parameter chains: each language with its fallbacks.
    private static func check(
        _ event: EventType,
        _ tenant: TenantContext,
        _ chains: [[LocaleTag]],
        _ earlier: RuleReport
    ) -> [Diagnostic] {
        guard tenant.isSound(event) else { return [] }
        var found: [Diagnostic] = []
        let written = Dictionary(grouping: tenant.textsByID[event.id] ?? [], by: \.locale)
        let texts = chains.filter { written[$0[0]] != nil }.map { chain in chain.flatMap { written[$0] ?? [] } }
        for channel in event.channels {
            guard let binding = tenant.profile.channel(channel), let kind = tenant.registry[binding.plugin],
                let limit = kind.descriptor.sizeLimit
            else { continue }
            let worst = WorstCase(tenant: tenant, event: event, binding: binding, kind: kind)
            let messages = texts.map { worst.message($0) }
            guard worst.canExceed(limit, messages.compactMap(\.self)) else { continue }
            for case (let texts, let message?) in zip(texts, messages) where kind.size(of: message) > limit {
                guard let place = worst.largestText(texts), !texts.contains(where: { isWrong($0, tenant, earlier) })
                else { continue }
                found.append(
                    .tooLarge(event.id, channel, texts[0].locale, worst.result(message), limit: limit, place)
                )
            }
        }
        return found
    }

    /// The size of a text with another error isn't reported.
    private static func isWrong(_ text: WrittenText, _ tenant: TenantContext, _ report: RuleReport) -> Bool {
        guard let file = tenant.templateFiles[text.locale] else { return true }
        return report.hasError(within: Span(file.source, text.node.range))
    }
}

/// The largest message of an event on a channel.
struct WorstCase {
    let tenant: TenantContext
    let event: EventType
    let binding: ChannelBinding
    let kind: any ChannelKind
    private let bounds: PayloadBounds
    private let inputs: [String: InputBound]
    /// The message without its texts, which differ by language.
    private let envelope: OutgoingMessage
    private let hasTextsInData: Bool

    init(tenant: TenantContext, event: EventType, binding: ChannelBinding, kind: any ChannelKind) {
        self.tenant = tenant
        self.event = event
        self.binding = binding
        self.kind = kind
        bounds = PayloadBounds(tenant: tenant, event: event)
        inputs = bounds.inputs
        hasTextsInData = event.data.fields.contains { $0.steps[0] == "slot" }
        envelope = Self.envelope(tenant, event, binding, bounds)
    }

    struct Result {
        let total: Int
        /// The parts that make up the size, largest first.
        let parts: [(name: String, bytes: Int)]
    }

    /// The message in one language; nil where a part has no size limit.
    ///
    /// - Parameters:
    ///   - texts: the texts of that language, then those of its fallbacks.
    ///   - isCut: whether words that the sender gives count as short as they may be cut.
    func message(_ texts: [WrittenText], isCut: Bool = true) -> OutgoingMessage? {
        var message = envelope
        message.locale = texts.first?.locale.rawValue ?? message.locale
        for slot in kind.descriptor.slots {
            guard let text = text(for: slot, in: texts) else { continue }
            let isCut = isCut && contributesText(text)
            if slot.name == "body", isCut {
                message.slots["body"] = ""
                continue
            }
            guard var bytes = bytes(of: text, isHTML: slot.isHTML) else { return nil }
            if slot.name == "title", isCut { bytes = min(bytes, OutgoingMessage.titleSize) }
            message.slots[slot.name] = Filler.text(bytes)
        }
        if hasTextsInData { message.data = Self.data(event, bounds, slots: slotsInData(texts)) }
        return message
    }

    /// Whether a message that combines the longest text of all languages for each slot is too large.
    ///
    /// Where it isn't, no language's message is. So most events need one measurement instead of one for each language.
    func canExceed(_ limit: Int, _ messages: [OutgoingMessage]) -> Bool {
        guard !hasTextsInData, var longest = messages.first else { return hasTextsInData }
        for message in messages {
            longest.slots.merge(message.slots) { $0.utf8.count < $1.utf8.count ? $1 : $0 }
            if longest.locale.utf8.count < message.locale.utf8.count { longest.locale = message.locale }
        }
        return kind.size(of: longest) > limit
    }

    func result(_ message: OutgoingMessage) -> Result {
        Result(total: kind.size(of: message), parts: parts(of: message))
    }

    /// How much each part adds: the size of the message minus its size without that part.
    private func parts(of message: OutgoingMessage) -> [(name: String, bytes: Int)] {
        let total = kind.size(of: message)
        var without: [(name: String, message: OutgoingMessage)] = []
        for slot in message.slots.keys.sorted() {
            var smaller = message
            smaller.slots[slot] = ""
            without.append((slot, smaller))
        }
        var smaller = message
        smaller.data = JSONObject()
        without.append(("data", smaller))
        smaller = message
        smaller.imageURL = nil
        without.append(("image", smaller))
        var parts = without.map { (name: $0.name, bytes: total - kind.size(of: $0.message)) }.filter { $0.bytes > 0 }
        parts.append(("everything around", total - parts.reduce(0) { $0 + $1.bytes }))
        return parts.sorted { $0.bytes > $1.bytes }
    }

    /// The place of the largest slot's text.
    func largestText(_ texts: [WrittenText]) -> Span? {
        let candidates = kind.descriptor.slots.compactMap { slot in
            text(for: slot, in: texts).map {
                ($0, slot.name == "body" && contributesText($0) ? 0 : bytes(of: $0, isHTML: slot.isHTML) ?? 0)
            }
        }
        return candidates.max { $0.1 < $1.1 }.flatMap { tenant.nameSpan($0.0) }
    }

    private func text(for slot: Slot, in texts: [WrittenText]) -> WrittenText? {
        guard let first = texts.first(where: { $0.fills(slot, binding.id) }) else { return nil }
        return texts.first { $0.isOwn(slot, binding.id) && $0.locale == first.locale } ?? first
    }

    private func contributesText(_ text: WrittenText) -> Bool {
        text.uses?.arguments.contains { argument in
            event.field(argument.name)?.type.isLocalized == true
        } ?? false
    }

    /// An upper bound for a text's size, as bytes in JSON.
    private func bytes(of text: WrittenText, isHTML: Bool) -> Int? {
        guard let message = text.message, text.problems.isEmpty else { return nil }
        var inputs = inputs
        for (name, term) in tenant.profile.messages.terms(locale: text.locale) {
            inputs[name] = .text(bytes: term.utf8.count * 2)
        }
        let escapes = text.source.withBytes { bytes in
            bytes.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20 }
        }
        return message.maximumLength(inputs, locale: text.locale.rawValue, bidi: isHTML ? .html : .default)
            .map { $0 + escapes }
    }

    private static func envelope(
        _ tenant: TenantContext,
        _ event: EventType,
        _ binding: ChannelBinding,
        _ bounds: PayloadBounds
    ) -> OutgoingMessage {
        let category = event.category.flatMap(tenant.profile.category)
        let scope = bounds.scope(slots: [:])
        let latest = Instant(epochMilliseconds: 253_402_300_799_999)
        var message = OutgoingMessage(
            delivery: .max,
            notification: Filler.text(tenant.profile.notificationIDs.length),
            tenant: tenant.profile.id,
            event: event.id,
            recipient: UserID(rawValue: Filler.text(256)),
            address: Filler.text(64),
            platform: .android,
            locale: tenant.profile.locales.defaultLocale.rawValue,
            slots: [:],
            priority: .high,
            createdAt: latest
        )
        message.isSilent = tenant.profile.priorities[event.priority].delivery == .silent
        message.link = bounds.link
        message.category = category?.platformIdentifier
        message.sound = event.sound ?? tenant.profile.priorities[event.priority].sound
        let badges = event.badge.map { [$0] } ?? Priority.allCases.map { tenant.profile.priorities[$0].badge }
        message.badge = badges.allSatisfy { $0 == .none } ? nil : 99999
        message.androidChannel = category?.androidChannel
        message.icon = category?.icon
        message.color = category?.color?.description
        message.collapseKey = event.collapse.flatMap { $0.resolved(in: scope) }
        message.imageURL = event.longestPicture(in: scope).map(Filler.text)
        let isCollected = tenant.collected[event.id] != nil
        let canExpire = (isCollected ? tenant.profile.events : [event]).contains {
            $0.canExpire(tenant.profile.policies)
        }
        message.expiresAt = canExpire ? latest : nil
        message.skeleton = event.skeleton(on: binding)
        message.data = data(event, bounds, slots: [:])
        return message
    }

    private static func data(_ event: EventType, _ bounds: PayloadBounds, slots: [String: String]) -> JSONObject {
        let isCollected = bounds.tenant.collected[event.id] != nil
        let own = event.data.resolved(
            in: bounds.scope(slots: slots),
            wholeValues: isCollected ? .asTextOrList : .asText
        )?.object
        return JSONObject((own ?? JSONObject()).members + event.longestDataEntries)
    }

    private func slotsInData(_ texts: [WrittenText]) -> [String: String] {
        var slots: [String: String] = [:]
        for text in texts { slots[text.path] = Filler.text(bytes(of: text, isHTML: false) ?? 0) }
        return slots
    }
}

extension Diagnostic {
    fileprivate static func tooLarge(
        _ id: EventTypeID,
        _ channel: ChannelID,
        _ locale: LocaleTag,
        _ result: WorstCase.Result,
        limit: Int,
        _ span: Span
    ) -> Diagnostic {
        let sum = result.parts.map { "\($0.bytes) \($0.name)" }.joined(separator: " + ")
        return Diagnostic(
            .tooLarge,
            "`\(id)` can grow to \(result.total) bytes on `\(channel)` in `\(locale)`, \(limit) are possible",
            at: span,
            notes: [
                "\(sum) = \(result.total)", "a character takes up to 4 bytes; values have the bounds of their types",
            ],
            help: "lower `maxLength` of the fields shown, show fewer of them, or take them out of `data`"
        )
    }
}
