import CarillonModel
import Crypto
import Synchronization

/// A document that anybody may request at any rate: rendered at the first request, and then kept.
///
/// It is made from a profile, so it lives as long as the tenant's runtime. A lock, because many may request it first;
/// they wait for the one who renders, instead of doing the same beside it.
final class RenderedDocument: Sendable {
    private struct Rendered {
        let bytes: [UInt8]
        let tag: String
    }

    private let render: @Sendable () -> JSONValue
    private let rendered = Mutex<Rendered?>(nil)

    /// Clients request it at every start; a profile changes a few times a week.
    private static let cacheControl = "public, max-age=300"

    init(_ render: @escaping @Sendable () -> JSONValue) {
        self.render = render
    }

    /// The whole document, or 304 where the client has it already.
    func response(to request: APIRequest) -> APIResponse {
        let document = document
        let headers = [("etag", document.tag), ("cache-control", Self.cacheControl)]
        if request.knows(document.tag) {
            return APIResponse(status: 304, headers: headers)
        }
        return APIResponse(
            status: 200,
            headers: [("content-type", "application/json; charset=utf-8")] + headers,
            body: .bytes(document.bytes)
        )
    }

    private var document: Rendered {
        rendered.withLock { rendered in
            if let rendered { return rendered }
            let bytes = render().utf8
            // Of the bytes, not of the profile: another version of the host may render the same profile differently.
            let digest = SHA256.hash(data: bytes).prefix(16).hexadecimal
            let new = Rendered(bytes: bytes, tag: "\"\(digest)\"")
            rendered = new
            return new
        }
    }
}

extension APIRequest {
    /// Whether the client has what this entity tag stands for.
    ///
    /// Source: RFC 9110, section 13.1.2, by weak comparison.
    func knows(_ tag: String) -> Bool {
        guard let known = header("if-none-match") else { return false }
        return known.split(separator: ",").map { String($0).trimmed }.contains { one in
            one == "*" || one == tag || one == "W/\(tag)"
        }
    }
}
