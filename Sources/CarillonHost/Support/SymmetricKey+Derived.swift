import Crypto
import Foundation

extension SymmetricKey {
    /// A key of 32 bytes for one purpose, so that a value made for one purpose is invalid for another.
    ///
    /// - Parameters:
    ///   - root: a key of the tenant's, of any purpose.
    ///   - purpose: such as `carillon inbox codes`; another text gives another key.
    ///
    /// Source: RFC 5869, without salt.
    static func derived(from root: [UInt8], for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: root),
            info: Data(purpose.utf8),
            outputByteCount: 32
        )
    }
}
