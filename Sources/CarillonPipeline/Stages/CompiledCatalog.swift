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
                for channel in event.channels {
                    guard let plugin = profile.channel(channel)?.plugin else { continue }
                    let shown = registry[plugin]?.descriptor.slots.map(\.name) ?? []
                    for slot in Set(shown + event.slotsInData) {
                        let text = profile.messages.text(event.id, channel: channel, slot: slot, locale: locale)
                        guard let text else { continue }
                        let key = Key(event: event.id, channel: channel, slot: slot, locale: locale)
                        messages[key] = CompiledMessage(text.message, locale: locale.rawValue)
                    }
                }
            }
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
