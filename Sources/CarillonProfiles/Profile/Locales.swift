public import CarillonModel

/// The languages of a tenant's texts, and which one a reader gets.
public struct Locales: Sendable, Hashable {
    public package(set) var defaultLocale: LocaleTag
    /// In the order written; contains the default.
    public package(set) var supported: [LocaleTag]
    /// The next language to try for one that isn't supported, such as `no` for `nb`.
    ///
    /// It has no cycles.
    public package(set) var fallbacks: [LocaleTag: LocaleTag]

    public init(default defaultLocale: LocaleTag, supported: [LocaleTag], fallbacks: [LocaleTag: LocaleTag] = [:]) {
        self.defaultLocale = defaultLocale
        self.supported = supported
        self.fallbacks = fallbacks
    }

    /// All of them, the default first.
    package var defaultFirst: [LocaleTag] { [defaultLocale] + supported.filter { $0 != defaultLocale } }

    /// The supported locales for a reader who asks for `requested`, best first; never empty, and ends with the default.
    ///
    /// The order: the tag itself, its truncations, the fallbacks of each of these, the default.
    public func chain(for requested: LocaleTag?) -> [LocaleTag] {
        var found: [LocaleTag] = []
        var visited: Set<LocaleTag> = []
        var next = requested
        while let tag = next, visited.insert(tag).inserted {
            let candidates = tag.truncations
            for candidate in candidates where supported.contains(candidate) && !found.contains(candidate) {
                found.append(candidate)
            }
            next = candidates.lazy.compactMap { fallbacks[$0] }.first
        }
        if !found.contains(defaultLocale) { found.append(defaultLocale) }
        return found
    }

    /// The locale that a reader gets who asks for `requested`.
    public func best(for requested: LocaleTag?) -> LocaleTag { chain(for: requested).first ?? defaultLocale }

    /// The same for text from outside; an invalid language tag counts as nil.
    public func best(for requested: String?) -> LocaleTag { best(for: requested.flatMap { LocaleTag($0) }) }
}
