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

    init(profile: TenantProfile, registry: ChannelRegistry) {
        for locale in profile.locales.supported {
            termsByLocale[locale] = profile.messages.terms(locale: locale).mapValues { .string($0) }
        }
        var compiler = WordsCompiler(profile: profile, registry: registry)
        for event in profile.events {
            let slots = event.slotsInData
            for channel in profile.reach(of: event, registry: registry) {
                texts[Key(event: event.id, channel: channel)] = compiler.texts(event.id, on: channel, also: slots)
            }
        }
        for text in Set(Priority.allCases.compactMap { profile.priorities[$0].collectedText }) {
            for channel in profile.channels.map(\.id) {
                texts[Key(event: text, channel: channel)] = compiler.texts(text, on: channel)
            }
        }
    }

    func texts(_ event: EventTypeID, _ channel: ChannelID) -> Texts {
        texts[Key(event: event, channel: channel)] ?? [:]
    }

    func terms(_ locale: LocaleTag) -> [String: MessageValue] { termsByLocale[locale] ?? [:] }
}

/// Compiles words once for all channels that show them.
private struct WordsCompiler {
    let profile: TenantProfile
    let registry: ChannelRegistry
    private var compiled: [Words: CompiledText] = [:]

    private struct Words: Hashable {
        let source: String
        let locale: LocaleTag
        let isSpoken: Bool
    }

    init(profile: TenantProfile, registry: ChannelRegistry) {
        self.profile = profile
        self.registry = registry
    }

    /// - Parameter slots: those that are wanted beside what the channel shows.
    mutating func texts(
        _ id: EventTypeID,
        on channel: ChannelID,
        also slots: [String] = []
    ) -> CompiledCatalog.Texts {
        guard let plugin = profile.channel(channel)?.plugin else { return [:] }
        let descriptor = registry[plugin]?.descriptor
        let shown = descriptor?.slots.map(\.name) ?? []
        // What stands in a feed is read on other days, too.
        let isReadLater = descriptor?.address == .user
        var texts: CompiledCatalog.Texts = [:]
        for slot in shown + slots.filter({ !shown.contains($0) }) {
            var byLocale: [LocaleTag: CompiledText] = [:]
            let path = SlotPath(slot, on: channel)
            for locale in profile.locales.supported {
                guard let text = profile.messages.text(id, at: path, locale: locale) else { continue }
                let isSpoken = isReadLater && text.changesByDay
                let words = Words(source: text.source, locale: locale, isSpoken: isSpoken)
                let known = compiled[words] ?? CompiledText(text, locale: locale, isSpoken: isSpoken)
                compiled[words] = known
                byLocale[locale] = known
            }
            if !byLocale.isEmpty { texts[slot] = byLocale }
        }
        return texts
    }
}

/// One slot's words in one language.
///
/// A class, because all events, channels and messages that have these words share them.
final class CompiledText: Sendable {
    let message: CompiledMessage
    /// Whether the language is written from right to left.
    let isRightToLeft: Bool
    /// Whether the times in it have to be said anew on each day.
    let isSpoken: Bool

    init(_ text: TextTemplate, locale: LocaleTag, isSpoken: Bool) {
        message = CompiledMessage(text.message, locale: locale.rawValue)
        isRightToLeft = LanguageTag(locale.rawValue)?.direction == .rightToLeft
        self.isSpoken = isSpoken
    }
}

extension TextTemplate {
    /// Whether it shows times as they are seen from the day of reading.
    fileprivate var changesByDay: Bool {
        // Most texts call no function at all.
        source.utf8.contains(UInt8(ascii: ":")) && message.introspection.functions.contains("carillon:relative")
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
