import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Foundation

/// One tenant as it runs now: its profile, the stages made from it, its channels and its part of the store.
///
/// A class, because everybody who works for the tenant holds it, and nothing in it ever changes.
final class TenantRuntime: Sendable {
    let profile: TenantProfile
    let store: any TenantStore
    /// Those of its lanes that this process has.
    let lanes = HeldLanes()
    let accepting: Accepting
    let expanding: Expanding
    let routing: Routing
    /// What recipients may get; nil where the tenant sets no limit.
    let allowance: RecipientRateLimiter?
    let rendering: Rendering
    let feedItemLooks: FeedItemLooks
    let settling: Settling
    let channels: TenantChannels
    /// Channels that can't work, with the reason and the way out: their deliveries are held.
    let unavailable: [ChannelID: String]
    /// Told of what becomes of notifications.
    let settled: DeliveryWatcher
    let clock: any WallClock
    let observer: any PipelineObserver
    /// Those of the profile that were there, by name: to tell whether they have changed.
    let secrets: [String: Secret]
    let users: UserTokenVerifier?
    /// Nil where the tenant sends no mail.
    let unsubscribing: UnsubscribeLinks?
    let services: [ServiceCredential]
    let unnotedLogins = UnnotedLogins()
    /// What anybody may ask for.
    let clientProfile: RenderedDocument
    let openAPI: RenderedDocument
    let routes: TenantRoutes
    /// Nil where the tenant lets no web page in.
    let browsers: CrossOriginAccess?
    /// Where all that is done for this tenant runs.
    let executor: FairShare.TenantExecutor

    private init(
        profile: TenantProfile,
        store: any TenantStore,
        channels: TenantChannels,
        unavailable: [ChannelID: String],
        settled: DeliveryWatcher,
        secrets: [String: Secret],
        users: UserTokenVerifier?,
        unsubscribing: UnsubscribeLinks?,
        services: [ServiceCredential],
        routes: TenantRoutes,
        parts: RuntimeParts
    ) {
        self.profile = profile
        self.store = store
        accepting = Accepting(profile: profile, registry: parts.registry, identifiers: parts.identifiers)
        expanding = Expanding(profile: profile, registry: parts.registry, identifiers: parts.identifiers)
        routing = Routing(profile: profile, registry: parts.registry, timeZones: parts.timeZones)
        allowance = RecipientRateLimiter(profile: profile, registry: parts.registry)
        rendering = Rendering(profile: profile, registry: parts.registry, timeZones: parts.timeZones)
        feedItemLooks = FeedItemLooks(profile)
        settling = Settling(profile: profile)
        self.channels = channels
        self.unavailable = unavailable
        self.settled = settled
        clock = parts.clock
        observer = parts.observer
        self.secrets = secrets
        self.users = users
        self.unsubscribing = unsubscribing
        self.services = services
        clientProfile = RenderedDocument { ClientProfile(profile: profile).json }
        openAPI = RenderedDocument { [registry = parts.registry] in
            OpenAPIDocument(profile: profile, registry: registry, routes: routes).json
        }
        self.routes = routes
        browsers = CrossOriginAccess(profile)
        executor = parts.share.executor(of: profile.id)
    }

    struct ServiceCredential: Sendable {
        let header: String
        let scheme: String?
        let key: Secret
    }
}

/// What runtimes are made from.
struct RuntimeParts: Sendable {
    let registry: ChannelRegistry
    /// The egress for a tenant's channel of this kind: it goes where the descriptor says, and nowhere else.
    let egress: @Sendable (ChannelDescriptor, TenantID) -> any Egress
    let cryptography: any Cryptography
    let clock: any WallClock
    let observer: any PipelineObserver
    let timeZones: any TimeZoneDatabase
    let identifiers: any IdentifierMaker
    /// The streams of a tenant.
    let streams: @Sendable (TenantID) -> any ByteStreams
    /// Where the channel for development writes.
    let journal: any Journal
    var publicURL: PublicURL?
    /// Told of what is put in feeds.
    let live = LiveFeeds()
    var streamPlaces = StreamPlaces()
    /// Where tenants' tasks run.
    let share = FairShare(processors: ProcessInfo.processInfo.activeProcessorCount)
}

