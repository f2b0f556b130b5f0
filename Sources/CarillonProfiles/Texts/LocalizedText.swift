public import CarillonModel

/// A plain text by language: either the same for all, or `{"en": …, "ar": …}`.
public struct LocalizedText: Sendable, Hashable {
    /// By locale; a text for all languages is in ``everywhere``.
    public package(set) var byLocale: [LocaleTag: String]
    public package(set) var everywhere: String?

    public init(_ everywhere: String) {
        self.byLocale = [:]
        self.everywhere = everywhere
    }

    public init(byLocale: [LocaleTag: String]) {
        self.byLocale = byLocale
        self.everywhere = nil
    }

    /// The text for the first locale of `chain` that has one.
    public func text(for chain: [LocaleTag]) -> String? {
        chain.lazy.compactMap { byLocale[$0] }.first ?? everywhere
    }
}
