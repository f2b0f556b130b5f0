/// The bytes of one table: numbers in groups of seven bits and UTF-8 text, so that the whole is a valid string literal.
struct TableBytes {
    private(set) var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func append(_ value: Int, groups: Int) throws {
        guard value >= 0, value < 1 << (7 * groups) else {
            throw UnexpectedData("\(value) doesn't fit \(7 * groups) bits")
        }
        for group in 0..<groups { bytes.append(UInt8((value >> (7 * group)) & 0x7F)) }
    }

    mutating func append(text: String) { bytes += text.utf8 }

    mutating func append(_ other: TableBytes) { bytes += other.bytes }

    mutating func pad(to length: Int) {
        bytes += [UInt8](repeating: 0, count: max(0, length - bytes.count))
    }
}

/// Texts, each once, with their length in front of them.
///
/// A reference is an offset into the pool; 0 is no text.
struct TextPool {
    private(set) var table = TableBytes()
    /// Groups of a length.
    private let lengthGroups: Int
    /// Keyed by bytes: `String` takes canonically equivalent texts for equal.
    private var offsets: [[UInt8]: Int] = [:]

    init(lengthGroups: Int = 2) {
        self.lengthGroups = lengthGroups
        table.pad(to: 1)
    }

    mutating func reference(to text: String?) throws -> Int {
        guard let text else { return 0 }
        let key = Array(text.utf8)
        if let known = offsets[key] { return known }
        let offset = table.count
        offsets[key] = offset
        try table.append(text.utf8.count, groups: lengthGroups)
        table.append(text: text)
        return offset
    }
}

extension String {
    /// Replaces scalar by scalar: characters would stick to combining marks that follow.
    func replacingScalars(_ old: String, with new: String) -> String {
        guard utf8.contains(old.utf8.first ?? 0) else { return self }
        var scalars = Array(unicodeScalars)
        let (old, new) = (Array(old.unicodeScalars), Array(new.unicodeScalars))
        var index = 0
        while index + old.count <= scalars.count {
            if Array(scalars[index..<index + old.count]) == old {
                scalars.replaceSubrange(index..<index + old.count, with: new)
                index += new.count
            } else {
                index += 1
            }
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }
}
