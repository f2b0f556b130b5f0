import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonTesting
import ExpoPush
import InAppChannel
import SMTPChannel
import Synchronization
import Testing
import WebPush

@testable import CarillonHost

/// A host in memory: two tenants, a scripted Expo, a clock that stands still.
struct TestHost: Sendable {
    let assembly: HostAssembly
    let egress: ScriptedEgress
    let clock: ManualClock
    let settled: SettledCounter
    /// Where everything is kept, unless it shares a store with others.
    let kept: TestStore?
    private let keeping: Task<Void, Never>?
    /// Where the store is shared: this host's view of it.
    let handle: InMemoryHandle?

    /// Of the store on disk, where there is one.
    var folder: String? { if case .folder(let folder)? = kept?.place { folder } else { nil } }
    var api: API { assembly.api }
    var directory: TenantDirectory { assembly.directory }
    var store: any Store { assembly.store }
    var metrics: HostMetrics { assembly.metrics }
    var live: LiveFeeds { assembly.live }
    var evidence: AlertObserver { assembly.evidence }
    /// Where the store is shared: who keeps this host alive there.
    var keeper: LaneKeeper? { assembly.keeper }

    static let serviceKey = "service-key-of-shop"
    static let userSecret = "a-secret-that-users-tokens-are-signed-with"
    static let otherUserSecret = "a-secret-that-tokens-of-another-tenants-users-are-signed-with"
    static let operatorKey = "operator-key"

    /// - Parameters:
    ///   - expo: what Expo answers; every message is taken unless told otherwise.
    ///   - streams: where mail goes; without them there is no channel for mail.
    ///   - lines: where audit lines go.
    ///   - secrets: of the first tenant, in place of its usual ones.
    ///   - earlier: one that was left, whose store and clock this one goes on with.
    ///   - cluster: the store that it shares with other hosts, with their clock.
    static func start(
        expo: @escaping ScriptedEgress.Answer = TestHost.everythingTaken,
        withWorkers: Bool = true,
        onDisk: Bool = false,
        after earlier: TestHost? = nil,
        sharing cluster: (store: InMemoryCluster, clock: ManualClock)? = nil,
        mailingTo streams: (any ByteStreams)? = nil,
        publicURL: PublicURL? = nil,
        lines: RecordedLines? = nil,
        secrets: [String: String] = [:],
        limits: HostLimits = HostLimits(),
        channelOrigins: ChannelOrigins = ChannelOrigins(),
        change: (inout ProfileParts) -> Void = { _ in }
    ) async -> TestHost {
        let clock = earlier?.clock ?? cluster?.clock ?? ManualClock()
        let handle = cluster?.store.handle()
        let kept = await TestStore.open(clock, onDisk: onDisk, after: earlier?.kept?.place)
        let egress = ScriptedEgress(expo)
        let settled = SettledCounter()
        let mail: [any DeliveryChannel.Type] = streams == nil ? [] : [SMTPMail.self]
        let push: [any DeliveryChannel.Type] = [ExpoChannel.self, WebPushChannel.self]
        let registry = ChannelRegistry(push + [InAppFeed.self, RecordingChannel.self] + mail)
        let own = ["jwt": userSecret, "service": serviceKey, "vapid": TestKeys.p256Private].merging(secrets) { $1 }
        var configuration = HostConfiguration()
        configuration.secrets = SecretBook(file: [
            "shop": own.mapValues { Secret($0) },
            "other": ["jwt": Secret(otherUserSecret), "service": Secret("service-key-of-other")],
        ])
        configuration.role = withWorkers ? .all : .api
        configuration.operatorKey = Secret(operatorKey)
        configuration.publicURL = publicURL
        configuration.channelOrigins = channelOrigins
        configuration.limits = limits
        let assembly = HostAssembly(
            configuration,
            profiles: LoadedProfiles(tenants: [.shop("shop", change), .shop("other")]),
            store: handle ?? kept.store,
            registry: registry,
            network: streams.map { ScriptedNetwork(http: egress, byteStreams: $0) } ?? ScriptedNetwork(http: egress),
            time: handle == nil ? kept.time : .manual(clock),
            observer: lines.map { Observers(all: [settled, LoggingObserver(logger: $0.logger("pipeline"))]) }
                ?? settled,
            logger: (lines ?? RecordedLines()).logger("host"),
            audit: lines?.logger("audit")
        )
        let keeping: Task<Void, Never>?
        if handle == nil {
            keeping = await kept.start(assembly).keeping
        } else {
            keeping = nil
            _ = await assembly.start()
        }
        return TestHost(
            assembly: assembly,
            egress: egress,
            clock: clock,
            settled: settled,
            kept: handle == nil ? kept : nil,
            keeping: keeping,
            handle: handle
        )
    }

