/// Text of a given size, whose content doesn't matter.
enum Filler {
    static func text(_ bytes: Int) -> String {
        guard bytes > 0 else { return "" }
        return String(unsafeUninitializedCapacity: bytes) { buffer in
            buffer.initialize(repeating: UInt8(ascii: "x"))
            return bytes
        }
    }
}
