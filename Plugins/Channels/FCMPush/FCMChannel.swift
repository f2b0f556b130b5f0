public import CarillonModel
public import CarillonPluginKit

/// Push through Firebase Cloud Messaging, one request a message over a shared HTTP/2 connection.
///
/// Source: Firebase, “FCM HTTP v1 API”, REST reference of `projects.messages`.
public struct FCMChannel: DeliveryChannel {
    public static let descriptor = ChannelDescriptor(
        id: "fcm",
        summary: "Push to Android, iOS and web apps through Firebase Cloud Messaging",
        fields: [
            Field(
                "serviceAccount",
                .secret,
                isRequired: true,
                form: .serviceAccount,
                description: "The JSON key file of a service account that may send messages, as one string",
                example: ["$secret": "fcm-service-account"]
            )
        ],
        slots: [
            Slot("title", isRequired: true, description: "The first line, in bold"),
            Slot("body", isRequired: true, isMultiline: true, description: "What it says; shortened when too long"),
            Slot("image", description: "URL of a picture"),
        ],
        address: .deviceToken(shape: "an FCM registration token"),
        origins: ["https://fcm.googleapis.com", "https://oauth2.googleapis.com"],
        batchSize: 100,
        ratePerSecond: 10000,
        sizeLimit: 4096,
        isPublic: true,
        takesSkeleton: true,
        messageShape: FCMShape.message,
        reservedData: .firebase,
        // A quota may be the project's or one device's, and FCM doesn't report which: the message waits, not the
        // channel.
        recipientDeferrals: .codes(["QUOTA_EXCEEDED"])
    )

    private let egress: any Egress
    private let clock: any WallClock
    private let cryptography: any Cryptography
    private let tokens: AccessTokens
    private let url: String

    public init(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) {
        guard let secret = settings.secret("serviceAccount") else {
            throw SettingProblem(field: "serviceAccount", "there is no service account")
        }
        let account = try ServiceAccount(secret, cryptography: host.cryptography)
        egress = host.egress
        clock = host.clock
        cryptography = host.cryptography
        tokens = AccessTokens(account: account, host: host)
        url = "https://fcm.googleapis.com/v1/projects/\(account.project)/messages:send"
    }

    public static func providerMessage(_ message: OutgoingMessage) -> JSONValue? {
        .object(FCMMessage.content(of: message, now: message.createdAt, nil))
    }

    public static func size(of message: OutgoingMessage) -> Int {
        FCMMessage.size(of: message)
    }

    public func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        guard !batch.isEmpty else { return [] }
        // One request of the token for all: where there is none, nothing is tried.
        switch await tokens.token() {
        case .failure(let problem): return batch.map { _ in problem.outcome }
        case .success(let token): return await batch.delivered { await deliver($0, token: token) }
        }
    }

    private func deliver(_ message: OutgoingMessage, token: String) async -> DeliveryOutcome {
        if let fault = FCMMessage.fault(in: message) { return fault }
        let body = FCMMessage.request(for: message, now: clock.now, cryptography).utf8
        var answer: FCMAnswer
        do throws(EgressFailure) {
            answer = FCMAnswer(try await egress.send(request(body, token: token)))
            // FCM may forget an access token before its time. A fresh one is tried, once.
            if answer.rejectsAccessToken {
                switch await tokens.token(insteadOf: token) {
                case .failure(let problem): return problem.outcome
                case .success(let fresh): answer = FCMAnswer(try await egress.send(request(body, token: fresh)))
                }
            }
        } catch {
            return error.outcome
        }
        return answer.outcome(now: clock.now) { Self.size(of: message) }
    }

    private func request(_ body: [UInt8], token: String) -> EgressRequest {
        EgressRequest(
            .post,
            url,
            headers: [.init("Content-Type", "application/json"), .init("Authorization", "Bearer \(token)")],
            body: body
        )
    }
}
