import CarillonModel
import CarillonPluginKit

/// The path to a value in a sender's data, as the words in the names on the way.
///
/// `order_id`, `orderId`, `ORDER-ID`, and `id` in an object called `order` are the same words.
struct DataPlace {
    private let words: [String]
    /// How many of the words belong to the innermost name.
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

    /// Whether the value at this path has that name.
    ///
    /// A name of several words also matches where other words come before it (`parent_order_id`), or where it is split
    /// between an object and its member. A single word, such as `id`, is too unspecific for that.
    func isCalled(_ name: String) -> Bool {
        let wanted = Self.words(of: name)
        let word = wanted.joined()
        guard wanted.count > 1 else { return words.suffix(own).joined() == word }
        return words.indices.contains { words[$0...].joined() == word }
    }

    /// The words of a name in lower case: it is split before capitals, and at all characters that are neither letters
    /// nor digits of ASCII.
    private static func words(of name: String) -> [String] {
        var words: [[UInt8]] = [[]]
        var wasSmall = false
        for byte in name.utf8 {
            let isWord = byte.isAlphanumeric
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
