import CarillonModel
import CarillonPluginKit

extension HTTPEgress {
    /// How many requests may be under way to one origin over the connections that tenants share.
    ///
    /// One tenant alone is given half of them, which is as many as a channel has under way of one batch.
    static let requestsPerOrigin = 128
    /// However many hosts there are, each may have so many.
    static let fewestRequestsPerOrigin = 8

    /// A provider sees so many requests of all hosts together as it would of one.
    func share(among hosts: Int) {
        gate.limit = max(Self.fewestRequestsPerOrigin, Self.requestsPerOrigin / max(1, hosts))
    }

    /// Sends a request over the connections that tenants share, as soon as it is the tenant's turn at that origin.
    ///
    /// Half of the request's time may go by until then; what is sent later would hardly be answered in time, and what has not
    /// been sent can be sent again without fear. Names are looked up before: who waits for a name server keeps nobody else from
    /// the origin.
    func send(
        _ request: EgressRequest,
        to destination: Destination,
        for tenant: TenantID
    ) async throws(EgressFailure) -> EgressResponse {
        let start = ContinuousClock.now
        let host = destination.target.host
        let addresses = try await resolver.addresses(of: host, for: tenant, within: request.timeout / 2)
        return try await gate.pass(
            to: destination.target,
            for: tenant,
            before: start.advanced(by: request.timeout / 2)
        ) { () async throws(EgressFailure) in
            try await send(
                request,
                to: destination,
                at: addresses,
                over: shared,
                until: start.advanced(by: request.timeout)
            )
        }
    }

    /// Sends a request to one of the target's addresses.
    func send(
        _ request: EgressRequest,
        to destination: Destination,
        at addresses: [InternetAddress],
        over clients: PinnedClients,
        until deadline: ContinuousClock.Instant
    ) async throws(EgressFailure) -> EgressResponse {
        do {
            return try await clients.send(to: destination.target.host, at: addresses, until: deadline) {
                try await send(request, to: destination, over: $0, at: $1, until: deadline)
            }
        } catch {
            throw EgressFailure(error)
        }
    }
}
