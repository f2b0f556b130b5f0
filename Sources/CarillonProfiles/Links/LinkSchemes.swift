public import CarillonModel

/// Finds links in the data that a sender hands through to the app, which lead elsewhere than to the web and the tenant's app.
///
/// A text is a link where it has a scheme with `//` behind it, where the scheme runs or loads something by itself
/// (`javascript:`), and where its member is called a link and it has any scheme. Blanks at its beginning, and line feeds and
/// tabs anywhere, hide nothing: readers of URLs leave them out.
/// Source: RFC 3986, section 3.1; WHATWG URL, section 4.4.
public struct LinkSchemes: Sendable {
    private let allowed: Set<String>

    public init(_ links: DeepLinks) {
        allowed = Set(links.schemes).union(["https"])
    }

    /// The places of links with other schemes, as RFC 6901 has them, and these schemes.
    public func foreign(in data: JSONObject) -> [(pointer: String, scheme: String)] {
        data.members.flatMap { foreign(in: $0.value, called: $0.name, at: JSONPointer.step($0.name)) }
    }

    private func foreign(
        in value: JSONValue,
        called name: String,
        at pointer: String
    ) -> [(pointer: String, scheme: String)] {
        switch value {
        case .string(let text):
            guard let scheme = Self.scheme(of: text, called: name), !allowed.contains(scheme) else { return [] }
            return [(pointer, scheme)]
        case .array(let elements):
            return elements.enumerated().flatMap { foreign(in: $1, called: name, at: "\(pointer)/\($0)") }
        case .object(let object):
            return object.members.flatMap {
                foreign(in: $0.value, called: $0.name, at: pointer + JSONPointer.step($0.name))
            }
        case .null, .boolean, .number: return []
        }
    }

    /// In small letters; nil where the text is no link.
    private static func scheme(of text: String, called name: String) -> String? {
        let bytes = text.utf8.lazy.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.drop { $0 <= 0x20 }
        let scheme = bytes.prefix { TextFormat.isAlphanumeric($0) || "+-.".utf8.contains($0) }
        let rest = bytes.dropFirst(scheme.count)
        guard let first = scheme.first, (97...122).contains(first | 0x20), rest.first == UInt8(ascii: ":") else {
            return nil
        }
        let word = String(decoding: scheme, as: UTF8.self).lowercased()
        let isLink = rest.dropFirst().starts(with: "//".utf8) || active.contains(word) || isLinkName(name)
        return isLink ? word : nil
    }

    /// Schemes that need no `//` to do something.
    private static let active: Set<String> = [
        "javascript", "vbscript", "data", "blob", "file", "filesystem", "view-source", "about", "intent", "content",
    ]

    private static func isLinkName(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["link", "url", "uri", "href", "src"].contains { name.hasSuffix($0) }
    }
}
