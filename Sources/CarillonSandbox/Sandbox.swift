public import CarillonModel
import Synchronization

/// Simulated push providers: as strict as the real ones, scripted to fail on demand, and able to list what
/// they got.
///
/// A state machine from request to answer: it opens no socket and reads no clock but the one it is given. What a test
/// or `carillond sandbox` puts before it, HTTP or nothing, is theirs. A class with a lock, because many connections
/// share it; requests are read and checked outside the lock.
public final class Sandbox: Sendable {
    struct State: Sendable {
        var script = Script()
        var log: MessageLog
        var credentials = Credentials()
        var expo: ExpoSimulator
        var fcm: FCMSimulator
        var apns = APNsSimulator()
        var webPush = WebPushSimulator()
        /// Providers that channel files describe, by whose files they are.
        var declared: [String: [StandIn]] = [:]
        /// What these reported by themselves.
        var reports = ReportLog()
        /// How many messages they have accepted.
        var declaredCount = 0
    }

    let configuration: SandboxConfiguration
    let state: Mutex<State>
    private let clock: @Sendable () -> Instant

    public init(
        _ configuration: SandboxConfiguration = SandboxConfiguration(),
        clock: @escaping @Sendable () -> Instant
    ) {
        self.configuration = configuration
        self.clock = clock
        state = Mutex(
            State(
                log: MessageLog(capacity: configuration.keptMessages),
                expo: ExpoSimulator(configuration),
                fcm: FCMSimulator(configuration)
            )
        )
    }

    var now: Instant { clock() }

    /// Providers are distinguished by their paths, which no two share, and webhooks by their headers; the host name may
    /// be anything.
    ///
    /// Those of channel files come last, unless the host name is theirs.
    public func respond(to request: SandboxRequest) async -> SandboxResponse {
        if request.path == "/sandbox" || request.path.hasPrefix("/sandbox/") { return control(request) }
        guard request.body.count <= configuration.bodyLimit else { return SandboxResponse(status: 413) }
        // Where every origin leads here, receivers are at paths of anybody's choice.
        if WebhookCheck.isMeant(request) { return webhook(request) }
        let named = standIns(atHostOf: request)
        if let granted = declaredToken(request, of: named) { return granted }
        if !named.isEmpty { return declaredSend(request, to: named) }
        switch request.path {
        case ExpoSimulator.sendPath: return expoSend(request)
        case ExpoSimulator.receiptsPath: return expoReceipts(request)
        case FCMSimulator.tokenPath:
            let answer = fcmToken(request)
            // Others grant tokens at this path, too.
            return answer.status == 400 ? declaredToken(request, of: standIns) ?? answer : answer
        default: break
        }
        if let project = FCMSimulator.project(inPath: request.path) { return fcmSend(request, project: project) }
        if request.path.hasPrefix("/3/") { return apnsPush(request) }
        if request.path.hasPrefix(WebPushSimulator.path) { return webPush(request) }
        // Apple's is the only provider here that takes HTTP/2 alone.
        if request.version == .http2 { return apnsPush(request) }
        if let granted = declaredToken(request, of: standIns) { return granted }
        let declared = standIns.filter { $0.isMeant(request) }
        if !declared.isEmpty { return declaredSend(request, to: declared) }
        return .json(404, ["error": "no provider stands behind this path"])
    }

    /// What the script specifies for a request as a whole.
    ///
    /// - Returns: an answer that ends it, and what to do to the answer of one that goes on.
    func scripted(
        _ provider: Provider,
        tokens: [String],
        stage: ScriptRule.Stage? = nil,
        _ state: inout State
    ) -> (SandboxResponse?, ScriptRule?) {
        guard let rule = state.script.requestRule(provider, tokens: tokens, stage: stage) else { return (nil, nil) }
        if let drop = rule.drop, drop.isBefore {
            let reason = drop == .goAway ? "Shutdown" : nil
            let delay = rule.delay ?? .zero
            return (SandboxResponse(status: 0, delay: delay, dropsConnection: true, goAwayReason: reason), rule)
        }
        guard let status = rule.status else { return (nil, rule) }
        var headers: [SandboxRequest.Header] = []
        if let body = rule.body {
            headers.append(.init("content-type", body.hasPrefix("<") ? "text/html" : "application/json"))
        }
        if let seconds = rule.retryAfter { headers.append(.init("retry-after", "\(seconds)")) }
        let response = SandboxResponse(
            status: status,
            headers: headers,
            body: Array((rule.body ?? "").utf8),
            delay: rule.delay ?? .zero
        )
        state.log.refuse(provider, status: status, reason: "scripted", at: now)
        return (response, rule)
    }
}

extension SandboxResponse {
    /// The answer as the script specifies it.
    func carriedOut(_ rule: ScriptRule?) -> SandboxResponse {
        var response = self
        response.delay = rule?.delay ?? .zero
        response.dropsConnection = rule?.drop == .after
        return response
    }
}
