/// Characters that set the direction of the text after them until they are closed.
///
/// Embeddings and overrides (U+202A to U+202E) are closed by U+202C, isolates (U+2066 to U+2068) by U+2069. Marks such
/// as U+200F and U+061C aren't included, because they affect no other character. Source: UAX #9, sections 2.2 to 2.5.
enum DirectionalFormatting {
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// The text without unclosed formatting characters and without closing characters that close nothing.
    ///
    /// The end of an isolate also ends the embeddings within it. The end of an embedding ends nothing outside its own
    /// isolate.
    static func balanced(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard scalars.contains(where: contains) else { return scalars }
        var open: [Int] = []
        /// How many of `open` are isolates.
        var isolates = 0
        var strays: Set<Int> = []
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x202A, 0x202B, 0x202D, 0x202E: open.append(index)
            case 0x2066...0x2068:
                open.append(index)
                isolates += 1
            case 0x202C:
                if let last = open.last, !isIsolate(scalars[last]) { open.removeLast() } else { strays.insert(index) }
            case 0x2069 where isolates > 0:
                while let last = open.popLast(), !isIsolate(scalars[last]) { strays.insert(last) }
                isolates -= 1
            case 0x2069: strays.insert(index)
            default: break
            }
        }
        strays.formUnion(open)
        return scalars.enumerated().filter { !strays.contains($0.offset) }.map(\.element)
    }

    private static func isIsolate(_ scalar: Unicode.Scalar) -> Bool { (0x2066...0x2068).contains(scalar.value) }
}
