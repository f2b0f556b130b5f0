import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// Every message of a profile, compiled for its locale: made once when a profile is loaded.
struct CompiledCatalog: Sendable {
    private var texts: [Key: [SlotTexts]] = [:]
    private var termsByLocale: [LocaleTag: [String: MessageValue]] = [:]

    private struct Key: Hashable {
        var event: EventTypeID
        var channel: ChannelID
    }

    init(profile: TenantProfile, registry: ChannelRegistry) {
        for locale in profile.locales.supported {
            termsByLocale[locale] = profile.messages.terms(locale: locale).mapValues { .string($0) }
        }
        var compiler = TextCompiler(profile: profile, registry: registry)
        for event in profile.events {
            let written = WrittenTexts(event.id, in: profile)
            let slots = event.slotsInData
            for channel in profile.reach(of: event, registry: registry) {
                texts[Key(event: event.id, channel: channel)] = compiler.slots(written, on: channel, also: slots)
            }
        }
        for text in Set(Priority.allCases.compactMap { profile.priorities[$0].collectedText }) {
            let written = WrittenTexts(text, in: profile)
            for channel in profile.channels.map(\.id) {
                texts[Key(event: text, channel: channel)] = compiler.slots(written, on: channel)
            }
        }
    }

    /// What is written for one event or app text on one channel, in the order that the channel shows it; nil where the event
    /// doesn't go.
    func slots(_ event: EventTypeID, _ channel: ChannelID) -> [SlotTexts]? {
        texts[Key(event: event, channel: channel)]
    }

    func terms(_ locale: LocaleTag) -> [String: MessageValue] { termsByLocale[locale] ?? [:] }
}

/// All that is written for one event or app text.
private struct WrittenTexts {
    /// By the languages' numbers: slot path → text.
    private let texts: [[String: TextTemplate]]
    /// Those of all languages: most slots of most channels have no text of their own in any.
    private let paths: Set<String>

    init(_ id: EventTypeID, in profile: TenantProfile) {
        texts = profile.locales.supported.map { profile.messages.texts(of: id, locale: $0) }
        paths = Set(texts.joined().map(\.key))
    }

    /// A slot's texts by the languages' numbers; nil where there is none in any.
    func texts(of path: SlotPath) -> [TextTemplate?]? {
        let known = path.candidates.filter(paths.contains)
        guard !known.isEmpty else { return nil }
        return texts.map { texts in known.lazy.compactMap { texts[$0] }.first }
    }
}

/// Compiles texts once for all channels that show them.
private struct TextCompiler {
    private let profile: TenantProfile
    private let registry: ChannelRegistry
    private let languages: [Language]
    private var compiled: [CompilationKey: CompiledText] = [:]

    /// What is the same for all texts of a language.
    struct Language {
        let tag: LocaleTag
        let locale: MessageLocale
        let isRightToLeft: Bool

        init(_ tag: LocaleTag) {
            self.tag = tag
            locale = MessageLocale(tag.rawValue)
            isRightToLeft = LanguageTag(tag.rawValue)?.direction == .rightToLeft
        }
    }

    private struct CompilationKey: Hashable {
        let source: String
        let locale: Int
        let rendersOnRead: Bool
    }

    init(profile: TenantProfile, registry: ChannelRegistry) {
        self.profile = profile
        self.registry = registry
        languages = profile.locales.supported.map { Language($0) }
    }

    /// - Parameter others: slots that are needed beside what the channel shows.
    mutating func slots(
        _ written: WrittenTexts,
        on channel: ChannelID,
        also others: [String] = []
    ) -> [SlotTexts] {
        guard let plugin = profile.channel(channel)?.plugin else { return [] }
        let descriptor = registry[plugin]?.descriptor
        let shown = descriptor?.slots ?? []
        // What is in a feed is read on other days, too.
        let isReadLater = descriptor?.address == .user
        var slots: [SlotTexts] = []
        for slot in shown {
            slots.append(SlotTexts(slot, texts: texts(written, of: slot.name, on: channel, isReadLater: isReadLater)))
        }
        for name in others where !shown.contains(where: { $0.name == name }) {
            let texts = texts(written, of: name, on: channel, isReadLater: isReadLater)
            slots.append(SlotTexts(inData: name, texts: texts))
        }
        return slots
    }

    private mutating func texts(
        _ written: WrittenTexts,
        of slot: String,
        on channel: ChannelID,
        isReadLater: Bool
    ) -> [CompiledText?] {
        guard let texts = written.texts(of: SlotPath(slot, on: channel)) else { return [] }
        return texts.enumerated().map { number, text in
            text.map { compile($0, number, rendersOnRead: isReadLater && $0.changesByDay) }
        }
    }

    private mutating func compile(_ text: TextTemplate, _ number: Int, rendersOnRead: Bool) -> CompiledText {
        let key = CompilationKey(source: text.source, locale: number, rendersOnRead: rendersOnRead)
        if let known = compiled[key] { return known }
        let made = CompiledText(text, languages[number], rendersOnRead: rendersOnRead)
        compiled[key] = made
        return made
    }
}

/// One slot's text in one language.
///
/// A class, because all events, channels and messages that have this text share it.
final class CompiledText: Sendable {
    let message: CompiledMessage
    let locale: LocaleTag
    /// Whether the language is written from right to left.
    let isRightToLeft: Bool
    /// Whether the times in it have to be rendered anew each day.
    let rendersOnRead: Bool

    fileprivate init(_ text: TextTemplate, _ language: TextCompiler.Language, rendersOnRead: Bool) {
        message =
            text.isSound
            ? CompiledMessage(sound: text.message, locale: language.locale)
            : CompiledMessage(text.message, locale: language.tag.rawValue)
        locale = language.tag
        isRightToLeft = language.isRightToLeft
        self.rendersOnRead = rendersOnRead
    }
}

extension TextTemplate {
    /// Whether it shows times relative to the day of reading.
    fileprivate var changesByDay: Bool {
        // Few texts call it, and going through a message takes longer than looking for the call.
        source.utf8.calls("carillon:relative") && message.introspection.functions.contains("carillon:relative")
    }
}

extension String.UTF8View {
    /// Whether a function's name follows a colon.
    fileprivate func calls(_ function: String) -> Bool {
        var rest = self[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[index(after: colon)...]
            if rest.starts(with: function.utf8) { return true }
        }
        return false
    }
}

extension EventType {
    /// Slots whose text goes into `data`, such as `{slot.action}`.
    var slotsInData: [String] {
        data.fields.compactMap { path in
            path.steps.count > 1 && path.steps[0] == "slot" ? path.steps.dropFirst().joined(separator: ".") : nil
        }
    }
}
