import CarillonModel
import NIOSSL

/// Why a certificate isn't trusted, for the person who can correct it.
enum CertificateFailure: Error, Hashable, CustomStringConvertible {
    case expired(on: Instant)
    case notYetValid(from: Instant)
    /// It is within its validity, so its issuer isn't trusted here.
    case unknownIssuer
    case otherName
    /// The certificate isn't known.
    case unknown

    /// - Parameter certificate: the server's own, which wasn't believed.
    init(_ certificate: NIOSSLCertificate?, at now: Instant) {
        guard let certificate else {
            self = .unknown
            return
        }
        let seconds = now.epochMilliseconds.floorDivided(by: 1000)
        let (start, end) = (Int64(certificate.notValidBefore), Int64(certificate.notValidAfter))
        if end < seconds {
            self = .expired(on: Instant(epochMilliseconds: end * 1000))
        } else if start > seconds {
            self = .notYetValid(from: Instant(epochMilliseconds: start * 1000))
        } else {
            self = .unknownIssuer
        }
    }

    var description: String {
        switch self {
        case .expired(let end): "the certificate expired on \(end.rfc3339.prefix(10))"
        case .notYetValid(let start): "the certificate isn't valid before \(start.rfc3339.prefix(10))"
        case .unknownIssuer: "the certificate's issuer isn't trusted here, or not shown (--egress-ca adds one)"
        case .otherName: "the certificate is for another name"
        case .unknown: "the certificate isn't believed: it has expired, or its issuer isn't trusted here"
        }
    }

    /// Whether a handshake failed because of the certificate, the name in it aside.
    static func isCause(of error: any Error) -> Bool {
        guard let stack = TLSFault.stack(of: error) else { return false }
        return stack.contains { TLSFault.reason(of: $0) == "CERTIFICATE_VERIFY_FAILED" }
    }
}
