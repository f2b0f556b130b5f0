public import CarillonModel

/// The queue from its two ends: what is to be routed next, and what each channel is to send next.
///
/// Channels take their deliveries each for itself, so that what is pending for one of them is in no other's way.
public protocol QueueStore: Sendable {
    /// When the next notification is to be routed; nil when none waits.
    func nextNotification() async throws(StoreFailure) -> Instant?

    /// When the channel's next delivery is to be tried; nil when none has a time.
    func nextDelivery(on channel: ChannelID) async throws(StoreFailure) -> Instant?

    /// The channels that deliveries wait for a time on, whether the profile has them or not.
    func awaitedChannels() async throws(StoreFailure) -> [ChannelID]

    /// The channels that deliveries are held on, whether the profile has them or not.
    func holdingChannels() async throws(StoreFailure) -> [ChannelID]

    /// Up to `limit` held deliveries of the channel that expired by `now`, or whose ``LeasedDelivery/retryWindowStart`` isn't
    /// after `cutoff`, the oldest first, leased to the caller.
    ///
    /// - Parameter cutoff: nil where their time doesn't count.
    func leaseHeld(
        on channel: ChannelID,
        in lane: LaneLease,
        countingFrom cutoff: Instant?,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery]

    /// Up to `limit` deliveries of the channel that are to be tried (again) at `now`, the earliest first, leased to the
    /// caller; fair among recipients, as ``FairLease`` chooses.
    ///
    /// The lane is the channel's, or ``Lane/home`` for a channel that nobody serves.
    /// - Parameter users: theirs stay where they are, unless they wait in the same window as another's.
    func leaseDeliveries(
        on channel: ChannelID,
        in lane: LaneLease,
        sparing users: Set<UserID>,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery]

    /// Makes leased deliveries that nobody handed to a provider due again at once.
    func releaseLeases(_ rows: [Int64], in lane: LaneLease, at now: Instant) async throws(StoreFailure)

    /// Reclaims deliveries leased, or marked as attempted, before `cutoff`: their worker has lost them.
    ///
    /// Those in `inHand` are known to be worked on. What was attempted is uncertain, as after a crash.
    /// - Returns: how many.
    func reclaimLeases(
        in lanes: [LaneLease],
        leasedBefore cutoff: Instant,
        except inHand: Set<Int64>,
        at now: Instant
    ) async throws(StoreFailure) -> Int

    /// How many devices a plugin's channels could reach.
    func deviceCount(of plugin: PluginID) async throws(StoreFailure) -> Int
}

extension QueueStore {
    /// Whoever they are for.
    public func leaseDeliveries(
        on channel: ChannelID,
        in lane: LaneLease,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        try await leaseDeliveries(on: channel, in: lane, sparing: [], at: now, limit: limit)
    }
}
