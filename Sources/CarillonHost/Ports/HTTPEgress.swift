import AsyncHTTPClient
import CarillonModel
public import CarillonPluginKit
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// Egress on AsyncHTTPClient: one client for the whole host, a view with its own allow-list for each channel.
public final class HTTPEgress: Sendable {
    private let client: HTTPClient
    private let map: OriginMap

    /// - Parameter certificateAuthorities: PEM text, trusted beside the system's.
    public init(map: OriginMap = OriginMap(), certificateAuthorities: String? = nil) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let pem = certificateAuthorities {
            tls.additionalTrustRoots = [.certificates(try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8)))]
        }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(5), read: .seconds(60)),
            connectionPool: .init(idleTimeout: .seconds(50)),
            decompression: .enabled(limit: .size(HTTPEgress.responseLimit))
        )
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
        self.client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.map = map
    }

    /// The egress one channel is lent: it reaches `origins` and nothing else.
    public func limited(to origins: [String]) -> any Egress {
        LimitedEgress(egress: self, origins: Set(origins))
    }

    public func close() async {
        // Shutting down twice, or with requests under way, is all it can complain about.
        try? await client.shutdown()
    }

    /// A provider's answer is small; what is larger is no answer.
    fileprivate static let responseLimit = 1 << 20

    fileprivate func send(_ request: EgressRequest) async throws(EgressFailure) -> EgressResponse {
        do {
            let answer = try await client.execute(
                try outgoing(request),
                timeout: .milliseconds(request.timeout.milliseconds)
            )
            let body = try await answer.body.collect(upTo: Self.responseLimit)
            return EgressResponse(
                status: Int(answer.status.code),
                headers: answer.headers.map { .init($0.name, $0.value) },
                body: Array(buffer: body)
            )
        } catch {
            throw EgressFailure(error)
        }
    }

    private func outgoing(_ request: EgressRequest) throws -> HTTPClientRequest {
        var outgoing = HTTPClientRequest(url: map.target(of: request.url))
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for header in request.headers { outgoing.headers.add(name: header.name, value: header.value) }
        if !outgoing.headers.contains(name: "accept-encoding") {
            outgoing.headers.add(name: "accept-encoding", value: "gzip, deflate")
        }
        switch request.compression {
        case .none:
            if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
        case .gzip:
            outgoing.headers.replaceOrAdd(name: "content-encoding", value: "gzip")
            outgoing.body = .bytes(try Gzip.compress(request.body))
        }
        return outgoing
    }
}

private struct LimitedEgress: Egress {
    let egress: HTTPEgress
    let origins: Set<String>

    func send(_ request: EgressRequest) async throws(EgressFailure) -> EgressResponse {
        guard let origin = Origin(ofURL: request.url), origins.contains(origin.text) else {
            throw .forbidden("this channel's requests go to \(origins.sorted().joined(separator: ", ")) only")
        }
        return try await egress.send(request)
    }
}

extension EgressFailure {
    /// Whether the provider can have seen the request decides between trying again and not knowing.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as EgressFailure: self = error
        case is NIOConnectionError, is NIOSSLError, is NIOSSLExtraError: self = .notSent("no connection: \(error)")
        case let error as IOError where IOError.beforeSending.contains(error.errnoCode):
            self = .notSent("no connection: \(error)")
        case let error as BoringSSLError: self = .notSent("TLS refused: \(error)")
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
