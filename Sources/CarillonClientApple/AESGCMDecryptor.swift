#if canImport(CryptoKit)
public import CarillonClient
public import CryptoKit
import Foundation

/// Opens data sealed with AES-GCM: a nonce of 12 bytes, what is sealed, and a tag of 16, one after the other.
///
/// Source: NIST SP 800-38D; CryptoKit, `AES.GCM.SealedBox`, `combined`.
public struct AESGCMDecryptor: Decryptor {
    private let key: @Sendable (_ name: String?) -> SymmetricKey?

    /// - Parameter key: by the name that the push gives it. Kept where the extension reads it while the phone is locked: in the keychain of
    ///   the app group, protected until the first unlock.
    public init(key: @escaping @Sendable (_ name: String?) -> SymmetricKey?) {
        self.key = key
    }

    public func open(_ sealed: SealedData) async throws(DecryptionFault) -> [UInt8] {
        guard let key = key(sealed.key) else { throw .noKey }
        do {
            return [UInt8](try AES.GCM.open(try AES.GCM.SealedBox(combined: sealed.bytes), using: key))
        } catch {
            throw .notGenuine
        }
    }
}
#endif
