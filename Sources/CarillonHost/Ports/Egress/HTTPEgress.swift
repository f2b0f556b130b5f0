import AsyncHTTPClient
public import CarillonModel
public import CarillonPluginKit
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
import Synchronization

/// Egress on AsyncHTTPClient: each channel is lent a view that goes where it may, and nowhere else.
///
/// A lock around the clients made so far, because channels come and go while others send.
public final class HTTPEgress: Sendable {
    private struct State {
        var extra: [ObjectIdentifier: HTTPClient] = [:]
        var isClosed = false
    }

    let map: OriginMap
    let addresses: AddressRules
    let gate = OriginGate(limit: requestsPerOrigin)
    private let silence: TimeAmount
    private let certificates: [NIOSSLCertificate]
    private let shared: HTTPClient
    private let resolver: NameResolver
    private let state = Mutex(State())

    /// - Parameters:
    ///   - certificateAuthorities: PEM text, trusted beside the system's.
    ///   - addresses: where requests go whose URL came from users or tenants.
    ///   - silence: how long a provider that has begun to answer may say nothing.
    ///   - resolver: asked for the addresses of the names in these URLs.
    init(
        map: OriginMap = OriginMap(),
        certificateAuthorities: String? = nil,
        addresses: AddressRules = AddressRules(),
        resolver: NameResolver = NameResolver(),
        silence: TimeAmount = HTTPEgress.silence
    ) throws {
        self.map = map
        self.addresses = addresses
        self.resolver = resolver
        self.silence = silence
        certificates = try certificateAuthorities.map { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) } ?? []
        shared = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: Self.configuration(trusting: certificates, silence: silence)
        )
    }

    /// The egress for a tenant's channel of this kind.
    public func egress(for descriptor: ChannelDescriptor, of tenant: TenantID) -> any Egress {
        descriptor.goesAnywhere
            ? GuardedEgress(self, tenant: tenant, resolver: resolver) : limited(to: descriptor.origins, for: tenant)
    }

    /// Reaches `origins` and nothing else.
    public func limited(to origins: [String], for tenant: TenantID) -> any Egress {
        ProviderEgress(self, tenant: tenant, origins: Set(origins.compactMap { WebOrigin(url: $0) }))
    }

    /// Whether a URL from outside may be asked for, as far as that shows without looking its name up.
    ///
    /// What a name stands for is looked at when it is gone to.
    func mayReach(_ origin: WebOrigin) -> Bool {
        if map.holds(origin) { return true }
        // RFC 6761, section 6.3.
        let isLocal = origin.host == "localhost" || origin.host.hasSuffix(".localhost")
        guard let address = InternetAddress(isLocal ? "127.0.0.1" : origin.host.withoutBrackets) else { return true }
        return addresses.allows(address)
    }

    /// Closes every connection.
    ///
    /// - Parameter limit: after which the rest is left to the end of the process.
    public func close(within limit: Duration = .seconds(3)) async {
        let done = Bell()
        Task {
            await shutDown()
            done.ring()
        }
        await done.wait(atMost: limit)
    }

    private func shutDown() async {
        let extra = state.withLock { state in
            defer { state = State(isClosed: true) }
            return Array(state.extra.values)
        }
        for client in [shared] + extra {
            // Shutting down twice, or with requests under way, is all it can complain about.
            try? await client.shutdown()
        }
    }
}

extension HTTPEgress {
    /// Longer than any request may take.
    static let silence = TimeAmount.seconds(60)

    /// A provider's answer is small; what is larger is no answer.
    static let responseLimit = 1 << 20

    /// All of an answer's body.
    ///
    /// The client's own deadline ends with the head; one that trickles in would keep us for as long as the provider likes.
    /// Looked at as pieces come, without a timer: where none does, `timeout.read` ends it.
    private static func whole(
        _ body: HTTPClientResponse.Body,
        until deadline: ContinuousClock.Instant
    ) async throws -> ByteBuffer {
        var whole = ByteBuffer()
        for try await var piece in body {
            guard ContinuousClock.now < deadline else { throw EgressFailure.lateAnswer }
            guard whole.readableBytes + piece.readableBytes <= responseLimit else {
                throw NIOTooManyBytesError(maxBytes: responseLimit)
            }
            whole.writeBuffer(&piece)
        }
        return whole
    }

