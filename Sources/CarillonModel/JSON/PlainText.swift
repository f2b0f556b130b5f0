extension Span<UInt8> {
    /// Where what a JSON string can hold as it is (RFC 8259, section 7) ends: at a quote, a backslash, a control character
    /// or the end of the bytes.
    func plainEnd(from start: Int) -> Int {
        var index = start
        while index + 8 <= count, Self.isPlain(bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)) {
            index += 8
        }
        while index < count, Self.isPlain(self[index]) { index += 1 }
        return index
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// The same of eight bytes at once: taking from each byte what it must not be, or the lowest it may be, borrows from
    /// its highest bit.
    private static func isPlain(_ eight: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = eight ^ ones &* 0x22
        let backslashes = eight ^ ones &* 0x5C
        let found = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (eight &- ones &* 0x20) & ~eight
        return found & (ones &* 0x80) == 0
    }
}
