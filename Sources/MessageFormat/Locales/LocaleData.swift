/// Where one locale's data lies in the tables: a few indices, free to copy, nothing to load.
struct LocaleData: Sendable, Hashable {
    /// Row of the number, currency and date tables.
    var row: UInt8
    /// Rule sets of the plural tables.
    var cardinalRules: UInt8
    var ordinalRules: UInt8
    /// Direction of the script the locale is written in.
    var direction: TextDirection

    /// The data that fits `tag` best; see `LanguageTag` for the order of the search. An unknown language gets English
    /// formats and plural rules that know `other` alone.
    init(bestFor tag: String) {
        row = 0
        cardinalRules = 0
        ordinalRules = 0
        direction = .leftToRight
    }
}
