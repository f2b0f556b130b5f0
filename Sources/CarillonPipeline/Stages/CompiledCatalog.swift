import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// Every message of a profile, compiled for its locale: made once when a profile is loaded.
struct CompiledCatalog: Sendable {
    private var texts: [Key: Texts] = [:]
    private var termsByLocale: [LocaleTag: [String: MessageValue]] = [:]

    /// What is written for one event on one channel: slot → locale → text.
    typealias Texts = [String: [LocaleTag: CompiledText]]

    private struct Key: Hashable {
        var event: EventTypeID
        var channel: ChannelID
    }

    private struct Words: Hashable {
        let source: String
        let locale: LocaleTag
        let isReadLater: Bool
    }

    init(profile: TenantProfile, registry: ChannelRegistry) {
        // Most words are the same on several channels.
        var compiled: [Words: CompiledText] = [:]
        for locale in profile.locales.supported {
            termsByLocale[locale] = profile.messages.terms(locale: locale).mapValues { .string($0) }
            for event in profile.events {
                for channel in profile.reach(of: event, registry: registry) {
                    add(event.id, on: channel, also: event.slotsInData, of: profile, registry, locale, &compiled)
                }
            }
            for text in Set(Priority.allCases.compactMap { profile.priorities[$0].collectedText }) {
                for channel in profile.channels { add(text, on: channel.id, of: profile, registry, locale, &compiled) }
            }
        }
    }

    private mutating func add(
        _ id: EventTypeID,
        on channel: ChannelID,
        also slots: [String] = [],
        of profile: TenantProfile,
        _ registry: ChannelRegistry,
        _ locale: LocaleTag,
        _ compiled: inout [Words: CompiledText]
    ) {
        guard let plugin = profile.channel(channel)?.plugin else { return }
        let descriptor = registry[plugin]?.descriptor
        let shown = descriptor?.slots.map(\.name) ?? []
        for slot in Set(shown + slots) {
            let text = profile.messages.text(id, channel: channel, slot: slot, locale: locale)
            guard let text else { continue }
            let isReadLater = descriptor?.address == .user
            let words = Words(source: text.source, locale: locale, isReadLater: isReadLater)
            let known = compiled[words] ?? CompiledText(text, locale: locale, isReadLater: isReadLater)
            compiled[words] = known
            texts[Key(event: id, channel: channel), default: [:]][slot, default: [:]][locale] = known
        }
    }

    func texts(_ event: EventTypeID, _ channel: ChannelID) -> Texts {
        texts[Key(event: event, channel: channel)] ?? [:]
    }

    func terms(_ locale: LocaleTag) -> [String: MessageValue] { termsByLocale[locale] ?? [:] }
}

/// One slot's words in one language.
struct CompiledText: Sendable {
    let message: CompiledMessage
    /// Whether the language is written from right to left.
    let isRightToLeft: Bool
    /// Whether the times in it have to be said anew on each day.
    let isSpoken: Bool

    /// - Parameter isReadLater: it stands in a feed, where it is read on other days, too.
    init(_ text: TextTemplate, locale: LocaleTag, isReadLater: Bool) {
        message = CompiledMessage(text.message, locale: locale.rawValue)
        isRightToLeft = LanguageTag(locale.rawValue)?.direction == .rightToLeft
        // Most texts call no function at all.
        isSpoken =
            isReadLater && text.source.utf8.contains(UInt8(ascii: ":"))
            && text.message.introspection.functions.contains("carillon:relative")
    }
}

extension EventType {
    /// Slots whose words go into `data`, such as `{slot.action}`.
    var slotsInData: [String] {
        data.fields.compactMap { path in
            path.steps.count > 1 && path.steps[0] == "slot" ? path.steps.dropFirst().joined(separator: ".") : nil
        }
    }
}
