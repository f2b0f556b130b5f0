import CarillonModel
import CarillonPluginKit

/// What the host that has a channel's lane notes in the store: for operators and other hosts how the channel fares, and for
/// whoever has the lane next what its circuit goes on with.
struct NotedCircuit: Sendable, Hashable {
    /// Of the profile under which it was so: a later one may have mended it.
    let revision: String
    let status: ChannelStatus
    /// Of an open circuit; a pause has a place of its own in the store.
    private(set) var rest: CircuitBreaker.Interruption?
    /// Until when addresses that are called dead are forgotten however many they are, because an operator said so.
    private(set) var goneConfirmedUntil: Instant?

    /// - Parameter goneConfirmedUntil: nil unless an operator has confirmed dead addresses.
    init(_ circuit: CircuitBreaker, goneConfirmedUntil: Instant? = nil, revision: String) {
        self.revision = revision
        self.goneConfirmedUntil = goneConfirmedUntil
        status = ChannelStatus(circuit)
        if case .open(let interruption) = circuit.state { rest = interruption }
    }

    /// - Returns: nil for what no host writes.
    init?(_ json: JSONValue) {
        guard let status = ChannelStatus(json) else { return nil }
        self.status = status
        revision = json["revision"]?.string ?? ""
        goneConfirmedUntil = json["goneConfirmedUntil"]?.string.flatMap { Instant($0) }
        guard status.state == .circuitOpen, let code = status.code, let since = status.since, let until = status.nextTry
        else { return }
        let reason = OutcomeReason(code, json["message"]?.string ?? "").concerningProvider
        rest = CircuitBreaker.Interruption(reason: reason, since: since, until: until)
        rest?.count = max(1, Int(clamping: json["count"]?.integer ?? 1))
    }

    var json: JSONValue {
        var object = status.json
        object["revision"] = .string(revision)
        object["message"] = (rest?.reason.message).map { .string($0) }
        object["count"] = (rest?.count).map { JSONValue($0) }
        object["goneConfirmedUntil"] = goneConfirmedUntil.map { .string($0.rfc3339) }
        return .object(object)
    }
}

extension ChannelBreaker {
    /// What whoever has the channel next is to know, as it is kept.
    ///
    /// - Parameter revision: of the profile.
    func noted(under revision: String) -> NotedCircuit {
        let (circuit, goneConfirmedUntil) = condition
        return NotedCircuit(circuit, goneConfirmedUntil: goneConfirmedUntil, revision: revision)
    }
}
