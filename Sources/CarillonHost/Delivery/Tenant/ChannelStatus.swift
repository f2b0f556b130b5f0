import CarillonModel
import CarillonPipeline
import CarillonPluginKit

/// Whether a channel sends, and if not, why: as operators see it, and as hosts on one store tell each other.
struct ChannelStatus: Sendable, Hashable {
    enum State: String, Sendable, Hashable {
        case working
        /// Its circuit is open: it tries again by itself.
        case circuitOpen = "resting"
        /// It waits for somebody to act.
        case paused
        /// It could not be opened, or the profile has no such channel.
        case unavailable
    }

    let state: State
    /// Nil of a channel that works.
    private(set) var code: String?
    private(set) var reason: String?
    private(set) var since: Instant?
    /// Nil where no try is planned.
    private(set) var nextTry: Instant?

    /// Of a channel of which its host has noted nothing: it takes what comes.
    static let working = ChannelStatus(state: .working)

    private init(state: State) { self.state = state }

    init(_ circuit: CircuitBreaker) {
        state =
            switch circuit.state {
            case .closed: .working
            case .open: .circuitOpen
            case .paused: .paused
            }
        guard let interruption = circuit.interruption else { return }
        code = interruption.reason.code
        reason = interruption.reason.description
        since = interruption.since
        nextTry = interruption.nextTry
    }

    /// - Parameter paused: of a tenant that nobody serves.
    init(_ paused: PausedChannel) {
        state = .paused
        code = paused.reason.code
        reason = paused.reason.description
        since = paused.since
    }

    init(unavailable reason: OutcomeReason) {
        state = .unavailable
        code = reason.code
        self.reason = reason.message
    }

    /// - Returns: nil for what no host writes.
    init?(_ json: JSONValue) {
        guard let state = json["status"]?.string.flatMap(State.init(rawValue:)) else { return nil }
        self.state = state
        code = json["code"]?.string
        reason = json["reason"]?.string
        since = json["since"]?.string.flatMap { Instant($0) }
        nextTry = json["nextTryAt"]?.string.flatMap { Instant($0) }
    }

    /// Until when nothing is sent; nil where the channel works.
    ///
    /// ``CircuitBreaker/Interruption/never`` where it waits for somebody to act.
    var restEnd: Instant? { state == .working ? nil : nextTry ?? CircuitBreaker.Interruption.never }

    var json: JSONObject {
        var object = JSONObject([.init("status", .string(state.rawValue))])
        object["code"] = code.map { .string($0) }
        object["reason"] = reason.map { .string($0) }
        object["since"] = since.map { .string($0.rfc3339) }
        object["nextTryAt"] = nextTry.map { .string($0.rfc3339) }
        return object
    }

    /// What a delivery on the channel waits for; nil where the channel works.
    var rest: JSONValue? {
        guard state != .working else { return nil }
        var object = JSONObject([.init("channel", .string(state.rawValue))])
        object["code"] = code.map { .string($0) }
        object["reason"] = reason.map { .string($0) }
        object["nextTryAt"] = nextTry.map { .string($0.rfc3339) }
        return .object(object)
    }
}
