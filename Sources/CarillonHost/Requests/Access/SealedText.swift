import CarillonModel
import Crypto
import Foundation

/// Makes texts that only their maker can read, and that nobody else can make: codes in links, and the values of cookies.
struct SealedText: Sendable {
    /// Characters of such a text at most.
    static let limit = 4096

    private let key: SymmetricKey
    private let tenant: [UInt8]

    /// - Parameters:
    ///   - key: a secret of the tenant's.
    ///   - purpose: a text of one purpose is none of another.
    init(key: [UInt8], purpose: String, tenant: TenantID) {
        self.key = .derived(from: key, for: purpose)
        self.tenant = Array(tenant.rawValue.utf8)
    }

    /// A text that can stand on a command line; nil where the system's cryptography fails.
    func seal(_ content: JSONValue) -> String? {
        // Each has a nonce of its own at its beginning.
        let (combined, text) = KeyMaking.argument {
            let combined = (try? AES.GCM.seal(content.utf8, using: key, authenticating: tenant))?.combined
            return (combined, text: combined.map { Base64.encode(Array($0), .url) } ?? "")
        }
        return combined == nil ? nil : text
    }

    /// Nil for what wasn't made with this key, for this purpose and tenant.
    func open(_ text: String) -> JSONValue? {
        guard text.utf8.count <= Self.limit, let bytes = Base64.decode(text, only: .url),
            let box = try? AES.GCM.SealedBox(combined: bytes),
            let content = try? AES.GCM.open(box, using: key, authenticating: tenant)
        else { return nil }
        return try? JSONValue(parsing: Array(content))
    }
}
