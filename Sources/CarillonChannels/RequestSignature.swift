import CarillonModel
import CarillonPluginKit

/// A code over a request, by HMAC with SHA-256, in a header.
///
/// Source: RFC 2104.
public struct RequestSignature: Sendable, Hashable {
    /// What the code is over, joined in order.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        case method
        case url
        case path
        case query
        case body
        /// The body's SHA-256, in hexadecimal digits.
        case bodyDigest = "body.sha256"
        /// Seconds since 1970.
        case timestamp
    }

    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        case hex
        case base64
        case base64url
    }

    public let key: ChannelText
    /// Whether the key's text is Base64 of the key.
    public let isBase64Key: Bool
    public let parts: [Part]
    public let separator: String
    public let encoding: Encoding
    /// Stands before the code.
    public let prefix: String
    public let header: String
    /// The header that says when it was signed.
    public let timestampHeader: String?

    public init(
        key: ChannelText,
        isBase64Key: Bool,
        parts: [Part],
        separator: String,
        encoding: Encoding,
        prefix: String,
        header: String,
        timestampHeader: String?
    ) {
        self.key = key
        self.isBase64Key = isBase64Key
        self.parts = parts
        self.separator = separator
        self.encoding = encoding
        self.prefix = prefix
        self.header = header
        self.timestampHeader = timestampHeader
    }

    func applied(
        to request: EgressRequest,
        in scope: MessageScope,
        _ cryptography: any Cryptography
    ) throws(RequestFault) -> EgressRequest {
        guard let text = try key.text(in: scope) else { return request }
        guard let key = isBase64Key ? Base64.decode(text) : Array(text.utf8) else { throw .unusableKey }
        let seconds = String(scope.now.epochMilliseconds.floorDivided(by: 1000))
        var signed = request
        if let timestampHeader { signed = try signed.adding(timestampHeader, seconds) }
        let pieces = parts.map { bytes(of: $0, in: request, at: seconds, cryptography) }
        let message = Array(pieces.joined(separator: Array(separator.utf8)))
        return try signed.adding(header, prefix + encoding.text(cryptography.hmacSHA256(message, key: key)))
    }

    private func bytes(
        of part: Part,
        in request: EgressRequest,
        at seconds: String,
        _ cryptography: any Cryptography
    ) -> [UInt8] {
        switch part {
        case .method: Array(request.method.rawValue.utf8)
        case .url: Array(request.url.utf8)
        case .path: Array(request.target.path.utf8)
        case .query: Array(request.target.query.utf8)
        case .body: request.body
        case .bodyDigest: Array(cryptography.sha256(request.body).hexadecimal.utf8)
        case .timestamp: Array(seconds.utf8)
        }
    }
}

extension RequestSignature.Encoding {
    func text(_ bytes: [UInt8]) -> String {
        switch self {
        case .hex: bytes.hexadecimal
        case .base64: Base64.encode(bytes)
        case .base64url: Base64.encode(bytes, .url)
        }
    }
}

extension EgressRequest {
    /// Path and query as they stand in the URL; the path is `/` where there is none.
    var target: (path: String, query: String) {
        let rest = WebOrigin.split(url)?.rest ?? ""
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts.first.flatMap { $0.isEmpty ? nil : $0 } ?? "/", parts.count == 2 ? parts[1] : "")
    }
}
