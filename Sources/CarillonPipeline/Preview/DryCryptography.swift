import CarillonModel
import CarillonPluginKit

/// Cryptography that signs and encrypts nothing, and always returns the same: what it returns is recognised, and
/// replaced by a name.
///
/// Only digests are real, because requests show them.
struct DryCryptography: Cryptography {
    let record: DryRecord

    func es256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] { Self.zeros(64) }
    func rs256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] { Self.zeros(256) }
    func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] { Self.zeros(32) }
    func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8] { Self.zeros(20) }
    func sha256(_ message: [UInt8]) -> [UInt8] { SoftwareSHA256.hash(message) }
    func randomBytes(_ count: Int) -> [UInt8] { Self.zeros(count) }

    func p256Agreement(
        with peer: [UInt8]
    ) throws(CryptographyFailure) -> (publicKey: [UInt8], sharedSecret: [UInt8]) {
        ([4] + Self.zeros(64), Self.zeros(32))
    }

    func aes128GCM(_ message: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
        record.seal(Self.withoutPadding(message))
        return message + Self.zeros(16)
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// What precedes the delimiter of a last record.
    ///
    /// Source: RFC 8188, section 2.
    private static func withoutPadding(_ record: [UInt8]) -> [UInt8] {
        let content = record.prefix(upTo: (record.lastIndex { $0 != 0 }).map { $0 + 1 } ?? 0)
        return Array(content.last == 2 ? content.dropLast() : content)
    }

    /// A header's value with names for signatures and signed tokens.
    static func withPlaceholders(_ value: String) -> String {
        var parts: [Substring] = []
        for word in value.split(separator: " ", omittingEmptySubsequences: false) {
            let tail = word.hasSuffix(",") ? "," : ""
            let core = word.dropLast(tail.count)
            if let start = tokenStart(in: core) {
                parts.append(core[..<start] + "<signed-token>" + tail)
            } else if let signature = signatures.first(where: { core.hasSuffix($0) }) {
                parts.append(core.dropLast(signature.count) + "<signature>" + tail)
            } else {
                parts.append(word)
            }
        }
        return parts.joined(separator: " ")
    }

    /// `{"` in base64url, and three parts: a JSON Web Token (RFC 7519), bare or behind `t=`.
    private static func tokenStart(in word: Substring) -> Substring.Index? {
        let start = word.hasPrefix("t=") ? word.index(word.startIndex, offsetBy: 2) : word.startIndex
        let token = word[start...]
        return token.hasPrefix("eyJ") && token.count(where: { $0 == "." }) == 2 ? start : nil
    }

    /// A code in each way of writing it.
    private static let signatures = [Base64.encode(zeros(32)), Base64.encode(zeros(32), .url), zeros(32).hexadecimal]
}
