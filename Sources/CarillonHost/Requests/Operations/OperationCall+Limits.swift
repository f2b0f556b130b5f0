import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension OperationCall {
    /// A device of nobody's that wasn't registered again for so long gives way to a new one, where there are many.
    ///
    /// Apps register when they start; FCM says of a token not seen for a month that it is stale.
    static let ownerlessTimeout = Duration.seconds(30 * 86400)

    var deviceLimits: DeviceLimits {
        let limits = profile.policies.limits
        return DeviceLimits(
            perUser: limits.devicesPerUser,
            ofNobody: limits.ownerlessDevices,
            staleBefore: host.clock.now.advanced(by: .zero - Self.ownerlessTimeout)
        )
    }

    /// The device, and a word to operators where others gave way to it.
    ///
    /// - Throws: `limit-reached` where there may be no more of nobody's.
    func device(_ registered: Registered) throws(Problem) -> DeviceRecord {
        switch registered {
        case .device(let device, let displaced):
            if displaced > 0 { tell(device.owner == nil ? .ownerlessDevices : .devicesPerUser, displaced) }
            return device
        case .full:
            tell(.ownerlessDevices)
            throw Problem(.limitReached, "no more devices that belong to nobody are taken")
        }
    }

    /// How many subscriptions each of the registrations from an address may bring, on average.
    static let subscriptionsPerRegistration = 20

    /// - Throws: `rate-limited` where this client address has registered as many devices of nobody's as it may.
    func countRegistration() async throws(Problem) {
        try await countForAddress("devices.register", profile.policies.limits.registrationsPerAddress, 1, "devices")
    }

    /// - Throws: `rate-limited` where this client address has brought as many subscriptions of nobody's as it may.
    func countSubscriptions(_ count: Int) async throws(Problem) {
        var limit = profile.policies.limits.registrationsPerAddress
        limit.count = limit.count.multipliedOrMost(by: Self.subscriptionsPerRegistration)
        try await countForAddress("subscriptions", limit, count, "subscriptions")
    }

    /// Counts requests of callers without authentication.
    private func countForAddress(
        _ rule: String,
        _ limit: RateLimit,
        _ count: Int,
        _ things: String
    ) async throws(Problem) {
        guard profile.devices.owner == .subscription, !isService, callerID == nil, let limiter = host.limiter else {
            return
        }
        let key = RateLimiter.Key(tenant: profile.id, rule: rule, caller: ClientNetwork.name(of: clientAddress))
        guard let wait = await limiter.count(key, limit, cost: count, at: host.clock.now).retryAfter else { return }
        tell(.registrationsPerAddress)
        let message = "too many \(things) were registered from this address; try again in \(wait.wholeSeconds) s"
        throw Problem(.rateLimited, message, retryAfter: wait)
    }

    /// - Throws: `limit-reached` where a subscriber would have more than may be kept; then none is.
    func keep(_ subscriptions: [Subscription]) async throws(Problem) {
        guard !subscriptions.isEmpty else { return }
        let limit = profile.policies.limits.subscriptionsPerUser
        let areKept = try await stored { store throws(StoreFailure) in
            try await store.subscribe(subscriptions, upTo: limit)
        }
        guard !areKept else { return }
        tell(.subscriptionsPerUser)
        throw Problem(.limitReached, "there may be \(limit) subscriptions at most, of a user and on a device")
    }

    private func tell(_ limit: StorageLimit, _ count: Int = 1) {
        host.observer.observe(.limitReached(profile.id, limit, count: count))
    }
}

extension Int {
    fileprivate func multipliedOrMost(by factor: Int) -> Int {
        let (product, isBeyond) = multipliedReportingOverflow(by: factor)
        return isBeyond ? .max : product
    }
}
