/// Splits a text at hyphens and underscores into lower-case subtags.
struct SubtagReader {
    private var bytes: ArraySlice<UInt8>
    private var isAtEnd = false

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)[...]
    }

    /// The next subtag; nil where there is none, or where it is empty, too long or not alphanumeric.
    mutating func next() -> Subtag? {
        next { _ in true }
    }

    /// The next subtag, if `isWanted` accepts it; otherwise it isn't consumed.
    mutating func next(where isWanted: (Subtag) -> Bool) -> Subtag? {
        guard !isAtEnd else { return nil }
        let word = bytes.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        guard
            (1...8).contains(word.count), let subtag = word.withUnsafeBufferPointer({ Subtag($0) }).lowercased,
            isWanted(subtag)
        else { return nil }
        isAtEnd = word.endIndex == bytes.endIndex
        bytes = bytes[min(word.endIndex + 1, bytes.endIndex)...]
        return subtag
    }

    /// All remaining subtags; nil where one of them is invalid.
    mutating func remaining() -> [Subtag]? {
        var subtags: [Subtag] = []
        while !isAtEnd {
            guard let subtag = next() else { return nil }
            subtags.append(subtag)
        }
        return subtags
    }
}
