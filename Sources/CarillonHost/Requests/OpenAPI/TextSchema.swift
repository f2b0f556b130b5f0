import CarillonModel
import CarillonProfiles

/// JSON Schema of texts in requests.
///
/// Patterns are those that ECMA 262 and Python read alike.
enum TextSchema {
    /// What ``BodyReader`` takes as text; `maxLength` counts characters where the reader counts bytes.
    static func plain(minLength: Int = 1, maxLength: Int = FieldKind.longestWord) -> JSONValue {
        [
            "type": "string", "minLength": JSONValue(minLength), "maxLength": JSONValue(maxLength),
            "pattern": .string(noControls),
        ]
    }

    static func matching(_ pattern: String) -> JSONValue { ["type": "string", "pattern": .string(pattern)] }

    /// Neither C0, DEL nor C1.
    static let noControls = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$"

    /// Source: RFC 9562, section 4.
    static let uuid = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
    static let email = "^[A-Za-z0-9_+-]{1,30}@[A-Za-z0-9]{1,20}(\\.[A-Za-z0-9]{1,20}){1,3}$"
    /// The usual subtags: language, script, region.
    static let locale = "^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$"
    /// E.164.
    static let phone = "^\\+[1-9][0-9]{6,14}$"
    static let cursor = "^n[1-9a-z][0-9a-z]{0,11}$"
    static let feedCursor = "^(n[1-9a-z][0-9a-z]{0,11}|[uv][1-9a-z][0-9a-z]{0,10}-[1-9a-z][0-9a-z]{0,11})$"

    /// Some of `names`, separated by commas.
    static func list(of names: [String]) -> JSONValue {
        let one = names.map(escaped).joined(separator: "|")
        return matching("^(\(one))(,(\(one)))*$")
    }

    static func escaped(_ text: String) -> String {
        var pattern = ""
        for character in text {
            if "\\^$.|?*+()[]{}".contains(character) { pattern.append("\\") }
            pattern.append(character)
        }
        return pattern
    }

    /// The links that lead to the profile's routes; of texts, which may hold anything, only those in ASCII, and of what else
    /// a link to the tenant's own site may bring, one parameter.
    static func link(_ links: DeepLinks) -> JSONValue? {
        let forms = links.routes.flatMap { route in
            [route.app, route.screen].compactMap { $0 }.map { form(of: $0, route) }
                + [route.web].compactMap { $0 }.map { form(of: $0, route) + furtherParameter(behind: $0) }
        }
        guard !forms.isEmpty else { return nil }
        return matching("^(\(Set(forms).sorted().joined(separator: "|")))$")
    }

    private static func furtherParameter(behind text: PlaceholderText) -> String {
        "(\(text.source.contains("?") ? "&" : "\\?")[a-z]{3,24}=[A-Za-z0-9._~-]{1,64})?"
    }

    private static func form(of text: PlaceholderText, _ route: Route) -> String {
        text.segments.map { segment in
            switch segment {
            case .text(let literal): escaped(literal)
            case .field(let path):
                switch route.parameter(path.steps[0])?.type {
                case .uuid: String(uuid.dropFirst().dropLast())
                case .integer: "-?[0-9]{1,18}"
                case .slug: SchemaPattern.slug
                case .path: SchemaPattern.path
                case .text, nil: "([A-Za-z0-9._~-]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e]){1,\(FieldKind.longestID)}"
                }
            }
        }
        .joined()
    }

    /// The pattern of each placeholder of a composed text, where the pattern of the whole text shows it, because it
    /// contains the same literals.
    static func parts(of text: PlaceholderText, pattern: String) -> [String: String] {
        guard pattern.hasPrefix("^"), pattern.hasSuffix("$") else { return [:] }
        var rest = pattern.dropFirst().dropLast()
        var parts: [String: String] = [:]
        var segments = text.segments[...]
        while let segment = segments.popFirst() {
            switch segment {
            case .text(let literal):
                guard rest.hasPrefix(literal) else { return [:] }
                rest = rest.dropFirst(literal.count)
            case .field(let path):
                var end = rest.endIndex
                if case .text(let literal)? = segments.first {
                    guard let found = place(of: literal, in: rest) else { return [:] }
                    end = found
                } else if !segments.isEmpty {
                    return [:]
                }
                parts[path.steps.last ?? ""] = "^\(rest[..<end])$"
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? parts : [:]
    }

    /// Where the literal begins, outside of classes, groups and counts.
    private static func place(of literal: String, in pattern: Substring) -> String.Index? {
        var depth = 0
        for index in pattern.indices {
            if depth == 0, pattern[index...].hasPrefix(literal) { return index }
            switch pattern[index] {
            case "[", "(", "{": depth += 1
            case "]", ")", "}": depth -= 1
            default: break
            }
        }
        return nil
    }
}
