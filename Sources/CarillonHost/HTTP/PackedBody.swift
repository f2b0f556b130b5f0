import CarillonModel
import NIOCore

/// A body that many request: kept as it is and compressed, for those who take gzip.
struct PackedBody: Sendable {
    private let type: String
    /// Without its quotes.
    private let digest: String
    private let bytes: [UInt8]
    /// Nil where the compressor fails, or saves nothing.
    private let compressed: [UInt8]?

    /// - Parameters:
    ///   - type: for `Content-Type`, with its charset.
    ///   - digest: of the bytes: between quotes, a strong `ETag`.
    init(_ bytes: [UInt8], type: String, digest: String) {
        self.type = type
        self.digest = digest
        self.bytes = bytes
        let compressed = (try? Gzip.compress(bytes)).map { Array($0.readableBytesView) }
        self.compressed = compressed.flatMap { $0.count < bytes.count ? $0 : nil }
    }

    /// The whole body, or 304 where the client has it already.
    ///
    /// - Parameter headers: what the answer says beside type, coding and tag.
    func response(to request: APIRequest, headers: [(name: String, value: String)]) -> APIResponse {
        let packed = request.takesGzip ? compressed : nil
        // Two codings are two representations. Source: RFC 9110, section 8.8.3.3.
        let tag = "\"\(digest)\(packed == nil ? "" : "-gzip")\""
        let headers = headers + [("etag", tag), ("vary", "Accept-Encoding")]
        if request.knows(tag) { return APIResponse(status: 304, headers: headers) }
        let coding = packed == nil ? [] : [("content-encoding", "gzip")]
        return APIResponse(
            status: 200,
            headers: [("content-type", type)] + headers + coding,
            body: .bytes(packed ?? bytes)
        )
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

    /// Whether the client has what this entity tag stands for.
    ///
    /// Source: RFC 9110, section 13.1.2, by weak comparison.
    fileprivate func knows(_ tag: String) -> Bool {
        guard let known = header("if-none-match") else { return false }
        return known.split(separator: ",").map { String($0).trimmed }.contains { one in
            one == "*" || one == tag || one == "W/\(tag)"
        }
    }
}
