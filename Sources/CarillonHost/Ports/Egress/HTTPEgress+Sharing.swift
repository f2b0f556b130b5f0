import CarillonModel
import CarillonPluginKit

extension HTTPEgress {
    /// How many requests may be under way to one origin over the connections that tenants share.
    ///
    /// One tenant alone gets half of them, which is as many as a channel has under way of one batch.
    static let requestsPerOrigin = 128

    /// Sends a request over the connections that tenants share, as soon as it is the tenant's turn at that origin.
    ///
    /// Half of the request's time may go by until then; what is sent later would hardly be answered in time, and what has not
    /// been sent can be sent again without fear.
    func send(
        _ request: EgressRequest,
        to destination: Destination,
        for tenant: TenantID
    ) async throws(EgressFailure) -> EgressResponse {
        let start = ContinuousClock.now
        let latest = start.advanced(by: request.timeout / 2)
        return try await gate.pass(to: destination.target, for: tenant, before: latest) {
            () async throws(EgressFailure) in
            var request = request
            request.timeout -= start.duration(to: .now)
            return try await send(request, to: destination)
        }
    }
}
