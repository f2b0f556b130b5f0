extension LanguageTag {
    /// The best of `available` for readers of this tag; nil where none is in its language.
    ///
    /// For hosts with texts in some languages: `LanguageTag("zh-TW")?.lookup(in: ["zh", "zh-Hant"])` is `zh-Hant`.
    public func lookup(in available: some Sequence<String>) -> String? {
        var byTag: [Core: String] = [:]
        for text in available {
            guard let tag = LanguageTag(text), byTag[tag.core] == nil else { continue }
            byTag[tag.core] = text
        }
        var best: String?
        core.visitCandidates { candidate in
            best = byTag[candidate]
            return best == nil
        }
        return best
    }

    /// Every locale with data for numbers, amounts and dates, sorted.
    public static var known: [String] {
        LocaleTableEntry.all.filter { $0.row != LocaleTableEntry.none }.map { $0.tag.string }
    }

    /// Every locale with plural rules, sorted.
    public static var knownForPlurals: [String] {
        LocaleTableEntry.all.filter { $0.cardinalRules != LocaleTableEntry.none }.map { $0.tag.string }
    }
}

extension LanguageTag.Core {
    /// Calls `visit` with the tags to look up, best first, until it returns false.
    ///
    /// These are the tags of RFC 4647 lookup, which drops subtags from the right. In addition, a region implies its
    /// script (zh-TW is zh-Hant) and, where CLDR says so, another region or language with the same conventions.
    @inline(__always)
    func visitCandidates(_ visit: (LanguageTag.Core) -> Bool) {
        let likely = likelyScript
        // The usual script is omitted: pt-Latn-PT is pt-PT.
        let named = likely.isEmpty && script == usualScript ? Subtag.none : script
        let script = named.isEmpty ? likely : named
        if !region.isEmpty {
            if !script.isEmpty, !visit(LanguageTag.Core(language: language, script: script, region: region)) { return }
            if script == likely {
                if !visit(LanguageTag.Core(language: language, region: region)) { return }
                let parent = parentRegion
                if !parent.isEmpty, !visit(LanguageTag.Core(language: language, region: parent)) { return }
            }
        }
        if !script.isEmpty, !visit(LanguageTag.Core(language: language, script: script)) { return }
        if !visit(LanguageTag.Core(language: language)) { return }
        let related = kindredLanguage
        if !related.isEmpty { _ = visit(LanguageTag.Core(language: related)) }
    }
}
