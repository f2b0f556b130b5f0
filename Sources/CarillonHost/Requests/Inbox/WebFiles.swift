import CarillonModel
import CarillonWeb
import Crypto
import Foundation

/// The inbox's scripts and styles, which any page may take: `GET /v1/assets/<hash>/inbox.js`, and without the hash.
///
/// With the hash of all files in the address, what is there never changes, and is kept for a year. Without it, browsers ask each
/// time whether there is something new. Files name each other without a path, so a page gets all of them of one version.
struct WebFiles: Sendable {
    /// Those in this program, by name: compressed when the first is requested, and once, however many hosts there are.
    private static let embedded = Dictionary(
        WebAsset.all.map { ($0.name, PackedBody($0.bytes, type: $0.contentType, digest: $0.digest)) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Where files are read from at each request, in place of those in this program.
    private let folder: String?

    /// - Parameter folder: for who works on the files; nil: those in this program.
    init(folder: String? = nil) {
        self.folder = folder
    }

    /// The lasting address of a file.
    func path(of name: String) -> String {
        folder == nil ? "/v1/assets/\(WebAsset.hash)/\(name)" : "/v1/assets/\(name)"
    }

    /// What has a page's modules asked for at once, for its head: a line each.
    func preloads(_ names: [String]) -> String {
        names.map { "<link rel=\"modulepreload\" href=\"\(path(of: $0))\">" }.joined(separator: "\n")
    }

    /// - Parameter hash: of the address; nil where it has none.
    func response(to request: APIRequest, _ name: String, hash: String?) throws(Problem) -> APIResponse {
        guard let file = file(name) else { throw .nothingHere }
        // Of another version, which this host may not have any more: what there is, but not for long.
        let isLasting = hash == WebAsset.hash && folder == nil
        var headers = [
            ("cache-control", isLasting ? "public, max-age=31536000, immutable" : "no-cache"),
            // Modules of another origin are fetched by CORS, even without credentials.
            ("access-control-allow-origin", "*"), ("cross-origin-resource-policy", "cross-origin"),
            ("x-content-type-options", "nosniff"),
        ]
        // A worker serves its folder's pages only, unless the answer says otherwise.
        if name == "worker.js" { headers.append(("service-worker-allowed", "/")) }
        return file.response(to: request, headers: headers)
    }

    private func file(_ name: String) -> PackedBody? {
        guard let folder else { return Self.embedded[name] }
        guard let known = WebAsset.named(name) else { return nil }
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)").map(Array.init) else { return nil }
        return PackedBody(bytes, type: known.contentType, digest: SHA256.hash(data: bytes).prefix(16).hexadecimal)
    }
}
