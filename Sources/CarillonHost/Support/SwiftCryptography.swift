public import CarillonModel
public import CarillonPluginKit
import Crypto
import Foundation
import _CryptoExtras

/// The plugins' cryptography on swift-crypto.
public struct SwiftCryptography: Cryptography {
    public init() {}

    public func es256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] {
        do {
            let key = try P256.Signing.PrivateKey(pemRepresentation: PrivateKeyPEM.strict(key.reveal()))
            return Array(try key.signature(for: message).rawRepresentation)
        } catch {
            throw CryptographyFailure("this is no P-256 private key in PEM form (PKCS#8 or SEC 1)")
        }
    }

    public func p256PublicKey(of key: Secret) -> [UInt8]? {
        (try? P256.Signing.PrivateKey(pemRepresentation: PrivateKeyPEM.strict(key.reveal())))
            .map { Array($0.publicKey.x963Representation) }
    }

    public func isES256(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
        else { return false }
        return key.isValidSignature(signature, for: message)
    }

    public func rs256(_ message: [UInt8], key: Secret) throws(CryptographyFailure) -> [UInt8] {
        do {
            let key = try _RSA.Signing.PrivateKey(pemRepresentation: PrivateKeyPEM.strict(key.reveal()))
            return Array(try key.signature(for: message, padding: .insecurePKCS1v1_5).rawRepresentation)
        } catch {
            throw CryptographyFailure("this is no RSA private key of at least 2,048 bits in PEM form")
        }
    }

    public func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }

    public func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }

    public func sha256(_ message: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: message))
    }

    public func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    public func p256Agreement(
        with peer: [UInt8]
    ) throws(CryptographyFailure) -> (publicKey: [UInt8], sharedSecret: [UInt8]) {
        do {
            let own = P256.KeyAgreement.PrivateKey()
            let secret = try own.sharedSecretFromKeyAgreement(
                with: P256.KeyAgreement.PublicKey(x963Representation: peer)
            )
            return (Array(own.publicKey.x963Representation), secret.withUnsafeBytes { Array($0) })
        } catch {
            throw CryptographyFailure("this is no point on P-256 in uncompressed form")
        }
    }

    public func aes128GCM(_ message: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptographyFailure) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(message, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: nonce))
            return Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw CryptographyFailure("AES-128-GCM wants a key of 16 bytes and a nonce of 12")
        }
    }
}
