import AsyncHTTPClient
import CarillonPluginKit
import Foundation
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

extension EgressFailure {
    /// The server refused the stream before it looked at the request.
    static let refusedStream = EgressFailure.notSent("the provider is closing this connection")

    /// Whether the provider can have seen the request decides between trying again and not knowing.
    init(_ error: any Error) {
        switch error {
        case let error as EgressFailure: self = error
        case is NIOConnectionError, is NIOSSLError, is NIOSSLExtraError: self = .notSent("no connection: \(error)")
        case let error as IOError where IOError.beforeSending.contains(error.errnoCode):
            self = .notSent("no connection: \(error)")
        case let error as BoringSSLError: self = .notSent("TLS refused: \(error)")
        case let error as NIOHTTP2Errors.StreamClosed where error.errorCode == .refusedStream: self = .refusedStream
        case let error as HTTPClientError where HTTPClientError.beforeSending.contains(error):
            self = .notSent("no connection: \(error)")
        default: self = .noAnswer("no answer: \(error)")
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
