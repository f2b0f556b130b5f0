import AsyncHTTPClient
import CarillonPluginKit
import Foundation
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

extension EgressFailure {
    /// The server refused the stream before it processed the request.
    static let refusedStream = EgressFailure.notSent("the provider is closing this connection")

    /// The answer began, and wasn't whole when its time was up.
    static let lateAnswer = EgressFailure.noAnswer("no whole answer in time")

    /// Whether the provider can have received the request decides between trying again and not knowing.
    init(_ error: any Error) {
        switch error {
        case let error as EgressFailure: self = error
        case NIOSSLError.uncleanShutdown: self = .noAnswer(ConnectionFault.message(for: error))
        case is NIOConnectionError, is NIOSSLError, is NIOSSLExtraError:
            self = .notSent(ConnectionFault.message(for: error))
        case let failure as IOError where IOError.beforeSending.contains(failure.errnoCode):
            self = .notSent(ConnectionFault.message(for: error))
        case is BoringSSLError, is CertificateFailure: self = .notSent(ConnectionFault.message(for: error))
        case let error as NIOHTTP2Errors.StreamClosed where error.errorCode == .refusedStream: self = .refusedStream
        case let failure as HTTPClientError where HTTPClientError.beforeSending.contains(failure):
            self = .notSent(ConnectionFault.message(for: error))
        default: self = .noAnswer(ConnectionFault.message(for: error))
        }
    }
}

extension IOError {
    fileprivate static let beforeSending = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, EADDRNOTAVAIL]
}

extension HTTPClientError {
    fileprivate static let beforeSending: [HTTPClientError] = [
        .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout, .invalidURL, .emptyHost, .emptyScheme,
    ]
}
