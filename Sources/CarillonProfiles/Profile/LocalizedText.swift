public import CarillonModel

/// Plain words by language: written once for all, or `{"en": …, "ar": …}`.
public struct LocalizedText: Sendable, Hashable {
    /// By locale; the words for all stand in ``everywhere``.
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

    /// The words for the first locale of `chain` that has any.
    public func text(for chain: [LocaleTag]) -> String? {
        chain.lazy.compactMap { byLocale[$0] }.first ?? everywhere
    }
}
