import CarillonModel
import CarillonWeb
import Crypto
import Foundation
import NIOCore

/// The inbox's scripts and styles, which any page may take: `GET /v1/assets/<hash>/inbox.js`, and without the hash.
///
/// With the hash of all files in the address, what is there never changes, and is kept for a year. Without it, browsers ask each
/// time whether there is something new. Files name each other without a path, so a page gets all of them of one version.
struct WebFiles: Sendable {
    /// One file, as it goes out.
    fileprivate struct File: Sendable {
        let type: String
        let tag: String
        let bytes: [UInt8]
        /// Nil where the compressor fails, or saves nothing.
        let compressed: [UInt8]?
    }

    /// Those in this program, by name: compressed when the first is requested, and once, however many hosts there are.
    private static let embedded = Dictionary(
        WebAsset.all.map { ($0.name, File(type: $0.contentType, tag: $0.digest, bytes: $0.bytes)) },
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

    /// - Parameter hash: of the address; nil where it has none.
    func response(to request: APIRequest, _ name: String, hash: String?) throws(Problem) -> APIResponse {
        guard let file = file(name) else { throw .nothingHere }
        // Of another version, which this host may not have any more: what there is, but not for long.
        let isLasting = hash == WebAsset.hash && folder == nil
        let isCompressed = file.compressed != nil && request.takesGzip
        let tag = "\"\(file.tag)\(isCompressed ? "-gzip" : "")\""
        var headers = [
            ("etag", tag), ("cache-control", isLasting ? "public, max-age=31536000, immutable" : "no-cache"),
            ("vary", "Accept-Encoding"),
            // Modules of another origin are fetched by CORS, even without credentials.
            ("access-control-allow-origin", "*"), ("cross-origin-resource-policy", "cross-origin"),
            ("x-content-type-options", "nosniff"),
        ]
        if request.knows(tag) { return APIResponse(status: 304, headers: headers) }
        headers.insert(("content-type", file.type), at: 0)
        // A worker serves its folder's pages only, unless the answer says otherwise.
        if name == "worker.js" { headers.append(("service-worker-allowed", "/")) }
        guard isCompressed, let compressed = file.compressed else {
            return APIResponse(status: 200, headers: headers, body: .bytes(file.bytes))
        }
        headers.append(("content-encoding", "gzip"))
        return APIResponse(status: 200, headers: headers, body: .bytes(compressed))
    }

    private func file(_ name: String) -> File? {
        guard let folder else { return Self.embedded[name] }
        guard let known = WebAsset.named(name) else { return nil }
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)").map(Array.init) else { return nil }
        return File(type: known.contentType, tag: SHA256.hash(data: bytes).prefix(16).hexadecimal, bytes: bytes)
    }
}

extension WebFiles.File {
    init(type: String, tag: String, bytes: [UInt8]) {
        self.type = type
        self.tag = tag
        self.bytes = bytes
        let compressed = (try? Gzip.compress(bytes)).map { Array($0.readableBytesView) }
        self.compressed = compressed.flatMap { $0.count < bytes.count ? $0 : nil }
    }
}

extension APIRequest {
    /// Source: RFC 9110, section 12.5.3.
    fileprivate var takesGzip: Bool {
        headers.filter { $0.name == "accept-encoding" }.flatMap { $0.value.split(separator: ",") }.contains { coding in
            let parts = coding.split(separator: ";").map { String($0).trimmed.lowercased() }
            guard parts.first == "gzip" else { return false }
            return !parts.dropFirst().contains { $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0 }
        }
    }
}
