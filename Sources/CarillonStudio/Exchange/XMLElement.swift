/// An element of an XML file, with its namespace looked up.
///
/// Source: XML 1.0 (fifth edition) and Namespaces in XML 1.0.
struct XMLElement {
    let name: Name
    /// Those without a namespace by their own name, others by `{namespace}name`.
    let attributes: [String: String]
    var children: [Child] = []
    /// In the file, counted from 1.
    let line: Int

    struct Name: Hashable {
        let namespace: String
        let local: String
    }

    enum Child {
        case element(XMLElement)
        case text(String)
    }

    var elements: [XMLElement] {
        children.compactMap { child in
            if case .element(let element) = child { element } else { nil }
        }
    }

    func elements(_ name: Name) -> [XMLElement] { elements.filter { $0.name == name } }

    /// A text as the content of an element; other characters than XML has are left out.
    static func escaped(_ text: String) -> String { escaped(text, "&<>\r") }

    /// A text as the value of an attribute, between double quotes.
    static func attribute(_ text: String) -> String { escaped(text, "&<>\r\n\t\"") }

    /// By scalars: as a character, a sign would take a combining mark with it.
    private static func escaped(_ text: String, _ signs: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars where isAllowed(scalar) {
            if signs.unicodeScalars.contains(scalar) {
                escaped += "&#\(scalar.value);"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Whether XML 1.0 can have it at all, even by its number.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
