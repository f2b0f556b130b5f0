/// Why a link is refused.
public enum DeepLinkFault: Error, Sendable, Hashable {
    case empty
    case tooLong(limit: Int)
    /// White space, control characters, backslashes, non-ASCII letters, and other characters that aren't allowed in
    /// URLs.
    case forbiddenCharacter
    case fragment
    /// `//host/…`: the reader would add its own scheme.
    case schemeRelative
    case noScheme
    case unknownScheme(String)
    case userInfo
    case foreignOrigin(String)
    /// `%` that is no escape, or an escape that hides a slash, a control character or another escape.
    case badEscape
    /// `.` or `..` as a segment, also if encoded.
    case pathTraversal
    case emptySegment
    /// An empty query, or an empty part of it.
    case emptyParameter
    case repeatedParameter(String)
    /// The route doesn't declare this query parameter.
    case undeclaredParameter(String)
    /// The value of a parameter is a URL itself.
    case nestedLink(String)
    /// No route of the profile has this shape.
    case noSuchRoute
    /// A route by this name isn't in the profile.
    case unknownRoute(String)
    /// A value isn't of the type the route wants.
    case badParameter(String, Route.ParameterType)
    case missingParameter(String)
    /// The value of a text parameter in the path is empty.
    case emptyInPath(String)
}

extension DeepLinkFault: CustomStringConvertible {
    /// One clause, without any value of a payload.
    public var description: String {
        switch self {
        case .empty: "a link must not be empty"
        case .tooLong(let limit): "a link has at most \(limit) bytes"
        case .forbiddenCharacter:
            "a link holds only printable ASCII that RFC 3986 allows, everything else percent-encoded"
        case .fragment: "a link must not have a fragment"
        case .schemeRelative: "a path within the app begins with exactly one slash"
        case .noScheme: "a link begins with a scheme or a slash"
        case .unknownScheme(let scheme): "`\(scheme)` is none of the tenant's schemes"
        case .userInfo: "a link must not hold `@` before its path"
        case .foreignOrigin(let origin): "`\(origin)` is none of the tenant's origins"
        case .badEscape: "a link must not hide slashes, control characters or escapes behind percent signs"
        case .pathTraversal: "a link must not hold `.` or `..` as a path segment"
        case .emptySegment: "a link must not hold empty path segments"
        case .emptyParameter: "a link must not hold empty query parameters"
        case .undeclaredParameter(let name): "the link's route has no query parameter `\(name)`"
        case .repeatedParameter(let name): "the query parameter `\(name)` stands twice"
        case .nestedLink(let name): "the query parameter `\(name)` must not hold a link"
        case .noSuchRoute: "no route of the profile has this shape"
        case .unknownRoute(let name): "the profile has no route `\(name)`"
        case .badParameter(let name, let type): "the route parameter `\(name)` must be of type \(type.rawValue)"
        case .emptyInPath(let name): "the route parameter `\(name)` is a part of the path, and must not be empty"
        case .missingParameter(let name): "the route parameter `\(name)` has no value"
        }
    }
}
