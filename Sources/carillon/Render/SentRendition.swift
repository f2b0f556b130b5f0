import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import CarillonStandard

/// A rendition, and what is sent of it: not every provider receives everything that a message has.
struct SentRendition: Sendable {
    /// With nothing in it that isn't sent.
    let rendition: Rendition
    var hasPriority = false
    /// What is sent to the provider.
    var utterances: [Transmission] = []
    /// Why the channel's plugin sends nothing.
    var refusal: OutcomeReason?

    /// - Parameter address: nil for one that belongs to nobody.
    /// - Throws: the plugin's reason for not taking the channel's settings.
    init(_ rendition: Rendition, to address: String?, at now: Instant) async throws(SettingProblem) {
        guard case .success(var message) = rendition.outcome,
            let kind = rendition.kind
        else {
            self.rendition = rendition
            return
        }
        let run = DryRun(of: rendition.channel, by: kind, at: now, timeZones: BuiltInTimeZones())
        message.address = address ?? run.exampleAddress(recipient: message.recipient)
        let attempt = try await run.attempt(message)
        (utterances, refusal) = (attempt.utterances, attempt.refusal)
        guard refusal == nil else {
            self.rendition = rendition
            return
        }
        let parts = try await SentParts(of: message) { message throws(SettingProblem) in
            try await run.utterances(for: message)
        }
        hasPriority = parts.hasPriority
        self.rendition = rendition.with(parts.message)
    }

    /// What is printed: `wire` is there where it is requested.
    func json(showsWire: Bool) -> JSONValue {
        var object = rendition.jsonWithSize.object ?? JSONObject()
        if !hasPriority { object["priority"] = nil }
        if let refusal {
            object["refused"] = ["code": .string(refusal.code), "message": .string(refusal.message)]
        }
        if showsWire { object["wire"] = .array(utterances.map(\.json)) }
        return .object(object)
    }
}

extension Rendition {
    fileprivate func with(_ message: OutgoingMessage) -> Rendition {
        Rendition(
            locale: locale,
            channel: channel,
            outcome: .success(message),
            slots: slots,
            size: size,
            sizeLimit: sizeLimit,
            segments: segments
        )
    }
}
