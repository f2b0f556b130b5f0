import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// Every message of a profile, compiled for its locale: made once when a profile is loaded.
struct CompiledCatalog: Sendable {
    private var messages: [Key: CompiledMessage] = [:]
    private var termsByLocale: [LocaleTag: [String: MessageValue]] = [:]

    private struct Key: Hashable {
        var event: EventTypeID
        var channel: ChannelID
        var slot: String
        var locale: LocaleTag
    }

    init(profile: TenantProfile, registry: ChannelRegistry) {
        for locale in profile.locales.supported {
            termsByLocale[locale] = profile.messages.terms(locale: locale).mapValues { .string($0) }
            for event in profile.events {
                for channel in profile.reach(of: event, registry: registry) {
                    add(event.id, on: channel, also: event.slotsInData, of: profile, registry, locale)
                }
            }
            for text in Set(Priority.allCases.compactMap { profile.priorities[$0].collectedText }) {
                for channel in profile.channels { add(text, on: channel.id, of: profile, registry, locale) }
            }
        }
    }

    private mutating func add(
        _ id: EventTypeID,
        on channel: ChannelID,
        also slots: [String] = [],
        of profile: TenantProfile,
        _ registry: ChannelRegistry,
        _ locale: LocaleTag
    ) {
        guard let plugin = profile.channel(channel)?.plugin else { return }
        let shown = registry[plugin]?.descriptor.slots.map(\.name) ?? []
        for slot in Set(shown + slots) {
            let text = profile.messages.text(id, channel: channel, slot: slot, locale: locale)
            guard let text else { continue }
            let key = Key(event: id, channel: channel, slot: slot, locale: locale)
            messages[key] = CompiledMessage(text.message, locale: locale.rawValue)
        }
    }

    func message(
        _ event: EventTypeID,
        _ channel: ChannelID,
        slot: String,
        chain: [LocaleTag]
    ) -> (locale: LocaleTag, message: CompiledMessage)? {
        for locale in chain {
            if let message = messages[Key(event: event, channel: channel, slot: slot, locale: locale)] {
                return (locale, message)
            }
        }
        return nil
    }

    func terms(_ locale: LocaleTag) -> [String: MessageValue] { termsByLocale[locale] ?? [:] }
}

extension EventType {
    /// Slots whose words go into `data`, such as `{slot.action}`.
    var slotsInData: [String] {
        data.fields.compactMap { path in
            path.steps.count > 1 && path.steps[0] == "slot" ? path.steps.dropFirst().joined(separator: ".") : nil
        }
    }
}
