/// Every locale of the data, sorted, with its row in the number and date tables and its plural rule sets.
///
/// Entry: reference to the tag (3 groups), row, cardinal set, ordinal set (1 each; 127 is none).
struct LocaleTable {
    var formatted: [String]
    var plurals: PluralTable

    func file() throws -> GeneratedFile {
        let tags = Set(formatted).union(plurals.cardinal.keys).union(plurals.ordinal.keys).subtracting(["root"])
        var pool = TextPool()
        var entries = TableBytes()
        // By bytes, as the search compares.
        for tag in tags.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            try entries.append(pool.reference(to: tag), groups: 3)
            try entries.append(formatted.firstIndex(of: tag) ?? 127, groups: 1)
            try entries.append(plurals.cardinal[tag] ?? 127, groups: 1)
            try entries.append(plurals.ordinal[tag] ?? 127, groups: 1)
        }
        guard let english = formatted.firstIndex(of: "en") else { throw UnexpectedData("no English") }
        let root = try plurals.root()
        var table = pool.table
        let start = table.count
        table.append(entries)
        return try GeneratedFile(
            table: "LocaleTable",
            summary: "Which locales there are, and where their data is; `LocaleData` searches it.",
            constants: [
                ("entries", start), ("entryCount", tags.count), ("formattedCount", formatted.count),
                ("defaultRow", english), ("rootCardinalRules", root.cardinal), ("rootOrdinalRules", root.ordinal),
            ],
            bytes: table
        )
    }
}
