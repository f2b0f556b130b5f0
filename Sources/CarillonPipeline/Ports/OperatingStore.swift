public import CarillonModel

/// What an operator inspects and repairs.
public protocol OperatingStore: Sendable {
    /// Deliveries that failed, the latest first.
    func deadLetters(_ query: DeadLetterQuery) async throws(StoreFailure) -> [DeadLetter]
    /// Makes failed deliveries due again, as if they had never been tried; others are passed over.
    ///
    /// - Returns: the rows that are tried again, in the order given. One whose device was taken away since stays as it is,
    ///   and one whose event ended.
    func redrive(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> Redriven
    /// Channels that wait for their credentials to be corrected.
    func pausedChannels() async throws(StoreFailure) -> [PausedChannel]
    /// Notes that a channel is paused; again keeps the first reason and time.
    func pause(_ channel: PausedChannel) async throws(StoreFailure)
    /// Ends a channel's pause; what it holds is another matter: ``DeliveringStore/release(_:in:at:)``.
    ///
    /// For attempts that came due meanwhile the time until they are given up counts from now.
    /// - Parameter lane: the channel's, or ``Lane/home`` for a channel that nobody serves.
    func resume(_ channel: ChannelID, in lane: LaneLease, at now: Instant) async throws(StoreFailure)
}
