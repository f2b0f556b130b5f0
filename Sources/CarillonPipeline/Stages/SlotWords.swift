import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// The words of one delivery's slots: everything a message can see, made once for all of them.
struct SlotWords {
    let event: EventTypeID
    let channel: ChannelID
    /// The reader's locales, best first.
    let chain: [LocaleTag]
    let catalog: CompiledCatalog
    let arguments: [String: MessageValue]
    let context: FormattingContext
    let links: DeepLinkMaker

    struct Text {
        var locale: LocaleTag
        var text: String
    }

    /// - Returns: nil where nobody wrote any.
    /// - Throws: ``RenderingFailure`` where a message can't be formatted whole.
    func text(of slot: String, isHTML: Bool = false) throws(RenderingFailure) -> Text? {
        guard let found = catalog.message(event, channel, slot: slot, chain: chain) else { return nil }
        let arguments = arguments.merging(catalog.terms(found.locale)) { own, _ in own }
        guard isHTML else {
            let formatted = found.message.format(arguments, context: context)
            try check(formatted.errors, slot, found.locale)
            return Text(locale: found.locale, text: NeededIsolates.kept(in: formatted.text, locale: found.locale))
        }
        let formatted = found.message.formatToParts(arguments, context: context)
        try check(formatted.errors, slot, found.locale)
        do {
            return Text(locale: found.locale, text: try HTMLWords(links: links).html(formatted.parts))
        } catch {
            throw .link(event, error)
        }
    }

    private func check(_ errors: [MessageError], _ slot: String, _ locale: LocaleTag) throws(RenderingFailure) {
        guard !errors.isEmpty else { return }
        throw .message(event, slot, locale, errors.map(\.description))
    }
}

extension EventType {
    /// The payload's values as messages see them.
    ///
    /// An optional field `fee` also makes `$fee.present`, `true` or `false`,
    /// and an absent one is empty, so that a message can choose between its variants.
    func arguments(_ payload: Payload, chain: [LocaleTag]) -> [String: MessageValue] {
        var arguments = payload.values.compactMapValues { $0.messageValue(for: chain) }
        for field in self.payload where field.isOptional {
            let isPresent = arguments[field.name] != nil
            arguments[field.name + ".present"] = .string(isPresent ? "true" : "false")
            if !isPresent { arguments[field.name] = .string("") }
        }
        return arguments
    }
}
