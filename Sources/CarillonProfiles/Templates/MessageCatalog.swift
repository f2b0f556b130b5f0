public import CarillonModel
public import MessageFormat

/// All texts of a tenant: for each event, channel, slot and locale a text.
public struct MessageCatalog: Sendable, Hashable {
    /// Locale → event or app text → slot path → text.
    ///
    /// A slot path is `title`, `email.subject`, or, where a channel has its own text, `push.title`.
    private var texts: [LocaleTag: [EventTypeID: [String: TextTemplate]]] = [:]
    /// Locale → term → text; in templates `{$term}`.
    private var terms: [LocaleTag: [String: String]] = [:]

    public init() {}

    /// The text written for exactly this locale: the channel's own text, else that for all channels.
    ///
    /// The channel is nil for app texts; the slot is named as in the channel's descriptor, such as `email.subject`.
    public func text(_ id: EventTypeID, channel: ChannelID?, slot: String, locale: LocaleTag) -> TextTemplate? {
        text(id, at: SlotPath(slot, on: channel), locale: locale)
    }

    /// The same, of a path that is asked for in several languages.
    private func text(_ id: EventTypeID, at path: SlotPath, locale: LocaleTag) -> TextTemplate? {
        guard let slots = texts[locale]?[id] else { return nil }
        return path.candidates.lazy.compactMap { slots[$0] }.first
    }

    /// All that is written for exactly this locale: slot path → text.
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

    /// All of one language; what is there already stays, unless it is given again.
    mutating func add(_ more: [EventTypeID: [String: TextTemplate]], locale: LocaleTag) {
        texts[locale, default: [:]].merge(more) { $0.merging($1) { $1 } }
    }

    package mutating func setTerms(_ texts: [String: String], locale: LocaleTag) {
        terms[locale] = texts.isEmpty ? nil : texts
    }

    /// Where a channel's own texts for a slot are: `push` and `email.subject` make `push.subject`.
    public static func overridePath(_ channel: ChannelID, _ slot: String) -> String {
        "\(channel).\(slot.split(separator: ".").last.map(String.init) ?? slot)"
    }

    /// Whether `path` is the ``overridePath(_:_:)``.
    static func isOverride(_ path: String, _ channel: ChannelID, _ slot: String) -> Bool {
        guard path.hasPrefix(channel.rawValue) else { return false }
        return path == overridePath(channel, slot)
    }
}

/// Where the text of a slot may be in a template file.
package struct SlotPath: Sendable {
    /// A channel's own, such as `push.title`, which app texts have none of; then those for all channels, such as `title` or
    /// `email.subject`.
    package let candidates: [String]

    package init(_ slot: String, on channel: ChannelID?) {
        candidates = (channel.map { [MessageCatalog.overridePath($0, slot)] } ?? []) + [slot]
    }
}

/// The text of one slot, as Unicode MessageFormat 2.
public struct TextTemplate: Sendable, Hashable {
    /// MessageFormat 2 source: as written, or made from `{match, when}`.
    public let source: String
    /// The same, parsed; an empty pattern where the source could not be parsed.
    public let message: Message
    /// Whether nothing is wrong with it, as far as the message alone shows.
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
