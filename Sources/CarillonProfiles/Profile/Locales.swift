public import CarillonModel

/// The languages a tenant writes, and which one a reader gets.
public struct Locales: Sendable, Hashable {
    public package(set) var defaultLocale: LocaleTag
    /// In the order written; holds the default.
    public package(set) var supported: [LocaleTag]
    /// Where to look when a language isn't supported, such as `nb` in `no`.
    ///
    /// Free of cycles.
    public package(set) var fallbacks: [LocaleTag: LocaleTag]

    public init(default defaultLocale: LocaleTag, supported: [LocaleTag], fallbacks: [LocaleTag: LocaleTag] = [:]) {
        self.defaultLocale = defaultLocale
        self.supported = supported
        self.fallbacks = fallbacks
    }

    /// The supported locales to try for a reader who asks for `wish`, best first; never empty, ends with the default.
    ///
    /// The order: the tag itself, its truncations, then what `fallbacks` says about each of these, then the default.
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

    /// The locale a reader who asks for `wish` gets.
    public func best(for requested: LocaleTag?) -> LocaleTag { chain(for: requested).first ?? defaultLocale }

    /// The same for text from outside, where what is no language tag counts as no wish.
    public func best(for requested: String?) -> LocaleTag { best(for: requested.flatMap { LocaleTag($0) }) }
}
