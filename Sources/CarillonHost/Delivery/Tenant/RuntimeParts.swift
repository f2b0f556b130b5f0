import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Foundation

/// The parts that tenants' runtimes are made from.
struct RuntimeParts: Sendable {
    let registry: ChannelRegistry
    /// The egress for a tenant's channel of this kind: it reaches what the descriptor allows, and nothing else.
    let egress: @Sendable (ChannelDescriptor, TenantID) -> any Egress
    let cryptography: any Cryptography
    let clock: any WallClock
    let observer: any PipelineObserver
    let timeZones: any TimeZoneDatabase
    let identifiers: any IdentifierMaker
    /// The streams of a tenant.
    let streams: @Sendable (TenantID) -> any ByteStreams
    /// The log that the channel for development writes to.
    let journal: any Journal
    var publicURL: PublicURL?
    /// Where providers report what became of messages; nil for ``publicURL``.
    var callbackURL: PublicURL?
    /// How long the code in a link to an inbox page is good.
    var inboxCodeLifetime: Duration = .seconds(60)
    /// Where the channels of tenants' files may send.
    var channelOrigins = ChannelOrigins()
    /// Notified of what is put in feeds.
    var live = LiveFeeds()
    /// Shares the processors among tenants' tasks.
    let share = FairShare(processors: ProcessInfo.processInfo.activeProcessorCount)
}
