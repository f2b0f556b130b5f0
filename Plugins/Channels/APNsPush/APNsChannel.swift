public import CarillonModel
public import CarillonPluginKit

/// Push to Apple devices, straight through APNs.
///
/// Source: Apple, “Sending notification requests to APNs” and “Handling notification responses from APNs”.
public struct APNsChannel: DeliveryChannel {
    public static let descriptor = ChannelDescriptor(
        id: "apns",
        summary: "Push to Apple devices through APNs, with a signing key",
        fields: [
            Field(
                "key",
                .secret,
                isRequired: true,
                form: .signingKey,
                description: "The text of the APNs signing key, an AuthKey_….p8 file",
                example: ["$secret": "apns-key"]
            ),
            Field(
                "keyId",
                .text,
                isRequired: true,
                description: "The key's id, ten characters",
                example: "ABC123DEFG"
            ),
            Field(
                "teamId",
                .text,
                isRequired: true,
                description: "The developer team's id, ten characters",
                example: "DEF123GHIJ"
            ),
            Field(
                "topic",
                .text,
                isRequired: true,
                description: "The app's bundle id",
                example: "com.example.app"
            ),
            Field(
                "environment",
                .choice(["production", "sandbox"]),
                default: "production",
                description: "Where the app's tokens come from: App Store and TestFlight builds, or development builds",
                example: "sandbox"
            ),
        ],
        slots: [
            Slot("title", isRequired: true, description: "The first line, in bold"),
            Slot("subtitle", description: "A second line"),
            Slot("body", isRequired: true, isMultiline: true, description: "What it says; shortened when too long"),
        ],
        address: .deviceToken(
            shape: "64 to 200 hexadecimal digits, an even number of them",
            pattern: "^([0-9a-fA-F]{2}){32,100}$"
        ),
        origins: ["https://api.push.apple.com", "https://api.sandbox.push.apple.com"],
        batchSize: 100,
        sizeLimit: 4096,
        isPublic: true,
        takesSkeleton: true,
        messageShape: .appleMessage,
        reservedData: .apple,
        recipientDeferrals: .codes(["TooManyRequests"])
    )

    private let egress: any Egress
    private let cryptography: any Cryptography
    private let clock: any WallClock
    private let tokens: ProviderTokens
    private let topic: String
    private let origin: String

    public init(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) {
        egress = host.egress
        cryptography = host.cryptography
        clock = host.clock
        topic = settings.text("topic") ?? ""
        origin = settings.text("environment") == "sandbox" ? Self.descriptor.origins[1] : Self.descriptor.origins[0]
        tokens = try ProviderTokens(settings: settings, host: host)
    }

    public static func check(_ settings: ChannelSettings) -> [SettingProblem] {
        let ids = ["keyId", "teamId"].compactMap { name in
            settings.text(name).flatMap {
                isID($0) ? nil : SettingProblem(field: name, "an id has ten letters and digits")
            }
        }
        guard let topic = settings.text("topic"), !isTopic(topic) else { return ids }
        let problem = SettingProblem(
            field: "topic",
            "a bundle id has letters, digits, dots and dashes only",
            help: "write it as in Xcode, such as com.example.app"
        )
        return ids + [problem]
    }

    /// Apple leaves the length open; devices have 64 digits, and longer ones are announced.
    public static func isAddress(_ text: String) -> Bool {
        (64...200).contains(text.utf8.count) && text.utf8.count % 2 == 0
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 0x20) }
    }

    /// Hexadecimal digits have no case, and one phone is one device.
    public static func canonical(_ address: String) -> String { address.lowercased() }

    public static let platforms: Set<Platform>? = [.ios]

    public static var exampleAddress: String? { String(repeating: "0", count: 64) }

    public static func providerMessage(_ message: OutgoingMessage) -> JSONValue? { APNsMessage.payload(for: message) }

    public static func size(of message: OutgoingMessage) -> Int {
        APNsMessage.payload(for: message).utf8.count
    }

    public func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        await batch.delivered { await deliver($0) }
    }

    private func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        if let fault = APNsMessage.fault(in: message) { return fault }
        var request = EgressRequest(
            .post,
            "\(origin)/3/device/\(message.address)",
            body: APNsMessage.payload(for: message).utf8,
            version: .http2
        )
        let headers = APNsMessage.headers(for: message, topic: topic, cryptography)
        var token: String
        do throws(CryptographyFailure) {
            token = try tokens.token()
            while true {
                request.headers = headers + [.init("authorization", "bearer \(token)")]
                let answer = await send(request)
                guard case .success(let heard) = answer, heard.rejectsProviderToken else {
                    if case .success(let heard) = answer, heard.rejectsNewToken { tokens.discard(token) }
                    return answer.outcome(now: clock.now)
                }
                // Tried again only with another token, and there isn't always another.
                let next = try tokens.token(insteadOf: token)
                guard next != token else { return heard.outcome(now: clock.now) }
                token = next
            }
        } catch {
            return .misconfigured(OutcomeReason("InvalidKey", error.message))
        }
    }

    private func send(_ request: EgressRequest) async -> Result<APNsAnswer, EgressFailure> {
        do throws(EgressFailure) {
            return .success(APNsAnswer(try await egress.send(request)))
        } catch {
            return .failure(error)
        }
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0 & 0xDF) }
    }

    private static func isTopic(_ text: String) -> Bool {
        text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0 & 0xDF) || $0 == 0x2D || $0 == 0x2E }
    }
}

extension Result<APNsAnswer, EgressFailure> {
    fileprivate func outcome(now: Instant) -> DeliveryOutcome {
        switch self {
        case .success(let answer): answer.outcome(now: now)
        case .failure(let failure): failure.outcome
        }
    }
}
