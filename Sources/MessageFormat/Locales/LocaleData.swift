/// Where one locale's data lies in the tables: a few indices, free to copy, nothing to load.
struct LocaleData: Sendable, Hashable {
    /// Row of the number and date tables.
    let row: UInt8
    /// Rule sets of the plural tables.
    let cardinalRules: UInt8
    let ordinalRules: UInt8
    /// Direction of the script the locale is written in.
    let direction: TextDirection

    /// The data that fits `tag` best.
    ///
    /// An unknown language gets English formats and plural rules that know `other` alone; so does a text that isn't a
    /// tag.
    init(bestFor tag: String) {
        guard let tag = LanguageTag(tag) else {
            self.init(entries: [], direction: .leftToRight)
            return
        }
        self.init(tag)
    }

    init(_ tag: LanguageTag) {
        self.init(entries: tag.candidates.compactMap { LocaleTableEntry.find($0) }, direction: tag.direction)
    }

    /// Each kind of data comes from the first entry that has it.
    private init(entries: [LocaleTableEntry], direction: TextDirection) {
        func first(_ value: (LocaleTableEntry) -> UInt8, else fallback: Int) -> UInt8 {
            entries.lazy.map(value).first { $0 != LocaleTableEntry.none } ?? UInt8(fallback)
        }
        row = first(\.row, else: LocaleTable.defaultRow)
        cardinalRules = first(\.cardinalRules, else: LocaleTable.rootCardinalRules)
        ordinalRules = first(\.ordinalRules, else: LocaleTable.rootOrdinalRules)
        self.direction = direction
    }
}
