import CarillonModel
import CarillonPluginKit

extension ChannelConformance {
    /// Providers that fail in every way a provider, or a proxy before it, fails.
    func hostileAnswerFaults() async -> [String] {
        guard let (probe, egress) = plugin(over: provider) else { return [] }
        _ = await probe.deliver([message])
        // A channel without HTTP has nothing to be answered badly.
        guard !egress.requests.isEmpty else { return [] }
        var faults: [String] = []
        for hostile in HostileAnswer.all(echoing: message, isPerRecipient: kind.descriptor.origins.isEmpty) {
            guard let (channel, _) = plugin(over: hostile.before(provider, unless: isPreliminary)) else {
                return faults
            }
            let batch = numbered(min(kind.descriptor.batchSize, 3))
            let outcomes = await channel.deliver(batch)
            if outcomes.count != batch.count { faults.append("\(hostile.name): \(outcomes.count) outcomes") }
            if let other = outcomes.first(where: { !hostile.allows($0) }) { faults.append("\(hostile.name): \(other)") }
            faults += reasonFaults(outcomes, of: message).map { "\(hostile.name): \($0)" }
        }
        return faults
    }
}

/// An answer that accepts nothing, and which outcomes may follow from it.
struct HostileAnswer: Sendable {
    let name: String
    let answer: Result<EgressResponse, EgressFailure>
    let allows: @Sendable (DeliveryOutcome) -> Bool

    /// The provider, but for this answer.
    func before(
        _ provider: @escaping ScriptedEgress.Answer,
        unless isPreliminary: @escaping @Sendable (EgressRequest) -> Bool
    ) -> ScriptedEgress.Answer {
        { request in isPreliminary(request) ? await provider(request) : answer }
    }

    static func all(echoing message: OutgoingMessage, isPerRecipient: Bool) -> [HostileAnswer] {
        let echo = "\(message.address) \(message.slots["title"] ?? "") \(message.slots["body"] ?? "")"
        let echoed: JSONValue = [
            "errors": [["code": .string(echo), "message": .string(echo)]], "error": .string(echo),
            "reason": .string(echo),
        ]
        return [
            HostileAnswer(name: "no connection", answer: .failure(.notSent("refused"))) { $0.isDeferred },
            HostileAnswer(name: "a dropped connection", answer: .failure(.noAnswer("reset"))) { outcome in
                // Before anything was sent, such as while fetching a token, a drop is no uncertainty.
                if case .uncertain = outcome { true } else { outcome.isDeferred }
            },
            HostileAnswer(name: "a forbidden destination", answer: .failure(.forbidden("no"))) { !$0.isAccepted },
            HostileAnswer(
                name: "429 with Retry-After",
                answer: .answer(429, "{}", headers: [.init("retry-after", "7")])
            ) { outcome in
                if case .deferred(_, let after?) = outcome { after >= .seconds(7) } else { false }
            },
            HostileAnswer(name: "HTML with 502", answer: .answer(502, "<html>Bad gateway</html>")) { outcome in
                if case .uncertain = outcome { true } else { outcome.isDeferred }
            },
            HostileAnswer(name: "500 with an echo", answer: .answer(500, echoed.text)) { !$0.isAccepted && !$0.isGone },
            HostileAnswer(name: "503", answer: .answer(503)) { $0.isDeferred },
            HostileAnswer(name: "400 with an echo", answer: .answer(400, echoed.text)) { !$0.isAccepted && !$0.isGone },
            HostileAnswer(name: "401", answer: .answer(401, "{}")) { outcome in
                // Where every recipient has a receiver of their own, one of them must not pause the channel.
                outcome.isMisconfigured || isPerRecipient && outcome.isDeferred
            },
            HostileAnswer(name: "403 with an echo", answer: .answer(403, echoed.text)) { !$0.isAccepted && !$0.isGone },
            HostileAnswer(
                name: "a redirect to an inner host",
                answer: .answer(307, headers: [.init("location", "http://169.254.169.254/")])
            ) { !$0.isAccepted && !$0.isGone },
            HostileAnswer(name: "a page of binary", answer: .success(.init(status: 400, body: [0xFF, 0, 0x80]))) {
                !$0.isAccepted && !$0.isGone
            },
        ]
    }
}

extension DeliveryOutcome {
    var isDeferred: Bool {
        if case .deferred = self { true } else { false }
    }

    var isGone: Bool {
        if case .gone = self { true } else { false }
    }

    var isMisconfigured: Bool {
        if case .misconfigured = self { true } else { false }
    }
}
