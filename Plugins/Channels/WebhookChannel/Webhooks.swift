import CarillonModel
public import CarillonPluginKit

/// Notifies another program, by an HTTP request that it can verify.
///
/// Source: Standard Webhooks 1.0.0.
public struct Webhooks: DeliveryChannel {
    public static let descriptor = ChannelDescriptor(
        id: "webhook",
        summary: "Signed HTTP requests to another program, after Standard Webhooks",
        fields: [
            Field(
                "url",
                .url,
                isRequired: true,
                description: "Where the requests go: https, at a public address",
                example: "https://hooks.example.com/carillon"
            ),
            Field(
                "secret",
                .secret,
                isRequired: true,
                form: .webhookKey,
                description: "The signing secret, whsec_ and 24 to 64 bytes in base64",
                example: ["$secret": "webhook-secret"]
            ),
            Field(
                "previousSecret",
                .secret,
                form: .webhookKey,
                description: "The secret before it: signed with as well, until every receiver knows the new one",
                example: ["$secret": "webhook-secret-old"]
            ),
        ],
        slots: [
            Slot("title", description: "The first line"),
            Slot("body", isMultiline: true, description: "What it says"),
        ],
        address: .url,
        goesAnywhere: true,
        batchSize: 20,
        sizeLimit: longestBody,
        isPublic: true,
        takesSkeleton: true,
        recipientDeferrals: .all
    )

    static let longestBody = 20_000

    private let egress: any Egress
    private let cryptography: any Cryptography
    private let clock: any WallClock
    private let keys: [[UInt8]]

    public init(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) {
        egress = host.egress
        cryptography = host.cryptography
        clock = host.clock
        var keys: [[UInt8]] = []
        for name in ["secret", "previousSecret"] {
            guard let secret = settings.secret(name) else { continue }
            guard let key = WebhookSignature.key(in: secret) else {
                throw SettingProblem(
                    field: name,
                    "this is no signing secret",
                    help: "write whsec_ and 24 to 64 random bytes in base64"
                )
            }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw SettingProblem(field: "secret", "there is no signing secret") }
        self.keys = keys
    }

    public static func size(of message: OutgoingMessage) -> Int {
        WebhookMessage.body(for: message).utf8.count
    }

    public func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        await batch.delivered(width: 20) { await deliver($0) }
    }

    private func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        guard WebOrigin(url: message.address) != nil else {
            return .refused(OutcomeReason("MalformedURL", "this is no https URL"))
        }
        let body = WebhookMessage.body(for: message).utf8
        let id = WebhookMessage.id(of: message, cryptography)
        let timestamp = "\(clock.now.epochMilliseconds.floorDivided(by: 1000))"
        let signatures = keys.map { StandardWebhook.code(id: id, timestamp: timestamp, body, key: $0, cryptography) }
        let request = EgressRequest(
            .post,
            message.address,
            headers: [
                .init("Content-Type", "application/json"), .init("webhook-id", id),
                .init("webhook-timestamp", timestamp),
                .init("webhook-signature", signatures.joined(separator: " ")),
            ],
            body: body,
            timeout: .seconds(20)
        )
        do throws(EgressFailure) {
            return WebhookAnswer.outcome(of: try await egress.send(request), now: clock.now)
        } catch {
            if case .forbidden(let text) = error { return .refused(OutcomeReason("ForbiddenDestination", text)) }
            return error.outcome
        }
    }
}
