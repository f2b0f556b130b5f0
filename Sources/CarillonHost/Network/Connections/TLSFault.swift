import NIOSSL

/// What went wrong with TLS, without the library's own messages: they name files of the machine it was built on.
enum TLSFault {
    /// The other side doesn't continue the handshake.
    struct Slowness: Error {}

    static let noTLS = "the other side doesn't speak TLS on this port"

    /// Nil where it isn't about TLS.
    static func message(for error: any Error) -> String? {
        switch error {
        case let error as CertificateFailure: return error.description
        case is Slowness: return "the TLS handshake took too long"
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            return CertificateFailure.otherName.description
        case is NIOSSLExtraError: return "TLS can't be spoken with a host of this name"
        case NIOSSLError.uncleanShutdown: return "the connection was closed in the middle"
        case is NIOSSLError, is BoringSSLError: return message(for: stack(of: error) ?? [])
        default: return nil
        }
    }

    private static func message(for stack: [BoringSSLInternalError]) -> String {
        if stack.contains(.eofDuringHandshake) {
            return "the other side closed the connection during the TLS handshake"
        }
        guard let reason = stack.lazy.compactMap(reason).first else { return "the TLS handshake failed" }
        switch reason {
        case "CERTIFICATE_VERIFY_FAILED": return CertificateFailure.unknown.description
        case "WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST", "INVALID_OUTER_RECORD_TYPE":
            return noTLS
        default:
            // An alert is what the other side sent: `TLSV1_ALERT_PROTOCOL_VERSION`.
            let alert = reason.firstRange(of: "_ALERT_").map { reason[$0.upperBound...] }
            let message = (alert ?? reason[...]).lowercased().replacing("_", with: " ")
            return alert == nil ? "the TLS handshake failed: \(message)" : "the other side refused TLS: \(message)"
        }
    }

    /// The library's errors beneath an error of a handshake.
    static func stack(of error: any Error) -> [BoringSSLInternalError]? {
        switch error {
        case NIOSSLError.handshakeFailed(let error), NIOSSLError.shutdownFailed(let error): stack(of: error)
        case BoringSSLError.sslError(let stack), BoringSSLError.unknownError(let stack): stack
        default: nil
        }
    }

    /// The name between the library's own and the place in its source: `…:OPENSSL_internal:NAME at …`.
    static func reason(of error: BoringSSLInternalError) -> String? {
        let text = error.description
        guard let start = text.firstRange(of: "OPENSSL_internal:") else { return nil }
        return String(text[start.upperBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    }
}
