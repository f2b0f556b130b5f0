public import CarillonModel
public import CarillonPluginKit

/// Gets what happens, as values; the host makes log lines and metrics of it.
///
/// Never receives payloads or addresses.
public protocol PipelineObserver: Sendable {
    func observe(_ observation: Observation)
}

public enum Observation: Sendable, Hashable {
    case accepted(TenantID, events: Int, notifications: Int)
    /// A page of those whom an event for a topic, or a campaign, goes to became notifications.
    case expanded(TenantID, notifications: Int)
    /// Lines of a bulk import were taken in.
    case imported(TenantID, accepted: Int, unchanged: Int, refused: Int)
    /// An event that was accepted before, posted again.
    case duplicate(TenantID)
    case routed(TenantID, notifications: Int, deliveries: Int)
    case rendered(TenantID, ChannelID, count: Int)
    /// A batch was handed to the provider and answered: how long each first attempt had waited since it was due, and
    /// how long the provider took.
    case sent(TenantID, ChannelID, waits: [Duration], call: Duration)
    case settled(TenantID, ChannelID, outcome: AttemptOutcome, count: Int, latency: Duration)
    case refusedByProvider(TenantID, ChannelID, OutcomeReason)
    /// A delivery is held for credentials that its address needs, while other addresses are reached.
    case addressMisconfigured(TenantID, ChannelID, OutcomeReason)
    /// Credentials or settings are wrong: an operator has to correct them.
    case channelPaused(TenantID, ChannelID, OutcomeReason)
    /// The provider fails, or requested a pause: the channel's circuit is open, and nothing is sent until then.
    case circuitOpened(TenantID, ChannelID, OutcomeReason, until: Instant)
    /// A channel that was paused, or whose circuit was open, works again.
    case channelWorking(TenantID, ChannelID)
    /// Late answers; the outcome is that of a ``ReceiptSettlement/Result``.
    case receipted(TenantID, ChannelID, outcome: AttemptOutcome, count: Int)
    /// Late answers were requested of a provider, and some are still to come: since when the oldest of them has been
    /// due, and when it is requested again.
    case receiptsUnanswered(TenantID, ChannelID, dueSince: Instant, askedAgainAt: Instant)
    /// Deliveries were leased and nobody worked on them: they are due again.
    case leasesLost(TenantID, count: Int)
    /// The clock shows less than it did; what was due goes on.
    case clockWentBack(TenantID, by: Duration)
    /// Addresses that the provider calls dead, and that are forgotten.
    case gone(TenantID, ChannelID, count: Int)
    /// A log-in went well, but no session could be made of it, or none that is pushed to as it requested.
    case loginNotNoted(TenantID, reason: String)
    /// So many devices or subscriptions, or requests for them, met a limit of the profile.
    case limitReached(TenantID, StorageLimit, count: Int)
    /// Events whose time of retention is over were removed, with all that came of them.
    case swept(TenantID, events: Int)
    /// A tenant runs without something it names, such as a channel whose secret is missing; the message is for an
    /// operator.
    case incomplete(TenantID, String)
    case storeFailed(TenantID, StoreFailure)
}
