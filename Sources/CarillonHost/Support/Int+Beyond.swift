extension Int {
    /// The largest or smallest number there is, for the text of a whole number beyond it; nil for any other text.
    init?(endBeyond text: String) {
        guard Int(text) == nil else { return nil }
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        self = text.hasPrefix("-") ? .min : .max
    }
}
