public import CarillonModel
import MessageFormat

extension TenantProfile {
    /// A text without arguments, ready to show; nil where no language of the chain has it.
    public func plainText(_ text: AppText, _ slot: String, for chain: [LocaleTag]) -> String? {
        messages.text(text.id, channel: nil, slot: slot, chain: chain).map { plain($0.text, in: $0.locale) }
    }

    /// - Parameter template: without arguments.
    public func plain(_ template: TextTemplate, in locale: LocaleTag) -> String {
        let terms = messages.terms(locale: locale).mapValues { MessageValue.string($0) }
        return CompiledMessage(template.message, locale: locale.rawValue).format(terms, bidi: .none).text
    }
}
