/// Why a link isn't followed.
///
/// The raw value is what the scenario vectors and the other languages call it.
public enum LinkFault: String, Error, Sendable, Hashable, CaseIterable {
    case empty
    /// More than ``AppLinks/maxLength`` bytes.
    case tooLong = "too-long"
    /// White space, control characters, backslashes, letters beyond ASCII, and what RFC 3986 excludes.
    case forbiddenCharacter = "forbidden-character"
    case fragment
    /// `//host/…`: a reader would add a scheme of its own.
    case schemeRelative = "scheme-relative"
    case noScheme = "no-scheme"
    /// None of the product's schemes, in exactly this spelling.
    case unknownScheme = "unknown-scheme"
    case userInfo = "user-info"
    /// None of the product's origins, port and spelling included.
    case foreignOrigin = "foreign-origin"
    /// `%` that is no escape, or an escape that hides a slash, a control character or another escape.
    case badEscape = "bad-escape"
    /// `.` or `..` as a segment, also where it is encoded.
    case pathTraversal = "path-traversal"
    case emptySegment = "empty-segment"
    case emptyParameter = "empty-parameter"
    case repeatedParameter = "repeated-parameter"
    /// The route doesn't declare this query parameter.
    case undeclaredParameter = "undeclared-parameter"
    case missingParameter = "missing-parameter"
    /// The value of a query parameter is a link itself.
    case nestedLink = "nested-link"
    /// A value isn't of the type that the route wants.
    case badParameter = "bad-parameter"
    /// No route has this shape, or this id.
    case noSuchRoute = "no-such-route"
}
