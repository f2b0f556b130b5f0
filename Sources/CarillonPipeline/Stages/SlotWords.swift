import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// The words of one delivery's slots: everything a message can see, made once for all of them.
struct SlotWords {
    let event: EventTypeID
    let texts: CompiledCatalog.Texts
    /// The reader's locales, best first.
    let chain: [LocaleTag]
    let catalog: CompiledCatalog
    let context: FormattingContext
    let links: DeepLinkMaker
    /// What fills a parameter of a route that the words lead to: parameter, route.
    let linkArgument: (String, String) -> String?
    /// A message's argument by name; only those that a message uses are asked for.
    let argument: (String) -> MessageValue?
    /// The same reader's words of the same event, made for other channels.
    var known: KnownWords?

    struct Text {
        var locale: LocaleTag
        var text: String
        /// Where the words change with the day they are read on, in a channel where they are read later.
        var spoken: SpokenText?
    }

    /// The words that a channel shows in one of its slots.
    ///
    /// - Returns: nil where nobody wrote any.
    /// - Throws: ``RenderingFailure`` where a message can't be formatted whole, or a headline says nothing.
    func text(filling slot: Slot) throws(RenderingFailure) -> Text? {
        guard let found = try text(of: slot.name, isHTML: slot.isHTML) else { return nil }
        guard !slot.isHeadline || !found.text.isBlank else { throw .blankHeadline(event, slot.name, found.locale) }
        return found
    }

    /// - Returns: nil where nobody wrote any.
    /// - Throws: ``RenderingFailure`` where a message can't be formatted whole.
    func text(of slot: String, isHTML: Bool = false) throws(RenderingFailure) -> Text? {
        guard let byLocale = texts[slot] else { return nil }
        for locale in chain {
            guard let text = byLocale[locale] else { continue }
            if text.isSpoken, let spoken = try spoken(text, slot, locale) {
                return Text(locale: locale, text: spoken.text(in: context), spoken: spoken)
            }
            return Text(locale: locale, text: try words(of: text, slot, locale, isHTML: isHTML))
        }
        return nil
    }

    private func words(
        of text: CompiledText,
        _ slot: String,
        _ locale: LocaleTag,
        isHTML: Bool
    ) throws(RenderingFailure) -> String {
        guard let known else { return try made(text, slot, locale, isHTML: isHTML) }
        return try known.words(of: text, slot, isHTML: isHTML) { () throws(RenderingFailure) in
            try made(text, slot, locale, isHTML: isHTML)
        }
    }

    private func made(
        _ text: CompiledText,
        _ slot: String,
        _ locale: LocaleTag,
        isHTML: Bool
    ) throws(RenderingFailure) -> String {
        guard isHTML else {
            let formatted = text.message.format(context: context) { value(of: $0, locale) }
            try check(formatted.errors, slot, locale)
            return NeededIsolates.kept(in: formatted.text, isRightToLeft: text.isRightToLeft)
        }
        let formatted = text.message.formatToParts(context: context) { value(of: $0, locale) }
        try check(formatted.errors, slot, locale)
        do {
            return try HTMLWords(links: links, argument: linkArgument).html(formatted.parts)
        } catch {
            throw .link(event, error, in: slot, locale)
        }
    }

    /// - Returns: nil where the variant chosen shows no such time.
    private func spoken(
        _ text: CompiledText,
        _ slot: String,
        _ locale: LocaleTag
    ) throws(RenderingFailure) -> SpokenText? {
        let formatted = text.message.formatToParts(context: context) { value(of: $0, locale) }
        try check(formatted.errors, slot, locale)
        return SpokenText(formatted.parts, locale: locale)
    }

    private func value(of name: String, _ locale: LocaleTag) -> MessageValue? {
        argument(name) ?? catalog.terms(locale)[name]
    }

    private func check(_ errors: [MessageError], _ slot: String, _ locale: LocaleTag) throws(RenderingFailure) {
        guard !errors.isEmpty else { return }
        throw .message(event, slot, locale, errors.map(\.description))
    }
}

extension Slot {
    /// Without it nobody knows what a message is about: a title wherever there is one, and any line that a channel needs.
    fileprivate var isHeadline: Bool { name == "title" || isRequired && !isMultiline }
}

extension EventType {
    /// A value of the payload as messages see it.
    ///
    /// An optional field `fee` also makes `$fee.present`, `true` or `false`,
    /// and an absent one is empty, so that a message can choose between its variants.
    func argument(_ name: String, in payload: Payload, chain: [LocaleTag]) -> MessageValue? {
        if let value = payload[name]?.messageValue(for: chain) { return value }
        if field(name)?.isOptional == true { return .string("") }
        guard name.hasSuffix(Self.presence), let field = field(String(name.dropLast(Self.presence.count))),
            field.isOptional
        else { return nil }
        return .string(payload[field.name]?.messageValue(for: chain) == nil ? "false" : "true")
    }

    private static let presence = ".present"
}