    /// Tickets for all messages of a request.
    static let everythingTaken: ScriptedEgress.Answer = { request in
        let messages = (try? JSONValue(parsing: request.body))?.array ?? []
        let tickets = messages.indices.map { index -> JSONValue in ["status": "ok", "id": .string("ticket-\(index)")] }
        return .answer(200, JSONValue.object(JSONObject([.init("data", .array(tickets))])).text)
    }

    /// Ends, and leaves what it kept.
    func leave() async { await kept?.leave(assembly, keeping) }

    /// Ends, and leaves nothing.
    func stop() async {
        guard let kept else { return await directory.stop() }
        await kept.remove(assembly, keeping)
    }
}

extension TestHost {
    static func token(
        _ user: String = "ada",
        secret: String = userSecret,
        algorithm: String = "HS256",
        claims: [(String, JSONValue)] = [("exp", 4_000_000_000)]
    ) -> String {
        let header: JSONValue = ["alg": .string(algorithm), "typ": "JWT"]
        let members = [JSONObject.Member("sub", .string(user))] + claims.map { JSONObject.Member($0.0, $0.1) }
        let signed =
            Base64.encode(header.utf8, .url) + "." + Base64.encode(JSONValue.object(JSONObject(members)).utf8, .url)
        let signature = SwiftCryptography().hmacSHA256(Array(signed.utf8), key: Array(secret.utf8))
        return signed + "." + Base64.encode(signature, .url)
    }

    func send(
        _ method: String,
        _ target: String,
        bearer: String? = nil,
        headers: [(name: String, value: String)] = [],
        json: JSONValue? = nil,
        body: String? = nil
    ) async -> (status: Int, json: JSONValue, headers: [String: String]) {
        let (path, query) = APIRequest.parse(target: target) ?? ([], [])
        var request = APIRequest(method, path: path, query: query, headers: headers, target: target)
        if let bearer { request.headers.append(("authorization", "Bearer \(bearer)")) }
        if let json {
            request.body = json.utf8
            request.headers.append(("content-type", "application/json"))
        }
        if let body { request.body = Array(body.utf8) }
        let answer = await api.respond(to: request)
        return (
            answer.status, (try? JSONValue(parsing: answer.bytes)) ?? .object(JSONObject()),
            Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        )
    }

    static func event(
        _ id: String = "1",
        type: String = "order.shipped",
        data: JSONValue = ["order": "A-1"]
    ) -> JSONValue {
        ["id": .string(id), "source": "tests", "type": .string(type), "recipients": ["ada"], "data": data]
    }

    /// Posts events as a batch.
    ///
    /// - Parameter events: as ``event(_:type:data:)`` makes them.
    /// - Returns: the status of the answer.
    func postBatch(_ events: [JSONValue]) async -> Int {
        let batch = events.map { event -> JSONValue in
            var event = event.object ?? JSONObject()
            event["specversion"] = "1.0"
            return .object(event)
        }
        return await send(
            "POST",
            "/v1/shop/events",
            bearer: Self.serviceKey,
            headers: [("content-type", "application/cloudevents-batch+json")],
            body: JSONValue.array(batch).text
        ).status
    }

    func registerDevice(_ user: String = "ada", token: String = "ExponentPushToken[abc]") async {
        _ = await send(
            "POST",
            "/v1/shop/devices",
            bearer: Self.token(user),
            json: ["token": .string(token), "platform": "ios"]
        )
    }
}

