import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOSSL
import Synchronization

/// Makes the clients that requests go over, and closes them all at the end.
///
/// A lock, because channels come and go while others send.
final class EgressClients: Sendable {
    private struct State {
        var open: [ObjectIdentifier: HTTPClient] = [:]
        var isClosed = false
    }

    /// What servers are believed by.
    let tls: TLSConfiguration
    private let silence: TimeAmount
    private let state = Mutex(State())

    /// - Parameters:
    ///   - certificates: trusted beside the system's.
    ///   - silence: how long a provider that has begun to answer may pause.
    init(trusting certificates: [NIOSSLCertificate], silence: TimeAmount) {
        var tls = TLSConfiguration.makeClientConfiguration()
        if !certificates.isEmpty { tls.additionalTrustRoots = [.certificates(certificates)] }
        self.tls = tls
        self.silence = silence
    }

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// A client with connections of its own; give it back with ``retire(_:)``.
    func make(_ change: (inout HTTPClient.Configuration) -> Void) -> HTTPClient {
        var configuration = configuration
        change(&configuration)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let isClosed = state.withLock { state in
            state.open[ObjectIdentifier(client)] = client
            return state.isClosed
        }
        // Too late: its requests fail, as those of all others do.
        if isClosed { retire(client) }
        return client
    }

    /// Closes the connections of a client that isn't used any more.
    func retire(_ client: HTTPClient) {
        let isOurs = state.withLock { $0.open.removeValue(forKey: ObjectIdentifier(client)) != nil }
        guard isOurs else { return }
        // Nobody waits for connections to be closed, and there is nothing to do if one can't be.
        Task { try? await client.shutdown() }
    }

    /// Closes every connection, those of requests under way too.
    func close() async {
        let open = state.withLock { state in
            defer { state = State(isClosed: true) }
            return Array(state.open.values)
        }
        for client in open {
            // It fails only when it is shut down twice, or with requests under way.
            try? await client.shutdown()
        }
    }

    private var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            // Each request has a time of its own for all of its answer; none is as long as the silence that ends it.
            timeout: .init(connect: .seconds(5), read: silence),
            connectionPool: .init(idleTimeout: .seconds(50)),
            decompression: .enabled(limit: .size(HTTPEgress.responseLimit))
        )
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = HTTPEgress.requestsPerOrigin
        // The retry ladder decides about another attempt, not the client.
        configuration.connectionPool.retryConnectionEstablishment = false
        // The client makes a span of each request, and takes its URL apart for it, even where spans aren't collected.
        configuration.tracing.tracer = nil
        configuration.http2ConnectionDebugInitializer = { HTTP2Corrections.watch($0) }
        return configuration
    }
}
