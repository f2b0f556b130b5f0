/// The methods of HTTP requests, of those that routes answer and of those that go out.
///
/// HEAD is answered by whatever answers GET, and OPTIONS by every path: neither is declared.
/// Source: RFC 9110, sections 9.3.2 and 9.3.7.
public enum RequestMethod: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}