    static func configuration(
        trusting certificates: [NIOSSLCertificate],
        silence: TimeAmount
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls(trusting: certificates),
            redirectConfiguration: .disallow,
            // Each request has a time of its own for all of its answer; none is as long as the silence that ends it.
            timeout: .init(connect: .seconds(5), read: silence),
            connectionPool: .init(idleTimeout: .seconds(50)),
            decompression: .enabled(limit: .size(responseLimit))
        )
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = requestsPerOrigin
        // The ladder says when there is another try, not the client.
        configuration.connectionPool.retryConnectionEstablishment = false
        // The client makes a span of each request, and takes its URL apart for it, even where nobody looks at spans.
        configuration.tracing.tracer = nil
        configuration.http2ConnectionDebugInitializer = { HTTP2Corrections.watch($0) }
        return configuration
    }

    /// A client with connections of its own; give it back with ``retire(_:)``.
    func makeClient(_ change: (inout HTTPClient.Configuration) -> Void) -> HTTPClient {
        var configuration = Self.configuration(trusting: certificates, silence: silence)
        change(&configuration)
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let isClosed = state.withLock { state in
            state.extra[ObjectIdentifier(client)] = client
            return state.isClosed
        }
        // Too late: its requests fail, as those of all others do.
        if isClosed { retire(client) }
        return client
    }

    /// Closes the connections of a client that isn't used any more.
    func retire(_ client: HTTPClient) {
        let isOurs = state.withLock { $0.extra.removeValue(forKey: ObjectIdentifier(client)) != nil }
        guard isOurs else { return }
        // Nobody waits for connections to be closed, and there is nothing to do if one can't be.
        Task { try? await client.shutdown() }
    }

    /// The same error, or why a certificate wasn't believed.
    ///
    /// - Parameter address: where the server was reached, where that wasn't left to its name.
    func explained(_ error: any Error, of url: String, at address: InternetAddress? = nil) async -> any Error {
        guard CertificateDoubt.isCause(of: error) else { return error }
        return await CertificateLook(tls: Self.tls(trusting: certificates)).doubt(of: url, at: address)
    }

    private static func tls(trusting certificates: [NIOSSLCertificate]) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        if !certificates.isEmpty { tls.additionalTrustRoots = [.certificates(certificates)] }
        return tls
    }

    /// Sends a request over the connections that all channels share, or over `client`.
    func send(
        _ request: EgressRequest,
        to destination: Destination,
        over client: HTTPClient? = nil
    ) async throws(EgressFailure) -> EgressResponse {
        let deadline = ContinuousClock.now.advanced(by: request.timeout)
        do {
            let answer = try await (client ?? shared)
                .execute(
                    try HTTPClientRequest(request, url: destination.url),
                    timeout: .milliseconds(request.timeout.milliseconds)
                )
            return EgressResponse(answer, body: try await Self.whole(answer.body, until: deadline))
        } catch let error as HTTPClientError
            where error == .cancelled && !Task.isCancelled && !state.withLock(\.isClosed)
        {
            // Nobody cancelled it: the pool gave it to a connection that had said GOAWAY meanwhile, which didn't send it.
            throw .refusedStream
        } catch {
            throw EgressFailure(await explained(error, of: destination.url))
        }
    }
}

extension HTTPClientRequest {
    /// - Parameter takesCompressed: whether the answer may be compressed.
    init(_ request: EgressRequest, url: String, takesCompressed: Bool = true) throws {
        self.init(url: url)
        method = HTTPMethod(rawValue: request.method.rawValue)
        for header in request.headers { headers.add(name: header.name, value: header.value) }
        if takesCompressed, !headers.contains(name: "accept-encoding") {
            // Not deflate, which servers write in two ways.
            headers.add(name: "accept-encoding", value: "gzip")
        }
        switch request.compression {
        case .none:
            if !request.body.isEmpty { body = .bytes(ByteBuffer(bytes: request.body)) }
        case .gzip:
            headers.replaceOrAdd(name: "content-encoding", value: "gzip")
            body = .bytes(try Gzip.compress(request.body))
        }
    }
}

extension EgressResponse {
    init(_ answer: HTTPClientResponse, body: ByteBuffer) {
        self.init(
            status: Int(answer.status.code),
            headers: answer.headers.map { .init($0.name, $0.value) },
            body: Array(buffer: body)
        )
    }
}
