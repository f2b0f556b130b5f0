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
    case channelPaused(TenantID, ChannelID, OutcomeReason)
    /// A log-in went well, but no session could be made of it.
    case loginNotNoted(TenantID, reason: String)
    case storeFailed(TenantID, StoreFailure)
}
