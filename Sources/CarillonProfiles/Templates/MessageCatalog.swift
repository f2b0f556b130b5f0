public import CarillonModel
public import MessageFormat

/// All texts of a tenant, by event, channel, slot and locale.
public struct MessageCatalog: Sendable, Hashable {
    /// Locale → event or app text → slot path → text.
    ///
    /// A slot path is `title`, `email.subject`, or, for a channel's own text, `push.title`.
    private var texts: [LocaleTag: [EventTypeID: [String: TextTemplate]]] = [:]
    /// Locale → term → text; in templates `{$term}`.
    private var terms: [LocaleTag: [String: String]] = [:]

    public init() {}

    /// The text for exactly this locale: the channel's own text, else the text for all channels.
    ///
    /// The channel is nil for app texts. The slot has the name in the channel's descriptor, such as `email.subject`.
    public func text(_ id: EventTypeID, channel: ChannelID?, slot: String, locale: LocaleTag) -> TextTemplate? {
        text(id, at: SlotPath(slot, on: channel), locale: locale)
    }

    /// The same by a path, which is faster for several languages.
    private func text(_ id: EventTypeID, at path: SlotPath, locale: LocaleTag) -> TextTemplate? {
        guard let slots = texts[locale]?[id] else { return nil }
        return path.candidates.lazy.compactMap { slots[$0] }.first
    }

    /// All texts for exactly this locale: slot path → text.
    package func texts(of id: EventTypeID, locale: LocaleTag) -> [String: TextTemplate] { texts[locale]?[id] ?? [:] }

    /// The text for the first locale of `chain` that has it.
    public func text(
        _ id: EventTypeID,
        channel: ChannelID?,
        slot: String,
        chain: [LocaleTag]
    ) -> (locale: LocaleTag, text: TextTemplate)? {
        let path = SlotPath(slot, on: channel)
        for locale in chain {
            if let found = text(id, at: path, locale: locale) { return (locale, found) }
        }
        return nil
    }

    /// Slot paths that `locale` has texts for, sorted.
    public func slotPaths(of id: EventTypeID, locale: LocaleTag) -> [String] {
        texts[locale]?[id]?.keys.sorted() ?? []
    }

    /// Events and app texts that `locale` has texts for, sorted.
    public func ids(locale: LocaleTag) -> [EventTypeID] { texts[locale]?.keys.sorted() ?? [] }

    public func terms(locale: LocaleTag) -> [String: String] { terms[locale] ?? [:] }

    package mutating func add(_ text: TextTemplate, to id: EventTypeID, path: String, locale: LocaleTag) {
        texts[locale, default: [:]][id, default: [:]][path] = text
    }

    /// Adds the texts of one language.
    ///
    /// Existing ones are kept, unless they are given again.
    mutating func add(_ more: [EventTypeID: [String: TextTemplate]], locale: LocaleTag) {
        texts[locale, default: [:]].merge(more) { $0.merging($1) { $1 } }
    }

    /// Puts the texts of one language in place of those that it has.
    mutating func replace(_ all: [EventTypeID: [String: TextTemplate]], locale: LocaleTag) { texts[locale] = all }

    package mutating func setTerms(_ texts: [String: String], locale: LocaleTag) {
        terms[locale] = texts.isEmpty ? nil : texts
    }

    /// The path of a channel's own text for a slot: `push` and `email.subject` give `push.subject`.
    public static func overridePath(_ channel: ChannelID, _ slot: String) -> String {
        "\(channel).\(slot.split(separator: ".").last.map(String.init) ?? slot)"
    }

    /// Whether `path` is the ``overridePath(_:_:)``.
    static func isOverride(_ path: String, _ channel: ChannelID, _ slot: String) -> Bool {
        guard path.hasPrefix(channel.rawValue) else { return false }
        return path == overridePath(channel, slot)
    }
}

/// The paths in a template file at which a slot's text can be.
package struct SlotPath: Sendable {
    /// First the channel's own path, such as `push.title`, which app texts don't have; then the paths for all channels,
    /// such as `title` or `email.subject`.
    package let candidates: [String]

    package init(_ slot: String, on channel: ChannelID?) {
        candidates = (channel.map { [MessageCatalog.overridePath($0, slot)] } ?? []) + [slot]
    }
}

/// The text of one slot, as Unicode MessageFormat 2.
public struct TextTemplate: Sendable, Hashable {
    /// MessageFormat 2 source: as written, or made from `{match, when}`.
    public let source: String
    /// The parsed message; an empty pattern where the source can't be parsed.
    public let message: Message
    /// Whether the message by itself has no errors.
    package let isSound: Bool

    public init(source: String) {
        let parsed = Message.parse(source)
        let message = parsed.message ?? Message(body: .pattern([]))
        self.init(source: source, message: message, isSound: parsed.problems.isEmpty)
    }

    init(source: String, message: Message, isSound: Bool) {
        self.source = source
        self.message = message
        self.isSound = isSound
    }
}
