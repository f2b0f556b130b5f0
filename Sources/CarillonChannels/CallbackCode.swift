import CarillonModel
import CarillonPluginKit

/// A code by HMAC over a callback, in a header.
///
/// Source: RFC 2104.
public struct CallbackCode: Sendable, Hashable {
    public enum Hash: String, Sendable, Hashable, CaseIterable {
        case sha1
        case sha256

        func code(_ message: [UInt8], key: [UInt8], _ cryptography: any Cryptography) -> [UInt8] {
            switch self {
            case .sha1: cryptography.hmacSHA1(message, key: key)
            case .sha256: cryptography.hmacSHA256(message, key: key)
            }
        }
    }

    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// As the provider was told it.
        case url
        case body
        /// Names and values of a form, joined in the order of the names.
        case form = "form.sorted"
        /// As its header has it, in seconds since 1970.
        case timestamp
    }

    public let hash: Hash
    public let key: ChannelText
    public let parts: [Part]
    public let separator: String
    public let encoding: RequestSignature.Encoding
    public let prefix: String
    public let header: String
    public let timestampHeader: String?

    public init(
        hash: Hash,
        key: ChannelText,
        parts: [Part],
        separator: String,
        encoding: RequestSignature.Encoding,
        prefix: String,
        header: String,
        timestampHeader: String?
    ) {
        self.hash = hash
        self.key = key
        self.parts = parts
        self.separator = separator
        self.encoding = encoding
        self.prefix = prefix
        self.header = header
        self.timestampHeader = timestampHeader
    }

    /// What the header has to hold; nil where the callback is of another time, or tells none.
    func expected(for callback: ProviderCallback, key: [UInt8], _ cryptography: any Cryptography) -> String? {
        var time = ""
        if let timestampHeader {
            guard let written = callback.header(timestampHeader), callback.isOf(written) else { return nil }
            time = written
        }
        let pieces = parts.map { part -> [UInt8] in
            switch part {
            case .url: Array(callback.url.utf8)
            case .body: callback.body
            case .timestamp: Array(time.utf8)
            case .form: Array(Self.sorted(callback.body).utf8)
            }
        }
        let message = Array(pieces.joined(separator: Array(separator.utf8)))
        return prefix + encoding.text(hash.code(message, key: key, cryptography))
    }

    /// Source: Twilio, “Validating requests”.
    private static func sorted(_ body: [UInt8]) -> String {
        FormText.fields(body).sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { $0.name + $0.value }.joined()
    }
}
