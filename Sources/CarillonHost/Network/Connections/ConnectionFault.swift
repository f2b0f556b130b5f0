import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPCompression
import NIOPosix

/// What went wrong with a connection, for people who read the history of a delivery.
///
/// Says what they can act upon, and never an error's own description where that may hold more, such as a file's path.
enum ConnectionFault {
    static func message(for error: any Error) -> String {
        if let message = TLSFault.message(for: error) { return message }
        switch error {
        case let error as NIOConnectionError: return message(for: error)
        case let error as IOError: return message(for: error)
        case let error as ChannelError: return message(for: error)
        case let error as HTTPClientError: return message(for: error)
        case is CancellationError: return "the host is stopping"
        case HTTPParserError.invalidEOFState: return message(for: HTTPClientError.remoteConnectionClosed)
        case is HTTPParserError: return "what came is no HTTP"
        case is NIOTooManyBytesError: return "the answer is too long"
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            return "the answer can't be decompressed"
        case is NIOHTTP2Errors.StreamClosed: return "the other side broke the request off"
        default: return "the connection failed (\(type(of: error)))"
        }
    }

    /// Whether there is no way to the address, so that another one may be tried.
    static func isUnnotified(_ error: any Error) -> Bool {
        switch error {
        case is NIOConnectionError, ChannelError.connectTimeout: true
        case let error as HTTPClientError: error == .connectTimeout
        case let error as IOError: unreached.contains(error.errnoCode)
        default: false
        }
    }

    private static let unreached = [
        ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, EADDRNOTAVAIL, EAFNOSUPPORT, ETIMEDOUT,
    ]

    private static func message(for error: NIOConnectionError) -> String {
        let target = "\(error.host):\(error.port)"
        if let failure = error.connectionErrors.first { return "\(target): \(message(for: failure.error))" }
        switch error.dnsAError ?? error.dnsAAAAError {
        case let error as SocketAddressError.UnknownHost where error.errorCode == Int(EAI_AGAIN):
            return "no name server answers for the name \(error.host)"
        case nil: return "\(target): no connection"
        default: return "the name \(error.host) wasn't found"
        }
    }

    private static func message(for error: IOError) -> String {
        switch error.errnoCode {
        case ECONNREFUSED: "the connection was refused: nothing listens there"
        case ETIMEDOUT: "no connection in time"
        case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN: "there is no way to that address"
        case ECONNRESET, EPIPE, ENOTCONN, EBADF: "the other side closed the connection"
        case EMFILE, ENFILE: "this host has too many open connections"
        default: String(cString: strerror(error.errnoCode))
        }
    }

    private static func message(for error: ChannelError) -> String {
        switch error {
        case .connectTimeout: "no connection in time"
        case .eof, .ioOnClosedChannel, .alreadyClosed, .inputClosed, .outputClosed:
            "the other side closed the connection"
        default: "the connection failed"
        }
    }

    private static func message(for error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout: "no connection in time"
        case .getConnectionFromPoolTimeout: "no connection was free in time"
        case .tlsHandshakeTimeout: "the TLS handshake took too long"
        case .readTimeout, .deadlineExceeded: "no answer in time"
        case .writeTimeout: "the other side took too long to read the request"
        case .remoteConnectionClosed: "the other side closed the connection without a whole answer"
        case .uncleanShutdown: "the connection was closed in the middle"
        case .cancelled, .requestStreamCancelled: "the request was broken off"
        case .alreadyShutdown: "the host is stopping"
        case .invalidURL, .emptyHost, .emptyScheme: "this is no URL that a request can be sent to"
        default: error.shortDescription
        }
    }
}
