/// The positions of a locale's data in the tables: a few indices, which are cheap to copy.
struct LocaleData: Sendable, Hashable {
    /// Row of the number and date tables.
    private(set) var row = UInt8(LocaleTable.defaultRow)
    /// Rule sets of the plural tables.
    private(set) var cardinalRules = UInt8(LocaleTable.rootCardinalRules)
    private(set) var ordinalRules = UInt8(LocaleTable.rootOrdinalRules)
    /// Direction of the script the locale is written in.
    private(set) var direction = TextDirection.leftToRight

    /// The data for `tag`, or for the closest locale.
    ///
    /// An unknown language, or an invalid tag, gets English formats, and plural rules that have only `other`.
    init(bestFor tag: String) {
        self.init()
        if let tag = LanguageTag(tag) { search(for: tag) }
    }

    /// Neutral data, for what doesn't depend on the language.
    static let any = LocaleData()

    private init() {}

    private mutating func search(for tag: LanguageTag) {
        direction = tag.core.direction
        // Each kind of data comes from the best candidate that has it.
        var missing: (row: Bool, cardinal: Bool, ordinal: Bool) = (true, true, true)
        tag.core.visitCandidates { candidate in
            guard let entry = LocaleTableEntry.find(candidate) else { return true }
            if missing.row, entry.row != LocaleTableEntry.none {
                row = entry.row
                missing.row = false
            }
            if missing.cardinal, entry.cardinalRules != LocaleTableEntry.none {
                cardinalRules = entry.cardinalRules
                missing.cardinal = false
            }
            if missing.ordinal, entry.ordinalRules != LocaleTableEntry.none {
                ordinalRules = entry.ordinalRules
                missing.ordinal = false
            }
            return missing.row || missing.cardinal || missing.ordinal
        }
    }
}
