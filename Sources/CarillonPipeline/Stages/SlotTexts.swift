import CarillonModel
import CarillonPluginKit

/// What is written for one slot of a channel, or for one that only an event's `data` uses, in each language of a
/// tenant's.
///
/// A class, because every message goes through some of them and copies none.
final class SlotTexts: Sendable {
    let name: String
    /// Whether the channel shows it.
    let isShown: Bool
    let isRequired: Bool
    let isHTML: Bool
    /// Without it a message has no subject: a title wherever there is one, and any line that a channel needs.
    let isHeadline: Bool
    /// By the languages' numbers; empty where nobody wrote any text.
    private let texts: [CompiledText?]

    init(_ slot: Slot, texts: [CompiledText?] = []) {
        name = slot.name
        isShown = true
        isRequired = slot.isRequired
        isHTML = slot.isHTML
        isHeadline = slot.name == "title" || slot.isRequired && !slot.isMultiline
        self.texts = texts
    }

    init(inData name: String, texts: [CompiledText?]) {
        self.name = name
        isShown = false
        isRequired = false
        isHTML = false
        isHeadline = false
        self.texts = texts
    }

    /// The text for the first language of `chain` that has one.
    func text(for chain: LanguageChain) -> CompiledText? {
        guard !texts.isEmpty else { return nil }
        for number in chain.numbers {
            if let text = texts[number] { return text }
        }
        return nil
    }
}

/// The languages to try for a reader, best first.
struct LanguageChain: Sendable {
    let locales: [LocaleTag]
    /// Their numbers among the tenant's languages.
    let numbers: [Int]

    init(_ locales: [LocaleTag], of supported: [LocaleTag]) {
        self.locales = locales
        numbers = locales.compactMap { supported.firstIndex(of: $0) }
    }
}
