import CarillonModel
import CarillonPluginKit
import CarillonProfiles
import MessageFormat

/// Something that may be written at a place.
public struct CompletionItem: Sendable, Hashable {
    public enum Kind: Int, Sendable, Hashable {
        case function = 3
        case field = 5
        case variable = 6
        case property = 10
        case value = 12
        case keyword = 14
        case reference = 18
        case constant = 21
        case event = 23
    }

    public let label: String
    public let kind: Kind
    public var detail: String?
    /// Markdown.
    public var documentation: String?
    /// What a client compares with what is typed: the text in the range begins like it.
    public let filter: String
    /// Bytes of the file that it takes the place of.
    public let range: Range<Int>
    public let text: String
    /// The same with places to type at, where there are some.
    public var snippet: String?
    /// The byte where a comma is missing before it, which is written along.
    public var missingComma: Int?
}

extension TenantSnapshot {
    /// What fits at a byte of a file, the best first; nothing where nothing fits.
    public func completions(at offset: Int, in path: String) -> [CompletionItem] {
        guard var file = files[path] else { return [] }
        let offset = min(max(offset, 0), file.bytes.count)
        let place = JSONPlaceFinder(file.bytes, at: offset)
        guard !place.isHuge else { return [] }
        if case .templates? = file.kind, place.isString, !place.isClosed {
            // A text without its last quote would be read as none.
            file = SyntaxFile(path: path, bytes: file.bytes.closingString(at: place.token.upperBound))
        }
        var cursor = CompletionCursor(tenant: self, file: file, place: place, offset: offset)
        var items = cursor.items()
        guard let comma = place.missingComma else { return items }
        for index in items.indices { items[index].missingComma = comma }
        return items
    }
}

extension [UInt8] {
    /// With a quote at the end of a string that has none.
    fileprivate func closingString(at end: Int) -> [UInt8] { self[..<end] + [UInt8(ascii: "\"")] + self[end...] }
}
