import CarillonHost
import Crypto
import Foundation
import NIOSSL

/// The certificate that the sandbox's TLS listeners present, and the authority that clients must trust.
struct SandboxCertificate: Sendable {
    /// Leaf first, PEM.
    let chain: String
    /// The private key, PEM.
    let key: String
    /// The authority's certificate, PEM: the argument of `--egress-ca`.
    ///
    /// Equal to the chain where an operator supplied it.
    let authority: String

    /// Names under which a client on this machine may reach the sandbox.
    private static let names: [SignedCertificate.SubjectName] = [
        .host("localhost"), .address([127, 0, 0, 1]), .address([UInt8](repeating: 0, count: 15) + [1]),
    ]

    /// Uses an operator's certificate, for machines that trust an authority of their own.
    init(chain: String, key: String) {
        self.chain = chain
        self.key = key
        authority = chain
    }

    /// Makes a new authority and a certificate signed by it, valid for a week.
    ///
    /// Nothing is kept on disk.
    init(selfMadeAt now: Date) throws {
        let (start, end) = (now.addingTimeInterval(-3600), now.addingTimeInterval(7 * 86400))
        let authority = try SignedCertificate(authority: "Carillon sandbox authority", validFrom: start, until: end)
        let leaf = try SignedCertificate(
            server: "Carillon sandbox",
            at: Self.names,
            by: authority,
            validFrom: start,
            until: end
        )
        chain = leaf.pem
        key = leaf.key.pemRepresentation
        self.authority = authority.pem
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

/// Why the sandbox can't start, for the person who started it.
struct SandboxFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
