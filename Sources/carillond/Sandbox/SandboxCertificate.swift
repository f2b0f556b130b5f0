import CarillonHost
import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// What the sandbox's TLS listeners show, and what a client must trust to believe them.
struct SandboxCertificate: Sendable {
    /// Leaf first, PEM.
    let chain: String
    /// PEM.
    let key: String
    /// The authority behind it, PEM: what `--egress-ca` takes.
    ///
    /// The chain itself where somebody else made it.
    let authority: String

    /// Names that a client on this machine may use for it.
    private static let names: [GeneralName] = [
        .dnsName("localhost"),
        .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
        .ipAddress(ASN1OctetString(contentBytes: [UInt8](repeating: 0, count: 15) + [1])),
    ]

    /// As an operator brought it, for machines that trust an authority of their own.
    init(chain: String, key: String) {
        self.chain = chain
        self.key = key
        authority = chain
    }

    /// A new authority and a certificate by it, for a week: nothing on disk outlives a run.
    init(selfMadeAt now: Date) throws {
        let authorityKey = P256.Signing.PrivateKey()
        let authorityName = try DistinguishedName { CommonName("Carillon sandbox authority") }
        let authorityID = SubjectKeyIdentifier(hash: Certificate.PublicKey(authorityKey.publicKey))
        let end = now.addingTimeInterval(7 * 86400)
        let authority = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: .init(authorityKey.publicKey),
            notValidBefore: now.addingTimeInterval(-3600),
            notValidAfter: end,
            issuer: authorityName,
            subject: authorityName,
            extensions: try .init {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                authorityID
            },
            issuerPrivateKey: .init(authorityKey)
        )
        let key = P256.Signing.PrivateKey()
        let leaf = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: .init(key.publicKey),
            notValidBefore: now.addingTimeInterval(-3600),
            notValidAfter: end,
            issuer: authorityName,
            subject: try DistinguishedName { CommonName("Carillon sandbox") },
            extensions: try .init {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(Self.names)
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
                AuthorityKeyIdentifier(keyIdentifier: authorityID.keyIdentifier)
            },
            issuerPrivateKey: .init(authorityKey)
        )
        chain = try leaf.serializeAsPEM().pemString
        self.key = key.pemRepresentation
        self.authority = try authority.serializeAsPEM().pemString
    }

    /// - Parameter protocols: what ALPN offers (RFC 7301), in order.
    /// - Throws: ``SandboxFailure`` where the chain or the key can't be read, or don't belong together.
    func context(protocols: [String]) throws -> NIOSSLContext {
        do {
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(chain.utf8)).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
            )
            configuration.applicationProtocols = protocols
            configuration.minimumTLSVersion = .tlsv12
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw SandboxFailure("the certificate and its key can't be used: \(error)")
        }
    }
}

/// Why the sandbox can't begin, for the person who started it.
struct SandboxFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
