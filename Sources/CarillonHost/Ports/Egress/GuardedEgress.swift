import AsyncHTTPClient
import CarillonModel
import CarillonPluginKit
import NIOCore

/// Egress to URLs that users or tenants chose: a browser's push service, a webhook.
///
/// Guards against requests to what only this machine can reach (server-side request forgery): `https` only, names are
/// resolved here, and the connection is made to the very address that was looked at, so that a name server that answers
/// differently the second time gains nothing. Redirects aren't followed; a plugin that follows one comes here again.
/// Origins that the operator mapped are the operator's choice and go where the map says.
struct GuardedEgress: Egress {
    /// What a receiver answers is looked at, not read: the rest is left.
    private static let responseLimit = 64 << 10
    /// How many of a name's addresses are tried.
    private static let attempts = 3

    private let egress: HTTPEgress
    private let tenant: TenantID
    private let resolver: NameResolver
    private let pinned: PinnedClients

    init(_ egress: HTTPEgress, tenant: TenantID, resolver: NameResolver) {
        self.egress = egress
        self.tenant = tenant
        self.resolver = resolver
        pinned = PinnedClients(egress)
    }

    func send(_ request: EgressRequest) async throws(EgressFailure) -> EgressResponse {
        guard let target = Target(request.url) else { throw .forbidden("this is no https URL") }
        if egress.map.holds(target.origin), let destination = egress.map.destination(of: request.url) {
            return try await egress.send(request, to: destination, for: tenant)
        }
        let deadline = ContinuousClock.now.advanced(by: request.timeout)
        var failure = EgressFailure.notSent("\(target.origin.host) has no address")
        for address in try await addresses(of: target, within: request.timeout).prefix(Self.attempts) {
            do throws(EgressFailure) {
                return try await pinned.use(target.origin.host, at: address) { client in
                    await send(request, to: target.url, at: address, over: client, until: deadline)
                }
                .get()
            } catch {
                guard case .notSent = error else { throw error }
                failure = error
            }
        }
        throw failure
    }

    /// The addresses that may be connected to.
    private func addresses(of target: Target, within limit: Duration) async throws(EgressFailure) -> [InternetAddress] {
        let all: [InternetAddress]
        if let literal = target.literal {
            all = [literal]
        } else {
            all = try await resolver.addresses(of: target.origin.host, for: tenant, within: limit)
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
    ) async -> Result<EgressResponse, EgressFailure> {
        do {
            return .success(
                try await withThrowingTaskGroup(of: EgressResponse?.self) { group in
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
                    guard let answer = try await group.next().flatMap({ $0 }) else {
                        throw EgressFailure.lateAnswer
                    }
                    return answer
                }
            )
        } catch {
            return .failure(EgressFailure(await egress.explained(error, of: url, at: address)))
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

/// A URL taken apart once, so that whoever looks at it and whoever connects mean the same host.
private struct Target {
    let origin: WebOrigin
    /// Where the host is an address, not a name.
    let literal: InternetAddress?
    /// Put together again from what was read.
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
