import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles

extension TenantChannels {
    /// Channels that don't send until an operator acts, with the reason as a message.
    var pauses: [ChannelID: String] {
        Dictionary(
            uniqueKeysWithValues: all.compactMap { channel in
                let circuit = channel.breaker.circuit
                guard circuit.isPaused, let interruption = circuit.interruption else { return nil }
                return (channel.id, "paused: \(interruption.reason)")
            }
        )
    }
}

extension TenantRuntime {
    /// For operators: every channel with its condition.
    var channelsJSON: JSONValue {
        .object(JSONObject(conditions.map { .init($0.rawValue, .object($1)) }))
    }

    /// By channel, sorted.
    var conditions: [(ChannelID, JSONObject)] {
        profile.channels.map(\.id).sorted().map { ($0, condition(of: $0)) }
    }

    func condition(of id: ChannelID) -> JSONObject {
        if let elsewhere = lanes.conditionElsewhere(of: id) { return elsewhere }
        guard let circuit = channels[id]?.breaker.circuit else {
            return JSONObject([
                .init("status", "unavailable"),
                .init("reason", .string(unserved(id).message)),
            ])
        }
        return circuit.json
    }

    /// What deliveries on a channel wait for: why it can't send, and until when where that is known; nil where it can.
    func rest(of id: ChannelID) -> JSONValue? {
        if let elsewhere = lanes.conditionElsewhere(of: id) { return Self.rest(in: elsewhere) }
        guard let circuit = channels[id]?.breaker.circuit else {
            let reason = unserved(id)
            return ["channel": "unavailable", "code": .string(reason.code), "reason": .string(reason.message)]
        }
        guard let interruption = circuit.interruption else { return nil }
        var object: JSONObject = JSONObject([
            .init("channel", .string(circuit.isPaused ? "paused" : "resting")),
            .init("code", .string(interruption.reason.code)), .init("reason", .string(interruption.reason.description)),
        ])
        object["nextTryAt"] = interruption.nextTry.map { .string($0.rfc3339) }
        return .object(object)
    }

    private static func rest(in condition: JSONObject) -> JSONValue? {
        guard let status = condition["status"]?.string, status != "working" else { return nil }
        var rest = JSONObject([.init("channel", .string(status))])
        for name in ["code", "reason", "nextTryAt"] { rest[name] = condition[name] }
        return .object(rest)
    }

    /// Until when a channel sends nothing; nil where it works.
    ///
    /// Of one that waits for somebody to act it is
    /// ``CircuitBreaker/Interruption/never``.
    func restEnd(of id: ChannelID) -> Instant? {
        guard let elsewhere = lanes.conditionElsewhere(of: id) else {
            return channels[id]?.breaker.circuit.interruption?.until
        }
        guard let status = elsewhere["status"]?.string, status != "working" else { return nil }
        return elsewhere["nextTryAt"]?.string.flatMap { Instant($0) } ?? CircuitBreaker.Interruption.never
    }

    /// Why nobody sends on a channel that isn't among those that were opened.
    func unserved(_ id: ChannelID) -> OutcomeReason {
        OutcomeReason("channel-unavailable", unavailable[id] ?? "the profile has no such channel")
    }
}

extension CircuitBreaker {
    /// `status` is `working`, `resting` or `paused`; the last two have a reason, a start, and the time of the next
    /// probe.
    var json: JSONObject {
        let status =
            switch state {
            case .closed: "working"
            case .open: "resting"
            case .paused: "paused"
            }
        var object = JSONObject([.init("status", .string(status))])
        if let interruption {
            object["code"] = .string(interruption.reason.code)
            object["reason"] = .string(interruption.reason.description)
            object["since"] = .string(interruption.since.rfc3339)
            object["nextTryAt"] = interruption.nextTry.map { .string($0.rfc3339) }
        }
        return object
    }
}

extension TenantRuntime {
    /// The texts of a delivery, at full length.
    func message(for delivery: LeasedDelivery, at now: Instant) throws(RenderingFailure) -> OutgoingMessage {
        var message = try rendering.render(RenderingRequest(delivery, now: now))
        message.unsubscribeURL = unsubscribeURL(for: delivery)
        message.callbackURL = callbackURL(for: delivery)
        return message
    }
}
