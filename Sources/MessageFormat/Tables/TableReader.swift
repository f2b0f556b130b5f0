/// Reads the generated tables: numbers in groups of seven bits, lowest first, and texts preceded by their length.
///
/// Offsets come from the tables and the constants beside them, which one run of the generator writes, and a test reads
/// all of them. So bounds aren't checked here.
extension UnsafePointer<UInt8> {
    @inline(__always)
    func number1(at offset: Int) -> Int { Int(self[offset]) }

    @inline(__always)
    func number2(at offset: Int) -> Int { Int(self[offset]) | Int(self[offset &+ 1]) &<< 7 }

    @inline(__always)
    func number3(at offset: Int) -> Int { number2(at: offset) | Int(self[offset &+ 2]) &<< 14 }

    /// The text that a reference points to, in a table with lengths of one group.
    @inline(__always)
    func shortText(_ reference: Int) -> TableText {
        TableText(start: self + (reference &+ 1), count: number1(at: reference))
    }

    /// The text that a reference points to, in a table with lengths of two groups.
    @inline(__always)
    func text(_ reference: Int) -> TableText {
        TableText(start: self + (reference &+ 2), count: number2(at: reference))
    }
}

/// A text in a table.
///
/// At least 16 bytes of the table follow its start.
struct TableText {
    let start: UnsafePointer<UInt8>
    let count: Int

    var isEmpty: Bool { count == 0 }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

    var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension UTF8Writer {
    @inline(__always)
    mutating func append(_ text: TableText) {
        appendPadded(text.start, count: text.count)
    }
}
