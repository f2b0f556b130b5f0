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

    /// The entry for exactly this tag.
    static func find(_ tag: LanguageTag.Core) -> LocaleTableEntry? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { memory in
            var writer = UTF8Writer(startingIn: memory)
            tag.append(to: &writer)
            return writer.withBytes { find($0) }
        }
    }

    private static func find(_ wanted: UnsafeBufferPointer<UInt8>) -> LocaleTableEntry? {
        var lower = 0
        var upper = LocaleTable.entryCount
        while lower < upper {
            let middle = (lower + upper) / 2
            let entry = LocaleTableEntry(index: middle)
            let order = compare(entry.tag.bytes, wanted)
            if order == 0 { return entry }
            if order < 0 { lower = middle + 1 } else { upper = middle }
        }
        return nil
    }

    /// Negative, zero or positive as `first` comes before, is or comes after `second`.
    private static func compare(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>) -> Int {
        for index in 0..<min(first.count, second.count) where first[index] != second[index] {
            return Int(first[index]) - Int(second[index])
        }
        return first.count - second.count
    }
}
