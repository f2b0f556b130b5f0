import CarillonPluginKit

/// Where a value stands in a sender's data, by the words of the names around it.
///
/// `order_id`, `orderId`, `ORDER-ID`, and `id` in an object called `order` are the same words.
struct DataPlace {
    private let words: [String]
    /// How many of the words are the innermost name's.
    private let own: Int

    static let root = DataPlace(words: [], own: 0)

    /// The place of a member with this name.
    func member(_ name: String) -> DataPlace {
        let added = Self.words(of: name)
        return DataPlace(words: words + added, own: added.count)
    }

    /// The place of each element of a list: `orders` holds one `order` after the other.
    var element: DataPlace {
        guard let last = words.last, last.count > 1, last.hasSuffix("s") else { return self }
        return DataPlace(words: words.dropLast() + [String(last.dropLast())], own: own)
    }

    /// Whether what stands here is called so.
    ///
    /// A name of several words may have others before it (`parent_order_id`), and may be divided between an object and its
    /// member. One of a single word, such as `id`, says too little for that.
    func isCalled(_ name: String) -> Bool {
        let wanted = Self.words(of: name)
        let word = wanted.joined()
        guard wanted.count > 1 else { return words.suffix(own).joined() == word }
        return words.indices.contains { words[$0...].joined() == word }
    }

    /// In small letters, divided where the case rises, and by all that is neither a letter nor a digit of ASCII.
    private static func words(of name: String) -> [String] {
        var words: [[UInt8]] = [[]]
        var wasSmall = false
        for byte in name.utf8 {
            let isWord = TextFormat.isAlphanumeric(byte)
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if !isWord || isCapital && wasSmall { words.append([]) }
            if isWord { words[words.count - 1].append(isCapital ? byte | 0x20 : byte) }
            wasSmall = isWord && !isCapital
        }
        return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }

    private init(words: [String], own: Int) {
        self.words = words
        self.own = own
    }
}
