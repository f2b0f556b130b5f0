import AsyncHTTPClient
public import CarillonModel
public import CarillonPluginKit
import NIOCore
import NIOHTTP1
import NIOSSL

/// Egress on AsyncHTTPClient: each channel has a view that reaches its allowed origins, and nothing else.
///
/// Whoever uses it, names are looked up for the tenant who sends, apart from what others' wait for.
public final class HTTPEgress: Sendable {
    let map: OriginMap
    let addresses: AddressRules
    let resolver: NameResolver
    let gate = OriginGate(limit: requestsPerOrigin)
    let clients: EgressClients
    /// Over which all tenants' requests go, but those that need connections of their own.
    let shared: PinnedClients

    /// - Parameters:
    ///   - certificateAuthorities: PEM text, trusted beside the system's.
    ///   - addresses: where requests go whose URL came from users or tenants.
    ///   - resolver: resolves the addresses of all names.
    ///   - silence: how long a provider that has begun to answer may pause.
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
        let certificates = try certificateAuthorities.map { try NIOSSLCertificate.fromPEMBytes(Array($0.utf8)) } ?? []
        clients = EgressClients(trusting: certificates, silence: silence)
        shared = PinnedClients(clients)
    }

    /// The egress for a tenant's channel of this kind.
    public func egress(for descriptor: ChannelDescriptor, of tenant: TenantID) -> any Egress {
        descriptor.goesAnywhere
            ? GuardedEgress(self, tenant: tenant) : limited(to: descriptor.origins, for: tenant)
    }

    /// Reaches `origins` and nothing else.
    public func limited(to origins: [String], for tenant: TenantID) -> any Egress {
        ProviderEgress(self, tenant: tenant, origins: Set(origins.compactMap { WebOrigin(url: $0) }))
    }

    /// Whether a URL from outside may be requested, as far as that shows without looking its name up.
    ///
    /// The addresses of a name are checked when it is connected to.
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
        await WakeSignal.wait(for: clients.close, atMost: limit)
    }
}

extension HTTPEgress {
    /// Longer than any request may take.
    static let silence = TimeAmount.seconds(60)

    /// A provider's answer is small; a larger one is refused.
    static let responseLimit = 1 << 20

    /// All of an answer's body.
    ///
    /// The client's own deadline ends with the head; one that trickles in would keep us for as long as the provider
    /// chooses. Looked at as pieces come, without a timer: where none does, `timeout.read` ends it.
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

    /// The same error, or why a certificate wasn't believed.
    func explained(_ error: any Error, of url: String, at address: InternetAddress) async -> any Error {
        guard CertificateFailure.isCause(of: error) else { return error }
        return await CertificateProbe(tls: clients.tls).certificateFailure(of: url, at: address)
    }

    /// Sends a request over `client`, which connects to `address`.
    ///
    /// - Throws: what the libraries throw, or why a certificate wasn't believed.
    func send(
        _ request: EgressRequest,
        to destination: Destination,
        over client: HTTPClient,
        at address: InternetAddress,
        until deadline: ContinuousClock.Instant
    ) async throws -> EgressResponse {
        let limit = ContinuousClock.now.duration(to: deadline)
        guard limit > .zero else { throw EgressFailure.notSent("there was no time left to send it") }
        do {
            let answer = try await client.execute(
                try HTTPClientRequest(request, url: destination.url),
                timeout: .milliseconds(limit.milliseconds)
            )
            return EgressResponse(answer, body: try await Self.whole(answer.body, until: deadline))
        } catch let error as HTTPClientError where error == .cancelled && !Task.isCancelled && !clients.isClosed {
            // Nobody cancelled it: the pool gave it to a connection that had received GOAWAY meanwhile, which didn't
            // send it.
            throw EgressFailure.refusedStream
        } catch {
            throw await explained(error, of: destination.url, at: address)
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
