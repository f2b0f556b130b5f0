/// A change of an open document, as an editor reports it.
public struct TextChange: Sendable, Hashable {
    /// Nil where ``text`` is the whole new text.
    public var range: Range<TextPosition>?
    public var text: String

    /// - Parameters:
    ///   - range: what is replaced; nil for everything.
    ///   - text: what takes its place.
    public init(range: Range<TextPosition>?, text: String) {
        self.range = range
        self.text = text
    }

    /// The text after changes that were made one after the other.
    public static func applying(
        _ changes: [TextChange],
        to bytes: [UInt8],
        _ encoding: PositionEncoding
    ) -> [UInt8] {
        var bytes = bytes
        for change in changes {
            guard let range = change.range else {
                bytes = Array(change.text.utf8)
                continue
            }
            let lines = TextLines(bytes)
            let start = lines.offset(of: range.lowerBound, encoding)
            let end = max(start, lines.offset(of: range.upperBound, encoding))
            bytes.replaceSubrange(start..<end, with: change.text.utf8)
        }
        return bytes
    }
}

/// A change of a file: these bytes become that text.
public struct FileEdit: Sendable, Hashable {
    /// Inside the tenant's folder.
    public var path: String
    /// Bytes of the file.
    public var range: Range<Int>
    public var text: String

    public init(_ path: String, _ range: Range<Int>, _ text: String) {
        self.path = path
        self.range = range
        self.text = text
    }
}

/// Bytes of a file.
public struct FileRange: Sendable, Hashable {
    /// Inside the tenant's folder.
    public var path: String
    public var range: Range<Int>

    public init(_ path: String, _ range: Range<Int>) {
        self.path = path
        self.range = range
    }
}
