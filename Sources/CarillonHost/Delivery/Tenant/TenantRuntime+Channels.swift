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
        .object(JSONObject(conditions.map { .init($0.rawValue, .object($1.json)) }))
    }

    /// By channel, sorted.
    var conditions: [(ChannelID, ChannelStatus)] {
        profile.channels.map(\.id).sorted().map { ($0, condition(of: $0)) }
    }

    func condition(of id: ChannelID) -> ChannelStatus {
        lanes.conditionElsewhere(of: id) ?? channels[id].map { ChannelStatus($0.breaker.circuit) }
            ?? ChannelStatus(unavailable: unserved(id))
    }

    /// What deliveries on a channel wait for: why it can't send, and until when where that is known; nil where it can.
    func rest(of id: ChannelID) -> JSONValue? { condition(of: id).rest }

    /// Until when a channel sends nothing; nil where it works, and where this host can't open it.
    ///
    /// Of one that waits for somebody to act it is
    /// ``CircuitBreaker/Interruption/never``.
    func restEnd(of id: ChannelID) -> Instant? {
        guard let elsewhere = lanes.conditionElsewhere(of: id) else {
            return channels[id]?.breaker.circuit.interruption?.until
        }
        return elsewhere.restEnd
    }

    /// Why nobody sends on a channel that isn't among those that were opened.
    func unserved(_ id: ChannelID) -> OutcomeReason {
        OutcomeReason(.channelUnavailable, unavailable[id] ?? "the profile has no such channel")
    }
}

extension TenantRuntime {
    /// The texts of a delivery, at full length.
    func message(for delivery: LeasedDelivery, at now: Instant) throws(RenderingFailure) -> OutgoingMessage {
        var request = try RenderingRequest(delivery, now: now)
        if routing.isRoom(delivery.plan.channel) {
            // Others read it than the one for whom it was made: it is in the tenant's own language and zone.
            request.locale = nil
            request.timeZone = nil
        }
        var message = try rendering.render(request)
        message.unsubscribeURL = unsubscribeURL(for: delivery)
        message.callbackURL = callbackURL(for: delivery)
        return message
    }
}
