public import CarillonModel
public import CarillonPluginKit

/// Push through Expo's service, which hands on to FCM and APNs with credentials it keeps itself.
///
/// Source: Expo, “Send notifications with the Expo Push Service”.
public struct ExpoChannel: ReceiptingChannel {
    public static let descriptor = ChannelDescriptor(
        id: "expo",
        summary: "Push to iOS and Android apps built with Expo, through Expo's push service",
        fields: [
            Field(
                "accessToken",
                .secret,
                description: "Needed when the Expo project has enhanced push security switched on",
                example: ["$secret": "expo-access-token"]
            )
        ],
        slots: [
            Slot("title", isRequired: true, description: "The first line, in bold"),
            Slot("subtitle", description: "A second line, on iOS only"),
            Slot("body", isRequired: true, isMultiline: true, description: "What it says; shortened when too long"),
            Slot("image", description: "URL of a picture; on iOS it needs a service extension in the app"),
        ],
        address: .deviceToken(
            shape: "ExponentPushToken[…] or ExpoPushToken[…]",
            pattern: "^(ExponentPushToken|ExpoPushToken)\\[[A-Za-z0-9_-]+\\]$"
        ),
        origins: ["https://exp.host"],
        batchSize: 100,
        ratePerSecond: 600,
        sizeLimit: 4096,
        isPublic: true,
        takesSkeleton: true,
        messageShape: ExpoMessage.shape,
        recipientDeferrals: .codes(["MessageRateExceeded"])
    )

    /// Expo advises to request them after 15 minutes; it keeps receipts for a day.
    public static let receiptDelay = Duration.seconds(15 * 60)
    public static let receiptBatchSize = 1000

    private let egress: any Egress
    private let clock: any WallClock
    private let cryptography: any Cryptography
    private let accessToken: Secret?

    public init(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) {
        egress = host.egress
        clock = host.clock
        cryptography = host.cryptography
        accessToken = settings.secret("accessToken")
        if let accessToken, !accessToken.isHeaderSafe {
            throw SettingProblem(
                field: "accessToken",
                "the access token holds characters no header may have",
                help: "copy it again from the Expo dashboard, without spaces or line ends"
            )
        }
    }

    public static func isAddress(_ text: String) -> Bool { ExpoToken.isWellFormed(text) }

    public static var exampleAddress: String? { "ExponentPushToken[0000000000000000000000]" }

    public static func providerMessage(_ message: OutgoingMessage) -> JSONValue? {
        ExpoMessage.content(of: message, nil)
    }

    public static func size(of message: OutgoingMessage) -> Int {
        ExpoMessage.size(of: message)
    }

    public func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        var outcomes = [DeliveryOutcome](
            repeating: .refused(OutcomeReason("MalformedToken", "this is no Expo push token")),
            count: batch.count
        )
        // One malformed token would make Expo refuse the whole request.
        let sendable = batch.indices.filter { ExpoToken.isWellFormed(batch[$0].address) }
        let answers = await send(sendable.map { batch[$0] })
        for (index, outcome) in zip(sendable, answers) { outcomes[index] = outcome }
        return outcomes
    }

    public func receipts(for messages: [AcceptedMessage]) async -> ReceiptAnswer {
        guard !messages.isEmpty else { return .outcomes([:]) }
        let body: JSONValue = ["ids": .array(messages.map { .string($0.receipt.rawValue) })]
        switch await post("getReceipts", body) {
        case .failure(let failure): return ExpoReceipts.answer(to: failure)
        case .success(let response):
            let answer = ExpoReceipts.answer(to: response, of: messages, secrets: secrets, at: clock.now)
            guard answer == .tooMany else { return answer.receipts }
            guard messages.count > 1 else { return .deferred("Expo finds one receipt too many", after: nil) }
            return await halves(of: messages)
        }
    }

    private func halves(of messages: [AcceptedMessage]) async -> ReceiptAnswer {
        let middle = messages.count / 2
        let first = await receipts(for: Array(messages[..<middle]))
        guard case .outcomes(let known) = first else { return first }
        let second = await receipts(for: Array(messages[middle...]))
        guard case .outcomes(let more) = second else { return .outcomes(known) }
        return .outcomes(known.merging(more) { first, _ in first })
    }
}

extension ExpoChannel {
    private var secrets: [String] { [accessToken?.reveal()].compactMap { $0 } }

    /// One request, and more only where Expo refuses the request as a whole for something that splitting cures.
    private func send(_ messages: [OutgoingMessage]) async -> [DeliveryOutcome] {
        guard !messages.isEmpty else { return [] }
        let body = JSONValue.array(messages.map { ExpoMessage.json(of: $0, cryptography) })
        switch await post("send", body) {
        case .failure(let failure): return messages.map { _ in failure.outcome }
        case .success(let response):
            switch ExpoAnswer(to: messages, response, secrets: secrets, at: clock.now) {
            case .outcomes(let outcomes): return outcomes
            case .whole(let outcome): return messages.map { _ in outcome }
            case .split(let groups):
                var outcomes: [Int: DeliveryOutcome] = [:]
                for group in groups {
                    let answers = await send(group.map { messages[$0] })
                    for (index, outcome) in zip(group, answers) { outcomes[index] = outcome }
                }
                return messages.indices.map { outcomes[$0] ?? ExpoAnswer.unanswered }
            }
        }
    }

    private func post(_ call: String, _ body: JSONValue) async -> Result<EgressResponse, EgressFailure> {
        let bytes = body.utf8
        var headers: [EgressRequest.Header] = [
            .init("Accept", "application/json"), .init("Content-Type", "application/json"),
        ]
        if let accessToken { headers.append(.init("Authorization", "Bearer \(accessToken.reveal())")) }
        let request = EgressRequest(
            .post,
            "https://exp.host/--/api/v2/push/\(call)",
            headers: headers,
            body: bytes,
            compression: bytes.count > 1024 ? .gzip : .none
        )
        do throws(EgressFailure) {
            return .success(try await egress.send(request))
        } catch {
            return .failure(error)
        }
    }
}

enum ExpoToken {
    /// `ExponentPushToken[…]` or `ExpoPushToken[…]` around letters, digits, `-` and `_`.
    static func isWellFormed(_ text: String) -> Bool {
        guard let open = text.firstIndex(of: "["), text.hasSuffix("]") else { return false }
        let name = text[..<open]
        let inside = text[text.index(after: open)..<text.index(before: text.endIndex)]
        return (name == "ExponentPushToken" || name == "ExpoPushToken") && !inside.isEmpty
            && inside.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