extension TenantRuntime {
    /// Makes a tenant's runtime.
    ///
    /// A secret that is missing or wrong makes its channel unavailable, or its callers
    /// unwelcome, and nothing else; each such case is in `complaints`. Those that let anyone in are refused before
    /// (``RefusedSecret``).
    static func make(
        _ profile: TenantProfile,
        store: any TenantStore,
        secrets: SecretBook,
        routes: TenantRoutes,
        parts: RuntimeParts,
        settled: DeliveryWatcher = DeliveryWatcher(),
        complaints: inout [String]
    ) async -> TenantRuntime {
        var channels: [TenantChannel] = []
        var unavailable: [ChannelID: String] = [:]
        for binding in profile.channels {
            do {
                let binding = withoutMissing(binding, of: profile.id, secrets: secrets, parts, &complaints)
                channels.append(
                    TenantChannel(
                        binding.id,
                        of: profile.id,
                        plugin: try plugin(binding, of: profile.id, store: store, secrets: secrets, parts: parts),
                        finalCodes: profile.policies.retry.finalCodes,
                        store: store,
                        clock: parts.clock,
                        observer: parts.observer
                    )
                )
            } catch {
                unavailable[binding.id] = error.reason
                complaints.append(error.complaint(of: binding.id))
            }
        }
        let links = await UnsubscribeLinks.of(profile, store: store, parts: parts, complaints: &complaints)
        return TenantRuntime(
            profile: profile,
            store: store,
            channels: TenantChannels(channels),
            unavailable: unavailable,
            settled: settled,
            secrets: Dictionary(
                uniqueKeysWithValues: profile.secretNames.compactMap { name in
                    secrets.secret(name, of: profile.id).map { (name, $0) }
                }
            ),
            users: users(of: profile, secrets: secrets, complaints: &complaints),
            unsubscribing: links,
            services: services(of: profile, secrets: secrets, complaints: &complaints),
            routes: routes,
            parts: parts
        )
    }

    /// The binding without the optional secrets that nobody has provided: the provider says whether it needs them.
    private static func withoutMissing(
        _ binding: ChannelBinding,
        of tenant: TenantID,
        secrets: SecretBook,
        _ parts: RuntimeParts,
        _ complaints: inout [String]
    ) -> ChannelBinding {
        var binding = binding
        for field in parts.registry[binding.plugin]?.descriptor.fields ?? [] where !field.isRequired {
            guard let name = binding.secrets[field.name], secrets.secret(name, of: tenant) == nil else { continue }
            binding.secrets[field.name] = nil
            let setting = "setting `\(field.name)` of channel `\(binding.id)`"
            complaints.append("\(setting) is left out: \(secrets.absence(of: name, of: tenant))")
        }
        return binding
    }

    private static func plugin(
        _ binding: ChannelBinding,
        of tenant: TenantID,
        store: any TenantStore,
        secrets: SecretBook,
        parts: RuntimeParts
    ) throws(UnavailableChannel) -> any DeliveryChannel {
        guard let type = parts.registry[binding.plugin] else {
            throw .other("this host has no plugin called \(binding.plugin)")
        }
        let settings: ChannelSettings
        do {
            settings = try binding.settings { secrets.secret($0, of: tenant) }
        } catch {
            throw .setting(SettingProblem(field: error.field, secrets.absence(of: error.name, of: tenant)))
        }
        let host = ChannelHost(
            tenant: tenant,
            egress: parts.egress(type.descriptor, tenant),
            cryptography: parts.cryptography,
            clock: parts.clock,
            inbox: StoreInbox(tenant: tenant, store: store, clock: parts.clock, live: parts.live),
            timeZones: parts.timeZones,
            streams: parts.streams(tenant),
            journal: parts.journal
        )
        do {
            return try type.init(settings: settings, host: host)
        } catch {
            throw .setting(error)
        }
    }

    /// Who brings a token is let in by any key that is there and usable; what is wrong with another is told.
    private static func users(
        of profile: TenantProfile,
        secrets: SecretBook,
        complaints: inout [String]
    ) -> UserTokenVerifier? {
        guard let settings = profile.authentication.users else { return nil }
        var keys: [TrustedKeys] = []
        var faults: [String] = []
        for name in settings.keySecrets {
            guard let secret = secrets.secret(name, of: profile.id) else {
                faults.append(secrets.absence(of: name, of: profile.id))
                continue
            }
            do {
                keys.append(try TrustedKeys(secret, called: name, for: settings.algorithm))
            } catch {
                faults.append(error.description)
            }
        }
        let whom = keys.isEmpty ? "users can't be let in" : "users with tokens of one key can't be let in"
        complaints += faults.map { "\(whom): \($0)" }
        return keys.isEmpty ? nil : UserTokenVerifier(settings, keys: keys)
    }

    private static func services(
        of profile: TenantProfile,
        secrets: SecretBook,
        complaints: inout [String]
    ) -> [ServiceCredential] {
        profile.authentication.services.compactMap { service in
            guard let key = secrets.secret(service.keySecret, of: profile.id) else {
                complaints.append("services can't be let in: " + secrets.absence(of: service.keySecret, of: profile.id))
                return nil
            }
            return ServiceCredential(header: service.header.lowercased(), scheme: service.scheme, key: key)
        }
    }
}

/// The feed's port, on the tenant's part of the store.
struct StoreInbox: Inbox {
    let tenant: TenantID
    let store: any TenantStore
    let clock: any WallClock
    let live: LiveFeeds

    func put(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        do {
            let readers = try await store.putInFeed(
                messages.map { message in
                    FeedEntry(
                        message.notification,
                        FeedContent(message),
                        category: message.categoryID,
                        delivery: message.delivery
                    )
                },
                at: clock.now
            )
            live.wake(readers, of: tenant)
            return messages.map { _ in .accepted(nil) }
        } catch {
            return messages.map { _ in .deferred(OutcomeReason("store-failed", error.description), after: nil) }
        }
    }
}
