/// Subtags in a literal, in cells of equal width that are padded with spaces.
struct SubtagList: ExpressibleByStringLiteral {
    private let text: StaticString
    /// The width of a cell in bytes: up to the character before the second subtag.
    private let width: Int

    init(stringLiteral text: StaticString) {
        self.text = text
        var width = 0
        while width < text.utf8CodeUnitCount, text.utf8Start[width] != UInt8(ascii: " ") { width += 1 }
        self.width = width + 1
    }

    func contains(_ subtag: Subtag) -> Bool {
        guard subtag.count < width else { return false }
        var wanted = subtag.bits
        for index in subtag.count..<width { wanted |= 0x20 << UInt64(index * 8) }
        var offset = 0
        while offset + width <= text.utf8CodeUnitCount {
            if Subtag(UnsafeBufferPointer(start: text.utf8Start + offset, count: width)).bits == wanted { return true }
            offset += width
        }
        return false
    }
}
