import CarillonModel
import CarillonPluginKit

/// Publishes to a topic of ntfy, a notification service that needs no account.
///
/// Source: docs.ntfy.sh, “Publishing”, “Publish as JSON”.
struct NtfyChannel: DeliveryChannel {
    static let descriptor = ChannelDescriptor(
        id: "ntfy",
        summary: "Topics of ntfy.sh",
        fields: [
            Field(
                "accessToken",
                .secret,
                description: "For topics that are reserved",
                example: ["$secret": "ntfy-token"]
            )
        ],
        slots: [
            Slot("title", description: "The first line"),
            Slot("body", isRequired: true, isMultiline: true, description: "What it says"),
        ],
        address: .deviceToken(shape: "a topic: letters, digits, - and _, at most 64"),
        origins: ["https://ntfy.sh"],
        batchSize: 10,
        sizeLimit: 4096,
        isPublic: true
    )

    private let egress: any Egress
    private let clock: any WallClock
    private let accessToken: Secret?

    init(settings: ChannelSettings, host: ChannelHost) {
        egress = host.egress
        clock = host.clock
        accessToken = settings.secret("accessToken")
    }

    static func isAddress(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
            }
    }

    /// Without the topic, whose length nobody knows before the message is addressed.
    static func size(of message: OutgoingMessage) -> Int { body(of: message, topic: "").utf8.count }

    func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        await batch.delivered(width: 10) { await deliver($0) }
    }

    private func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        guard Self.isAddress(message.address) else {
            return .refused(OutcomeReason("MalformedTopic", "this is no topic of ntfy"))
        }
        var headers = [EgressRequest.Header("Content-Type", "application/json")]
        if let accessToken { headers.append(.init("Authorization", "Bearer \(accessToken.reveal())")) }
        let request = EgressRequest(
            .post,
            "https://ntfy.sh/",
            headers: headers,
            body: Self.body(of: message, topic: message.address).utf8
        )
        do throws(EgressFailure) {
            return outcome(of: try await egress.send(request))
        } catch {
            return error.outcome
        }
    }

    private static func body(of message: OutgoingMessage, topic: String) -> JSONValue {
        var body = JSONObject([.init("topic", .string(topic))])
        body["title"] = message.slots["title"].map { .string($0) }
        body["message"] = .string(message.slots["body"] ?? "")
        body["click"] = (message.link?.web ?? message.link?.app).map { .string($0) }
        body["priority"] = message.priority == .high ? 4 : 3
        return .object(body)
    }

    private func outcome(of response: EgressResponse) -> DeliveryOutcome {
        let reason = OutcomeReason(status: response.status)
        return switch response.status {
        case 200: .accepted(nil)
        case 401, 403: .misconfigured(reason)
        case 413: .tooLarge(limit: 4096)
        case 408, 429, 500...599: .deferred(reason, after: response.retryAfter(at: clock.now))
        default: .refused(OutcomeReason(reason.code, "ntfy finds fault with the message"))
        }
    }
}
