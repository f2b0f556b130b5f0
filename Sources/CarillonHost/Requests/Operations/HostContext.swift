import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// What all of the host's operations share.
///
/// A class, because every request and every stream holds it, and nothing in it ever changes.
final class HostContext: Sendable {
    let registry: ChannelRegistry
    let clock: any WallClock
    let observer: any PipelineObserver
    let timeZones: any TimeZoneDatabase
    let identifiers: any IdentifierMaker
    /// The host's public URL; nil where none is configured.
    let publicURL: PublicURL?
    /// The streams that are open.
    let live: LiveFeeds
    /// How many of them there may be.
    let streamQuota: StreamQuota
    /// The egress for a tenant's requests to these origins and nothing else.
    let egress: @Sendable ([String], TenantID) -> any Egress
    /// Whether requests whose URL came from outside may go there, as far as that shows without looking a name up.
    let mayReach: @Sendable (WebOrigin) -> Bool
    /// Nil where the operator lets callers ask as often as they like.
    let limiter: RateLimiter?
    /// Where it is noted what services do.
    let audit: AuditTrail
    /// Waits for this time; ends early when its task is cancelled.
    let pause: @Sendable (Duration) async throws -> Void

    init(
        _ parts: RuntimeParts,
        limiter: RateLimiter?,
        audit: AuditTrail = AuditTrail(nil),
        streamQuota: StreamQuota = StreamQuota(),
        mayReach: @escaping @Sendable (WebOrigin) -> Bool = { _ in true },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        egress: @escaping @Sendable ([String], TenantID) -> any Egress
    ) {
        registry = parts.registry
        clock = parts.clock
        observer = parts.observer
        timeZones = parts.timeZones
        identifiers = parts.identifiers
        publicURL = parts.publicURL
        live = parts.live
        self.streamQuota = streamQuota
        self.mayReach = mayReach
        self.egress = egress
        self.limiter = limiter
        self.audit = audit
        self.pause = pause
    }
}
