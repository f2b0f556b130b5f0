import CarillonModel
import MessageFormat

/// Chooses the text for a reader of one language: the tenant's or the built-in one, in the first language that has
/// either.
struct InboxTextChoice {
    private let profile: TenantProfile
    private let locale: LocaleTag
    private let chain: [LocaleTag]

    /// A text, with the language it was found in.
    private struct Found {
        let message: Message
        let locale: LocaleTag
        let constants: [String: String]
    }

    init(_ profile: TenantProfile, for locale: LocaleTag) {
        self.profile = profile
        self.locale = locale
        chain = profile.chain(for: locale)
    }

    /// The compiled form that the browser gets.
    ///
    /// A tenant's text of another form was reported when the profile was validated; the built-in text is used instead.
    func word(of text: InboxText) -> JSONValue {
        for found in candidates(text) {
            let compiler = WordCompiler(argument: text.argument, constants: found.constants)
            let language = found.locale.language == locale.language ? nil : found.locale
            if let word = try? compiler.word(of: found.message, locale: language) { return word }
        }
        return ""
    }

    /// A text that the host formats.
    func hostText(_ text: InboxText) -> HostText {
        let found = candidates(text).first
        let message = found?.message ?? Message(body: .pattern([]))
        var isValueAlone = false
        if case .pattern(let pattern) = message.body, pattern.count == 1 { isValueAlone = true }
        return HostText(
            message: CompiledMessage(message, locale: (found?.locale ?? locale).rawValue),
            constants: found?.constants ?? [:],
            isolates: !isValueAlone
        )
    }

    /// The texts to try, the best first; English comes last.
    private func candidates(_ text: InboxText) -> [Found] {
        var found: [Found] = []
        let isWritten = profile.texts.contains { $0.id == text.id }
        var languages: [String] = []
        for locale in chain where !languages.contains(locale.language) { languages.append(locale.language) }
        for language in languages {
            for locale in chain where isWritten && locale.language == language {
                guard let own = profile.messages.text(text.id, channel: nil, slot: text.slot, locale: locale),
                    own.isSound
                else { continue }
                found.append(Found(message: own.message, locale: locale, constants: profile.constants(in: locale)))
            }
            if let standard = standard(text, language) { found.append(standard) }
        }
        if let english = standard(text, "en") { found.append(english) }
        return found
    }

    private func standard(_ text: InboxText, _ language: String) -> Found? {
        guard let source = StandardWords.source(of: text, language: language),
            let message = Message.parse(source).message, let tag = LocaleTag(language)
        else { return nil }
        return Found(message: message, locale: tag, constants: [:])
    }
}

extension TenantProfile {
    /// The names with a fixed value in the texts of a language: its terms, and the product's name.
    func constants(in locale: LocaleTag) -> [String: String] {
        messages.terms(locale: locale).merging(["tenant": name]) { $1 }
    }
}
