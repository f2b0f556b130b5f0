import CarillonModel
import CarillonProfiles

/// A colour where it is written.
public struct ColorPlace: Sendable, Hashable {
    /// Bytes of the file between the quotes.
    public let range: Range<Int>
    /// From 0 to 255 each.
    public let red: Int
    public let green: Int
    public let blue: Int

    /// As tenants' files write it, such as `#FF6B35`.
    public static func text(red: Int, green: Int, blue: Int) -> String {
        let digits = Array("0123456789ABCDEF")
        return "#"
            + [red, green, blue].map { part in
                let part = min(max(part, 0), 255)
                return String([digits[part >> 4], digits[part & 15]])
            }.joined()
    }

    /// - Parameter text: `#` and six hexadecimal digits.
    fileprivate init?(_ text: String, at range: Range<Int>) {
        guard text.utf8.count == 7, text.hasPrefix("#"), let value = Int(text.dropFirst(), radix: 16), value >= 0 else {
            return nil
        }
        self.range = range
        (red, green, blue) = (value >> 16, value >> 8 & 255, value & 255)
    }
}

/// A part of a file that leads somewhere.
public struct FileLink: Sendable, Hashable {
    /// Bytes of the file between the quotes.
    public let range: Range<Int>
    /// An `https` address, or a path beside the file.
    public let target: String
}

extension TenantSnapshot {
    /// How many colours or links of a file are found: editors show no more.
    private static let placeLimit = 500

    /// The first colours in a file, in order.
    public func colors(of path: String) -> [ColorPlace] {
        guard let file = files[path] else { return [] }
        var found: [ColorPlace] = []
        file.root?.visitStrings { text, node, steps in
            guard let color = ColorPlace(text, at: node.inner),
                ShapeGuide(file: path, at: steps, in: file.root)?.form == "color"
            else { return true }
            found.append(color)
            return found.count < Self.placeLimit
        }
        return found
    }

    /// The schema that a file names, and whole web addresses in it; not those in messages, which are text, nor those with
    /// placeholders, which are none yet.
    public func links(of path: String) -> [FileLink] {
        guard let file = files[path], let root = file.root else { return [] }
        var found: [FileLink] = []
        root.visitStrings { text, node, steps in
            let isSchema = steps == [.name("$schema")]
            if case .templates? = file.kind, !isSchema { return true }
            guard isSchema || text.hasPrefix("https://"), !text.isEmpty, !text.contains("{"),
                text.allSatisfy({ $0.isASCII && !$0.isWhitespace })
            else { return true }
            found.append(FileLink(range: node.inner, target: text))
            return found.count < Self.placeLimit
        }
        return found
    }
}

extension JSONNode {
    /// Calls `body` with each string in the value, and the way to it, until it says that it has enough.
    ///
    /// - Returns: whether it goes on.
    @discardableResult
    fileprivate func visitStrings(_ steps: [JSONStep] = [], _ body: (String, JSONNode, [JSONStep]) -> Bool) -> Bool {
        if let string { return body(string, self, steps) }
        return members.allSatisfy { $0.value.visitStrings(steps + [.name($0.name)], body) }
            && elements.enumerated().allSatisfy { $0.element.visitStrings(steps + [.index($0.offset)], body) }
    }
}
