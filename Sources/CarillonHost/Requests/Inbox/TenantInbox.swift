import CarillonModel
import CarillonPluginKit
import CarillonProfiles

/// What the inbox of one tenant loads, prepared once when a profile is loaded.
struct TenantInbox: Sendable {
    let words: InboxWords
    /// For every language that the tenant supports.
    private let documents: [LocaleTag: RenderedDocument]

    init(_ profile: TenantProfile, registry: ChannelRegistry) {
        let words = InboxWords(profile)
        self.words = words
        documents = Dictionary(
            profile.locales.supported.map { locale in
                let document = InboxDocument(profile, words, in: locale, registry: registry)
                return (locale, RenderedDocument { document.json })
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The document in a supported language; nil for any other.
    func document(in locale: LocaleTag) -> RenderedDocument? { documents[locale] }
}
