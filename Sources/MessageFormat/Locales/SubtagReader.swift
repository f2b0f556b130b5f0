/// Takes a text apart at hyphens and underscores, into subtags in lower case.
struct SubtagReader {
    private var bytes: ArraySlice<UInt8>
    private var isAtEnd = false

    init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)[...]
    }

    /// The next subtag; nil if there is none, or it is empty, too long or has other characters than letters and digits.
    mutating func next() -> Subtag? {
        next { _ in true }
    }

    /// The next subtag, if it is of a kind; otherwise it stays.
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

    /// All subtags that are left; nil if one of them can't be a subtag.
    mutating func remaining() -> [Subtag]? {
        var subtags: [Subtag] = []
        while !isAtEnd {
            guard let subtag = next() else { return nil }
            subtags.append(subtag)
        }
        return subtags
    }
}
