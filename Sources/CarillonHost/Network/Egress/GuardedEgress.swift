import AsyncHTTPClient
import CarillonModel
import CarillonPluginKit
import NIOCore

/// Egress to URLs that users or tenants chose: a browser's push service, a webhook.
///
/// Guards against requests to what only this machine can reach (server-side request forgery): `https` only, names are
/// resolved here, and the connection is made to the very address that was checked, so that a name server that answers
/// differently the second time gains nothing. Redirects aren't followed; a plugin that follows one comes here again.
/// Origins that the operator mapped are the operator's choice and are connected as the map specifies.
struct GuardedEgress: Egress {
    /// Only the beginning of a receiver's answer is read.
    private static let responseLimit = 64 << 10

    private let egress: HTTPEgress
    private let tenant: TenantID
    private let clients: PinnedClients

    init(_ egress: HTTPEgress, tenant: TenantID) {
        self.egress = egress
        self.tenant = tenant
        clients = PinnedClients(egress.clients) { configuration in
            // What users chose may answer with a bomb.
            configuration.decompression = .disabled
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 8
        }
    }

    func send(_ request: EgressRequest) async throws(EgressFailure) -> EgressResponse {
        guard let target = Target(request.url) else { throw .forbidden("this is no https URL") }
        if egress.map.holds(target.origin), let destination = egress.map.destination(of: request.url) {
            return try await egress.send(request, to: destination, for: tenant)
        }
        let deadline = ContinuousClock.now.advanced(by: request.timeout)
        let addresses = try await addresses(of: target, within: request.timeout)
        do {
            return try await clients.send(to: target.origin.host, at: addresses, until: deadline) {
                try await send(request, to: target.url, at: $1, over: $0, until: deadline)
            }
        } catch {
            throw EgressFailure(error)
        }
    }

    /// The addresses that may be connected to.
    private func addresses(of target: Target, within limit: Duration) async throws(EgressFailure) -> [InternetAddress] {
        let all: [InternetAddress]
        if let literal = target.literal {
            all = [literal]
        } else {
            all = try await egress.resolver.addresses(of: target.origin.host, for: tenant, within: limit)
        }
        let allowed = all.filter(egress.addresses.allows)
        guard !allowed.isEmpty else { throw .forbidden("\(target.origin.host) has no public address") }
        return allowed
    }

    private func send(
        _ request: EgressRequest,
        to url: String,
        at address: InternetAddress,
        over client: HTTPClient,
        until deadline: ContinuousClock.Instant
    ) async throws -> EgressResponse {
        do {
            return try await withThrowingTaskGroup(of: EgressResponse?.self) { group in
                group.addTask {
                    let outgoing = try HTTPClientRequest(request, url: url, takesCompressed: false)
                    let answer = try await client.execute(outgoing, deadline: .distantFuture)
                    return EgressResponse(answer, body: try await Self.beginning(of: answer.body))
                }
                // A receiver that writes a byte a minute must not keep us for longer than a silent one.
                group.addTask {
                    try await Task.sleep(until: deadline)
                    return nil
                }
                defer { group.cancelAll() }
                guard let answer = try await group.next().flatMap({ $0 }) else { throw EgressFailure.lateAnswer }
                return answer
            }
        } catch {
            throw await egress.explained(error, of: url, at: address)
        }
    }

    private static func beginning(of body: HTTPClientResponse.Body) async throws -> ByteBuffer {
        var beginning = ByteBuffer()
        for try await var piece in body {
            let rest = responseLimit - beginning.readableBytes
            if piece.readableBytes >= rest {
                beginning.writeImmutableBuffer(piece.readSlice(length: rest) ?? piece)
                break
            }
            beginning.writeBuffer(&piece)
        }
        return beginning
    }
}

/// A URL taken apart once, so that the check and the connection use the same host.
private struct Target {
    let origin: WebOrigin
    /// Where the host is an address, not a name.
    let literal: InternetAddress?
    /// The URL, rebuilt from its parsed parts.
    let url: String

    init?(_ text: String) {
        guard let (origin, rest) = WebOrigin.split(text) else { return nil }
        let host = origin.host
        if host.withoutBrackets != host {
            guard let address = InternetAddress(host.withoutBrackets), !address.isVersion4 else {
                return nil
            }
            literal = address
        } else {
            guard !host.contains(where: { ":[]".contains($0) }) else { return nil }
            literal = InternetAddress(host)
        }
        self.origin = origin
        url = origin.description + (rest.hasPrefix("/") ? "" : "/") + rest
    }
}
