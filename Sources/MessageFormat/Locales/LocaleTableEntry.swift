/// One line of the locale table.
struct LocaleTableEntry {
    static let none: UInt8 = 127

    private let start: UnsafePointer<UInt8>

    var tag: TableText { LocaleTable.bytes.utf8Start.text(start.number3(at: 0)) }
    /// Row of the number and date tables, or `none`.
    var row: UInt8 { start[3] }
    var cardinalRules: UInt8 { start[4] }
    var ordinalRules: UInt8 { start[5] }

    private init(index: Int) {
        start = LocaleTable.bytes.utf8Start + (LocaleTable.entries + index * 6)
    }

    static var all: [LocaleTableEntry] { (0..<LocaleTable.entryCount).map { LocaleTableEntry(index: $0) } }

    /// The entry of exactly this tag.
    static func find(_ tag: String) -> LocaleTableEntry? {
        var tag = tag
        return tag.withUTF8 { wanted in
            var range = 0..<LocaleTable.entryCount
            while !range.isEmpty {
                let middle = range.lowerBound + range.count / 2
                let entry = LocaleTableEntry(index: middle)
                let found = entry.tag.bytes
                if found.elementsEqual(wanted) { return entry }
                let isBefore = found.lexicographicallyPrecedes(wanted)
                range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            return nil
        }
    }
}
