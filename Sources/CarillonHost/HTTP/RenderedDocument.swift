import CarillonModel
import Crypto
import Synchronization

/// A document that anybody may request at any rate: rendered and compressed at the first request, and then kept.
///
/// It is made from a profile, so it lives as long as the tenant's runtime. A lock, because many may request it first;
/// they wait for the one who renders, instead of doing the same beside it.
final class RenderedDocument: Sendable {
    private let render: @Sendable () -> JSONValue
    private let rendered = Mutex<PackedBody?>(nil)

    /// Clients request it at every start; a profile changes a few times a week.
    private static let cacheControl = "public, max-age=300"

    init(_ render: @escaping @Sendable () -> JSONValue) {
        self.render = render
    }

    /// The whole document, or 304 where the client has it already.
    func response(to request: APIRequest) -> APIResponse {
        body.response(to: request, headers: [("cache-control", Self.cacheControl)])
    }

    private var body: PackedBody {
        rendered.withLock { rendered in
            if let rendered { return rendered }
            let bytes = render().utf8
            // Of the bytes, not of the profile: another version of the host may render the same profile differently.
            let digest = SHA256.hash(data: bytes).prefix(16).hexadecimal
            let new = PackedBody(bytes, type: "application/json; charset=utf-8", digest: digest)
            rendered = new
            return new
        }
    }
}
