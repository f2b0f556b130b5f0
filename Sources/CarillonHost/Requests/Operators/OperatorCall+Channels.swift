import CarillonModel
import CarillonPipeline
import CarillonProfiles

extension OperatorCall {
    /// Where a filter names a channel: that there is one, or was.
    ///
    /// - Throws: `not-found` with the channels that there are, where neither the profile has it nor any delivery went there.
    func require(_ channel: ChannelID, of tenant: OperatedTenant) async throws(Problem) {
        let own = tenant.running?.runtime.profile.channels.map(\.id)
        guard own?.contains(channel) != true else { return }
        let used = try await deliveries(DeliveryFilter(channel: channel), 1, of: tenant)
        guard used.isEmpty else { return }
        let latest = try await deliveries(DeliveryFilter(), Self.largestPage, of: tenant).map(\.channel)
        throw .unknownChannel(channel, of: tenant.id, known: Set(latest + (own ?? [])))
    }

    private func deliveries(
        _ filter: DeliveryFilter,
        _ limit: Int,
        of tenant: OperatedTenant
    ) async throws(Problem) -> [ListedDelivery] {
        try await stored { _ throws(StoreFailure) in
            try await tenant.store.listDeliveries(filter, ListingPage(limit: limit))
        }
    }
}

extension Problem {
    fileprivate static func unknownChannel(
        _ channel: ChannelID,
        of tenant: TenantID,
        known: Set<ChannelID>
    ) -> Problem {
        let list = known.isEmpty ? "none" : known.sorted().map(\.rawValue).joined(separator: ", ")
        return Problem(.notFound, "tenant “\(tenant)” has no channel called “\(channel)”; its channels: \(list)")
    }
}
