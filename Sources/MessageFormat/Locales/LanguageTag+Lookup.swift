extension LanguageTag {
    /// The best of `available` for readers of this tag, or nil if none is of its language.
    ///
    /// For hosts that have texts in some languages: `LanguageTag("zh-TW")?.lookup(in: ["zh", "zh-Hant"])` is `zh-Hant`.
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

    /// Every locale whose numbers, amounts and dates the tables have, sorted.
    public static var known: [String] {
        LocaleTableEntry.all.filter { $0.row != LocaleTableEntry.none }.map { $0.tag.string }
    }

    /// Every locale whose plural rules the tables have, sorted.
    public static var knownForPlurals: [String] {
        LocaleTableEntry.all.filter { $0.cardinalRules != LocaleTableEntry.none }.map { $0.tag.string }
    }
}

extension LanguageTag.Core {
    /// Hands `visit` the tags to look for, best first, until it returns false.
    ///
    /// They are those of RFC 4647 lookup (subtags are dropped from the right), where a region also implies its script
    /// (zh-TW is zh-Hant) and, where CLDR says so, another region or language that writes alike.
    @inline(__always)
    func visitCandidates(_ visit: (LanguageTag.Core) -> Bool) {
        let likely = likelyScript
        // A script that goes without saying is left out: pt-Latn-PT is pt-PT.
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
