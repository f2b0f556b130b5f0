public import CarillonModel
public import CarillonPipeline

// What tests ask of a store in few words, by what production calls.

extension QueueStore {
    /// Up to `limit` deliveries that are due, leased as the workers of all channels would one after the other.
    public func leaseDeliveries(at now: Instant, limit: Int) async throws(StoreFailure) -> [LeasedDelivery] {
        var leased: [LeasedDelivery] = []
        for channel in try await awaitedChannels() where leased.count < limit {
            leased += try await leaseDeliveries(on: channel, at: now, limit: limit - leased.count)
        }
        return leased
    }

    /// When the next notification or delivery is due, on whichever channel; nil when nothing waits for a time.
    public func nextDue() async throws(StoreFailure) -> Instant? {
        var times = [try await nextNotification()]
        for channel in try await awaitedChannels() { times.append(try await nextDelivery(on: channel)) }
        return times.compactMap(\.self).min()
    }
}

extension DeviceStore {
    /// However many there are.
    public func register(
        _ registration: DeviceRegistration,
        at now: Instant
    ) async throws(StoreFailure) -> DeviceRecord {
        guard case .device(let device, displaced: _) = try await register(registration, within: .none, at: now) else {
            throw StoreFailure(.unavailable, "the store refused a device although there was no limit")
        }
        return device
    }
}

extension SubscriptionStore {
    /// However many there are.
    public func subscribe(_ subscriptions: [Subscription]) async throws(StoreFailure) {
        _ = try await subscribe(subscriptions, upTo: .max)
    }
}
