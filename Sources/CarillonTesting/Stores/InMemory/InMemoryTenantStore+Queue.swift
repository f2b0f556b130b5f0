import CarillonModel
import CarillonPipeline

extension InMemoryTenantStore: QueueStore {
    func nextNotification() async throws(StoreFailure) -> Instant? {
        try with { $0.nextNotification }
    }

    func nextDelivery(on channel: ChannelID) async throws(StoreFailure) -> Instant? {
        try with { $0.nextDelivery(on: channel) }
    }

    func awaitedChannels() async throws(StoreFailure) -> [ChannelID] {
        try with { $0.awaitedChannels }
    }

    func holdingChannels() async throws(StoreFailure) -> [ChannelID] {
        try with { $0.holdingChannels }
    }

    func leaseHeld(
        on channel: ChannelID,
        in lane: LaneLease,
        countingFrom cutoff: Instant?,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        try with(in: lane) { $0.leaseHeld(on: channel, countingFrom: cutoff, at: now, limit: limit) }
    }

    func leaseDeliveries(
        on channel: ChannelID,
        in lane: LaneLease,
        sparing users: Set<UserID>,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        try with(in: lane) { $0.leaseDeliveries(on: channel, sparing: users, at: now, limit: limit) }
    }

    func releaseLeases(_ rows: [Int64], in lane: LaneLease, at now: Instant) async throws(StoreFailure) {
        try with(in: lane) { $0.releaseLeases(rows, at: now) }
    }

    func reclaimLeases(
        in lanes: [LaneLease],
        leasedBefore cutoff: Instant,
        except inHand: Set<Int64>,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        try with(in: lanes) { $0.reclaimLeases(in: lanes.map(\.lane), leasedBefore: cutoff, except: inHand, at: now) }
    }

    func deviceCount(of plugin: PluginID) async throws(StoreFailure) -> Int {
        try with { $0.deviceCount(of: plugin) }
    }
}
