public import CarillonModel
public import CarillonPluginKit

/// Told what happens, as values; the host makes log lines and metrics of it.
///
/// Never sees payloads or addresses.
public protocol PipelineObserver: Sendable {
    func observe(_ observation: Observation)
}

public enum Observation: Sendable, Hashable {
    case accepted(TenantID, events: Int, notifications: Int)
    case routed(TenantID, notifications: Int, deliveries: Int)
    case settled(TenantID, ChannelID, outcome: String, count: Int, latency: Duration)
    case refusedByProvider(TenantID, ChannelID, OutcomeReason)
    /// Credentials or settings are wrong: an operator has to see to it.
    case channelPaused(TenantID, ChannelID, OutcomeReason)
    /// The provider has trouble, or asked for a pause: nothing goes out until then.
    case channelResting(TenantID, ChannelID, OutcomeReason, until: Instant)
    /// A channel that was paused or resting works again.
    case channelWorking(TenantID, ChannelID)
    /// Late answers; the outcome is a word of ``ReceiptSettlement/Result``.
    case receipted(TenantID, ChannelID, outcome: String, count: Int)
    /// Deliveries were leased and nobody worked on them: they are due again.
    case leasesLost(TenantID, count: Int)
    case storeFailed(TenantID, StoreFailure)
}