extension TenantProfile {
    /// A made-up product with one event.
    static func shop(_ id: TenantID, _ change: (inout ProfileParts) -> Void = { _ in }) -> TenantProfile {
        var profile = ProfileParts(
            id: id,
            name: "Shop",
            locales: Locales(default: "en", supported: ["en", "nb"])
        )
        profile.channels = [
            ChannelBinding(id: "push", plugin: "expo"), ChannelBinding(id: "in-app", plugin: "in-app"),
        ]
        profile.categories = [Category(id: "orders")]
        var event = EventType(id: "order.shipped")
        event.category = "orders"
        event.payload = [
            PayloadField("order", .text(maxLength: 20)), PayloadField("count", .integer(0...99), isOptional: true),
        ]
        event.channels = ["in-app", "push"]
        profile.events = [event]
        for (locale, text) in [("en", "has been shipped"), ("nb", "er sendt")] as [(LocaleTag, String)] {
            profile.messages.add(TextTemplate(source: "Order"), to: event.id, path: "title", locale: locale)
            profile.messages.add(TextTemplate(source: "{$order} \(text)"), to: event.id, path: "body", locale: locale)
        }
        var users = UserAuthentication(algorithm: .hs256, keySecret: "jwt")
        users.userClaim = "sub"
        profile.authentication.users = users
        profile.authentication.services = [ServiceKey(header: "X-Service-Key", keySecret: "service")]
        change(&profile)
        return TenantProfile(profile)
    }
}

/// Counts settled deliveries and routed notifications, and lets a test wait for a number of them.
final class SettledCounter: PipelineObserver {
    private let settled = Counter()
    private let routed = Counter()
    private let receipted = Counter()
    private let expanded = Counter()
    private let conditions = Mutex<[String]>([])
    private let changes = Counter()

    /// What was told of channels: `shop push paused InvalidCredentials`.
    var reports: [String] { conditions.withLock { $0 } }

    func observe(_ observation: Observation) {
        switch observation {
        case .settled(_, _, _, let count, _): settled.add(count)
        case .routed(_, let count, _): routed.add(count)
        case .receipted(_, _, _, let count): receipted.add(count)
        case .expanded: expanded.add(1)
        case .addressMisconfigured(let tenant, let channel, let reason):
            tell("\(tenant) \(channel) address \(reason.code)")
        case .channelPaused(let tenant, let channel, let reason): tell("\(tenant) \(channel) paused \(reason.code)")
        case .circuitOpened(let tenant, let channel, let reason, until: _):
            tell("\(tenant) \(channel) circuit open \(reason.code)")
        case .channelWorking(let tenant, let channel): tell("\(tenant) \(channel) works")
        case .loginNotNoted(let tenant, let reason): tell("\(tenant) log-in \(reason)")
        default: break
        }
    }

    private func tell(_ text: String) {
        conditions.withLock { $0.append(text) }
        changes.add(1)
    }

    func waitForReceipts(_ count: Int, _ location: SourceLocation = #_sourceLocation) async {
        await receipted.wait(for: count, location)
    }

    /// Waits until channels' conditions have changed so often.
    func waitForChanges(_ count: Int, _ location: SourceLocation = #_sourceLocation) async {
        await changes.wait(for: count, location)
    }

    func wait(for count: Int, _ location: SourceLocation = #_sourceLocation) async {
        await settled.wait(for: count, location)
    }

    /// Waits until so many pages of topics' subscribers have their notifications, or there were none.
    func waitForExpanded(_ count: Int, _ location: SourceLocation = #_sourceLocation) async {
        await expanded.wait(for: count, location)
    }

    func waitForRouted(_ count: Int, _ location: SourceLocation = #_sourceLocation) async {
        await routed.wait(for: count, location)
    }
}

/// A lock, because workers report while a test waits.
private final class Counter: Sendable {
    private struct Waiter {
        let id: UInt64
        let count: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var count = 0
        var waiters: [Waiter] = []
        var nextWaiter: UInt64 = 0
    }

    private let state = Mutex(State())

    func add(_ count: Int) {
        let ready = state.withLock { state in
            state.count += count
            let ready = state.waiters.filter { $0.count <= state.count }
            state.waiters.removeAll { $0.count <= state.count }
            return ready
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
    }

    /// What doesn't come within a minute is a failure of the test, which goes on, and not a test that hangs.
    func wait(for count: Int, _ location: SourceLocation) async {
        let isThere = await withCheckedContinuation { continuation in
            let waiter: Waiter? = state.withLock { state in
                guard state.count < count else { return nil }
                state.nextWaiter += 1
                let waiter = Waiter(id: state.nextWaiter, count: count, continuation: continuation)
                state.waiters.append(waiter)
                return waiter
            }
            guard let waiter else { return continuation.resume(returning: true) }
            Task {
                try await Task.sleep(for: .seconds(60))
                giveUp(waiter.id)
            }
        }
        guard !isThere else { return }
        let seen = state.withLock(\.count)
        Issue.record("\(seen) of \(count) came within a minute", sourceLocation: location)
    }

    private func giveUp(_ id: UInt64) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }
}
