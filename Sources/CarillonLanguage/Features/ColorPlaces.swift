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
    /// The colours in a file, in order.
    public func colors(of path: String) -> [ColorPlace] {
        guard let file = files[path] else { return [] }
        var found: [ColorPlace] = []
        file.root?.visitStrings { text, node, steps in
            guard let color = ColorPlace(text, at: node.inner),
                ShapeGuide(file: path, at: steps, in: file.root)?.form == "color"
            else { return }
            found.append(color)
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
            if case .templates? = file.kind, !isSchema { return }
            guard isSchema || text.hasPrefix("https://"), !text.isEmpty, !text.contains("{"),
                text.allSatisfy({ $0.isASCII && !$0.isWhitespace })
            else { return }
            found.append(FileLink(range: node.inner, target: text))
        }
        return found
    }
}

extension JSONNode {
    /// Calls `body` with each string in the value, and the way to it.
    fileprivate func visitStrings(_ steps: [JSONStep] = [], _ body: (String, JSONNode, [JSONStep]) -> Void) {
        if let string { body(string, self, steps) }
        for member in members { member.value.visitStrings(steps + [.name(member.name)], body) }
        for (index, element) in elements.enumerated() { element.visitStrings(steps + [.index(index)], body) }
    }
}
