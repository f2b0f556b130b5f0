import CarillonHost
import Crypto
import Foundation
import NIOSSL

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
    private static let names: [SignedCertificate.SubjectName] = [
        .host("localhost"), .address([127, 0, 0, 1]), .address([UInt8](repeating: 0, count: 15) + [1]),
    ]

    /// As an operator gave it, for machines that trust an authority of their own.
    init(chain: String, key: String) {
        self.chain = chain
        self.key = key
        authority = chain
    }

    /// A new authority and a certificate by it, for a week: nothing on disk outlives a run.
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

/// Why the sandbox can't begin, for the person who started it.
struct SandboxFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
