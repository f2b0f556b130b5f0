public import CarillonModel

/// The queue: notifications become due, are routed into deliveries, and deliveries are settled.
public protocol DeliveringStore: Sendable {
    /// Up to `limit` unrouted notifications due at `now`, fair among recipients, as ``FairLease`` chooses, with everything known of
    /// their recipients as it is now. Reading only: several workers may be handed the same one, and ``route(_:in:at:)``
    /// takes effect once.
    func due(in home: LaneLease, at now: Instant, limit: Int) async throws(StoreFailure) -> [DueNotification]

    /// Records what was decided and makes the deliveries, leased to the caller, who has the lanes of their channels.
    ///
    /// Deliveries with a time of their own are leased to nobody. One with a window goes out with those of the same window
    /// that wait already.
    /// - Returns: for each notification, the rows of its deliveries in order; empty where it was routed already, or
    ///   cancelled meanwhile, and nothing was done.
    func route(
        _ routed: [RoutedNotification],
        in home: LaneLease,
        at now: Instant
    ) async throws(StoreFailure) -> [[Int64]]

    /// Those of these messages in rooms that there is a delivery for, whichever of the event's recipients it was made for, and
    /// whatever became of it.
    func made(_ messages: Set<RoomMessage>) async throws(StoreFailure) -> Set<RoomMessage>

    /// Puts notifications off that can't be routed as things are, with the reason for the trace.
    ///
    /// - Parameter limit: what never expired does so that long after it was due, so that it doesn't wait for ever.
    func postpone(
        _ rows: [Int64],
        in home: LaneLease,
        until time: Instant,
        endingAfter limit: Duration,
        because decision: Decision
    ) async throws(StoreFailure)

    /// Notes, before the batch goes out, that it does: after a crash these are known to be uncertain.
    ///
    /// The same rows at the same time are the same mark: repeated, it is answered again, so that a caller whose answer was lost
    /// (``StoreFailure/Kind/unknown``) can go on.
    /// - Returns: the rows that may go out, each to one caller only; one whose device was unregistered meanwhile is left
    ///   out.
    func markAttempted(
        _ rows: [Int64],
        in lane: LaneLease,
        at now: Instant
    ) async throws(StoreFailure) -> Set<Int64>

    /// Records outcomes, whoever holds the lane by now: a provider's answer is true all the same.
    ///
    /// A delivery that has ended already keeps its end, and one that was tried again since keeps what came of that
    /// (``Settlement/attempt``). So the same settlements may be recorded again where it is unknown whether they were.
    func settle(_ settlements: [Settlement]) async throws(StoreFailure)

    /// Makes held deliveries of a channel due at once, the oldest first; the time until they are given up counts from now.
    ///
    /// - Parameters:
    ///   - lane: the channel's, or ``Lane/home`` for a channel that nobody serves.
    ///   - users: theirs stay held.
    /// - Returns: how many.
    func release(
        _ channel: ChannelID,
        in lane: LaneLease,
        sparing users: Set<UserID>,
        limit: Int,
        at now: Instant
    ) async throws(StoreFailure) -> Int

    /// The clock went back from `earlier` to `now`: what was due by then stays due, also of what is still to be expanded, and
    /// what waits for a retry, for room, for its window or for a receipt keeps its distance.
    func clockWentBack(in home: LaneLease, from earlier: Instant, to now: Instant) async throws(StoreFailure)
}

extension DeliveringStore {
    /// All that is held, in portions: there may be very many, and others write too.
    public func release(
        _ channel: ChannelID,
        in lane: LaneLease,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        let portion = 2000
        var count = 0
        while true {
            let released = try await release(channel, in: lane, sparing: [], limit: portion, at: now)
            count += released
            guard released == portion else { return count }
        }
    }
}
