import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

/// One tenant as it runs now: its profile, the stages made from it, its channels and its part of the store.
///
/// A class, because everybody who works for the tenant holds it, and nothing in it ever changes.
final class TenantRuntime: Sendable {
    let profile: TenantProfile
    /// The ways of delivering that it has.
    let registry: ChannelRegistry
    let store: any TenantStore
    /// The lanes of the tenant that this process holds.
    let lanes: HeldLanes
    let accepting: Accepting
    let expanding: Expanding
    let routing: Routing
    /// How much recipients may receive; nil where the tenant sets no limit.
    let rateLimiter: RecipientRateLimiter?
    let rendering: Rendering
    let settling: Settling
    let channels: TenantChannels
    /// Channels that can't work, with the reason and the way out: their deliveries are held.
    let unavailable: [ChannelID: String]
    /// Notified of what becomes of notifications.
    let settled: DeliveryWatcher
    let clock: any WallClock
    let observer: any PipelineObserver
    /// The secrets that the profile names and that were there, by name: to detect changes.
    let secrets: [String: Secret]
    /// Nil where the tenant sends no mail.
    let unsubscribing: UnsubscribeLinks?
    /// Nil where no provider is told where to call back.
    let callbackLinks: CallbackLinks?
    /// The executor of all tasks for this tenant.
    let executor: FairShare.TenantExecutor
    /// The streams of its readers, among those of all tenants.
    let live: LiveFeeds

    /// How many notifications one round routes: a commit shared by many, and no second of anybody's waiting.
    static let roundSize = 256

    private init(
        profile: TenantProfile,
        store: any TenantStore,
        lanes: HeldLanes,
        channels: TenantChannels,
        unavailable: [ChannelID: String],
        settled: DeliveryWatcher,
        secrets: [String: Secret],
        unsubscribing: UnsubscribeLinks?,
        callbackLinks: CallbackLinks?,
        parts: RuntimeParts
    ) {
        self.profile = profile
        let registry = parts.registry.serving(profile)
        self.registry = registry
        self.store = store
        self.lanes = lanes
        accepting = Accepting(profile: profile, registry: registry, identifiers: parts.identifiers)
        expanding = Expanding(profile: profile, registry: registry, identifiers: parts.identifiers)
        routing = Routing(profile: profile, registry: registry, timeZones: parts.timeZones)
        rateLimiter = RecipientRateLimiter(profile: profile, registry: registry)
        rendering = Rendering(profile: profile, registry: registry, timeZones: parts.timeZones)
        settling = Settling(profile: profile)
        self.channels = channels
        self.unavailable = unavailable
        self.settled = settled
        clock = parts.clock
        observer = parts.observer
        self.secrets = secrets
        self.unsubscribing = unsubscribing
        self.callbackLinks = callbackLinks
        executor = parts.share.executor(of: profile.id)
        live = parts.live
    }
}

extension TenantRuntime {
    private var others: OtherHosts { live.others }

    /// Whether another process may be the one that works for the tenant.
    var worksElsewhere: Bool { others.mayExist && !lanes.areHeld }

    /// Something new waits in the store: the host that works for the tenant, where it is another, reads the store.
    func tellHolder() {
        if worksElsewhere { others.tell { [.work(profile.id)] } }
    }

    /// Has whoever works for the tenant elsewhere carry out a command.
    ///
    /// - Returns: the answer; nil where there was none in time.
    func carryOutElsewhere(_ request: JSONValue, in lane: Lane) async throws(StoreFailure) -> JSONValue? {
        try await others.carryOut(LaneCommand(request, in: lane, of: profile.id))
    }

    /// Makes a tenant's runtime.
    ///
    /// A secret that is missing or wrong makes its channel unavailable, and nothing else; each such case is in `warnings`.
    static func make(
        _ profile: TenantProfile,
        store: any TenantStore,
        secrets: SecretBook,
        parts: RuntimeParts,
        settled: DeliveryWatcher = DeliveryWatcher(),
        warnings: inout [String]
    ) async -> TenantRuntime {
        let lanes = HeldLanes()
        let registry = parts.registry.serving(profile)
        var channels: [TenantChannel] = []
        var unavailable: [ChannelID: String] = [:]
        for binding in profile.channels {
            do {
                let (binding, missing) = binding.leavingOut(in: registry) { name in
                    secrets.secret(name, of: profile.id) == nil
                }
                warnings += missing.map { field, name in
                    let setting = "setting `\(field)` of channel `\(binding.id)`"
                    return "\(setting) is left out: \(secrets.absence(of: name, of: profile.id))"
                }
                let kind = try kind(of: binding, of: profile, registry, parts.channelOrigins)
                channels.append(
                    TenantChannel(
                        binding.id,
                        of: profile.id,
                        revision: profile.revision.description,
                        kind: kind,
                        plugin: try plugin(binding, kind, of: profile.id, store: store, secrets: secrets, parts: parts),
                        finalCodes: profile.policies.retry.finalCodes,
                        store: store,
                        lanes: lanes,
                        clock: parts.clock,
                        observer: parts.observer
                    )
                )
            } catch {
                unavailable[binding.id] = error.reason
                warnings.append(error.warning(of: binding.id))
            }
        }
        let links = await UnsubscribeLinks.of(profile, store: store, parts: parts, warnings: &warnings)
        return TenantRuntime(
            profile: profile,
            store: store,
            lanes: lanes,
            channels: TenantChannels(channels),
            unavailable: unavailable,
            settled: settled,
            secrets: Dictionary(
                uniqueKeysWithValues: profile.secretNames.compactMap { name in
                    secrets.secret(name, of: profile.id).map { (name, $0) }
                }
            ),
            unsubscribing: links,
            callbackLinks: await CallbackLinks.of(profile, store: store, parts: parts, warnings: &warnings),
            parts: parts
        )
    }

    private static func kind(
        of binding: ChannelBinding,
        of profile: TenantProfile,
        _ registry: ChannelRegistry,
        _ origins: ChannelOrigins
    ) throws(UnavailableChannel) -> any ChannelKind {
        guard let kind = registry[binding.plugin]?.bound(to: binding.settings) else {
            throw .other("this host has no plugin called \(binding.plugin)")
        }
        if profile.declares(kind.descriptor.id), let origin = origins.refused(kind.descriptor, of: profile.id) {
            throw .other(
                "this host doesn't let channel files of \(profile.id) send to \(origin); "
                    + "the operator allows it with --channel-origin \(origin)=\(profile.id)"
            )
        }
        return kind
    }

    private static func plugin(
        _ binding: ChannelBinding,
        _ kind: any ChannelKind,
        of tenant: TenantID,
        store: any TenantStore,
        secrets: SecretBook,
        parts: RuntimeParts
    ) throws(UnavailableChannel) -> any ChannelInstance {
        let settings: ChannelSettings
        do {
            settings = try binding.settings { secrets.secret($0, of: tenant) }
        } catch {
            throw .setting(SettingProblem(field: error.field, secrets.absence(of: error.name, of: tenant)))
        }
        let host = ChannelHost(
            tenant: tenant,
            egress: parts.egress(kind.descriptor, tenant),
            cryptography: parts.cryptography,
            clock: parts.clock,
            inbox: StoreInbox(tenant: tenant, store: store, clock: parts.clock, live: parts.live),
            timeZones: parts.timeZones,
            streams: parts.streams(tenant),
            journal: parts.journal
        )
        do {
            return try kind.make(settings: settings, host: host)
        } catch {
            throw .setting(error)
        }
    }
}
