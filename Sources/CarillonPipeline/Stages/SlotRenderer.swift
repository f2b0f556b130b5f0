import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// The texts of one message for one reader: everything shown, made once for all slots and channels.
final class SlotRenderer {
    let event: EventTypeID
    /// The reader's languages.
    let chain: LanguageChain
    private let catalog: CompiledCatalog
    private let context: FormattingContext
    private let links: DeepLinkMaker
    /// What fills a parameter of a route that a text links to: parameter, route.
    private let linkArgument: (String, String) -> String?
    /// A message's argument by name; only those that a message uses are requested.
    private let argument: (String) -> MessageValue?
    /// What became of texts, so that those which several channels show are made once: a handful, searched faster than hashed.
    private var known: [Known] = []

    private struct Known {
        let text: CompiledText
        let slot: String
        let isHTML: Bool
        let outcome: Result<String, RenderingFailure>
    }

    struct Text {
        var locale: LocaleTag
        var text: String
        /// Where the text changes with the day it is read on, in a channel where it is read later.
        var deferred: DeferredText?
    }

    init(
        event: EventTypeID,
        chain: LanguageChain,
        catalog: CompiledCatalog,
        context: FormattingContext,
        links: DeepLinkMaker,
        linkArgument: @escaping (String, String) -> String?,
        argument: @escaping (String) -> MessageValue?
    ) {
        self.event = event
        self.chain = chain
        self.catalog = catalog
        self.context = context
        self.links = links
        self.linkArgument = linkArgument
        self.argument = argument
    }

    /// - Returns: nil where nobody wrote any.
    /// - Throws: ``RenderingFailure`` where a message can't be formatted whole, or a headline is empty.
    func text(of slot: SlotTexts) throws(RenderingFailure) -> Text? {
        guard let text = slot.text(for: chain) else { return nil }
        let made = try self.text(text, of: slot)
        guard !slot.isHeadline || !made.text.isBlank else { throw .blankHeadline(event, slot.name, made.locale) }
        return made
    }

    private func text(_ text: CompiledText, of slot: SlotTexts) throws(RenderingFailure) -> Text {
        if text.rendersOnRead, let deferred = try deferred(text, slot.name) {
            return Text(locale: text.locale, text: deferred.text(in: context), deferred: deferred)
        }
        return Text(locale: text.locale, text: try formatted(of: text, slot))
    }

    private func formatted(of text: CompiledText, _ slot: SlotTexts) throws(RenderingFailure) -> String {
        for known in known where known.text === text && known.isHTML == slot.isHTML && known.slot == slot.name {
            return try known.outcome.get()
        }
        let outcome = Result { () throws(RenderingFailure) in try made(text, slot) }
        known.append(Known(text: text, slot: slot.name, isHTML: slot.isHTML, outcome: outcome))
        return try outcome.get()
    }

    private func made(_ text: CompiledText, _ slot: SlotTexts) throws(RenderingFailure) -> String {
        guard slot.isHTML else {
            let formatted = text.message.format(context: context) { value(of: $0, text.locale) }
            try check(formatted.errors, slot.name, text.locale)
            return NeededIsolates.kept(in: formatted.text, isRightToLeft: text.isRightToLeft)
        }
        let formatted = text.message.formatToParts(context: context) { value(of: $0, text.locale) }
        try check(formatted.errors, slot.name, text.locale)
        do {
            return try HTMLMessage(links: links, argument: linkArgument).html(formatted.parts)
        } catch {
            throw .link(event, error, in: slot.name, text.locale)
        }
    }

    /// - Returns: nil where the variant chosen shows no such time.
    private func deferred(_ text: CompiledText, _ slot: String) throws(RenderingFailure) -> DeferredText? {
        let formatted = text.message.formatToParts(context: context) { value(of: $0, text.locale) }
        try check(formatted.errors, slot, text.locale)
        return DeferredText(formatted.parts, locale: text.locale)
    }

    /// What a message of nobody's file makes of the values that this reader's texts have; nil where that isn't whole.
    func wording(of message: Message, in locale: LocaleTag) -> String? {
        let compiled = CompiledMessage(message, locale: locale.rawValue)
        let formatted = compiled.format(context: context) { value(of: $0, locale) }
        guard formatted.errors.isEmpty else { return nil }
        let isRightToLeft = LanguageTag(locale.rawValue)?.direction == .rightToLeft
        return NeededIsolates.kept(in: formatted.text, isRightToLeft: isRightToLeft)
    }

    private func value(of name: String, _ locale: LocaleTag) -> MessageValue? {
        argument(name) ?? catalog.terms(locale)[name]
    }

    private func check(_ errors: [MessageError], _ slot: String, _ locale: LocaleTag) throws(RenderingFailure) {
        guard !errors.isEmpty else { return }
        throw .message(event, slot, locale, errors.map(\.description))
    }
}
