public import CarillonModel
public import CarillonPluginKit

/// Push to browsers, encrypted for the one that subscribed.
///
/// Source: RFC 8030 (delivery), RFC 8291 (encryption), RFC 8292 (VAPID).
public struct WebPushChannel: DeliveryChannel {
    public static let descriptor = ChannelDescriptor(
        id: "web-push",
        summary: "Push to browsers and installed web apps, end-to-end encrypted",
        fields: [
            Field(
                "publicKey",
                .text,
                isRequired: true,
                description: "The VAPID public key, base64url: what the web app subscribes with",
                example: "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
            ),
            Field(
                "privateKey",
                .secret,
                isRequired: true,
                form: .vapidKey(publicKey: "publicKey"),
                description: "The VAPID private key, base64url or PEM",
                example: ["$secret": "vapid-private-key"]
            ),
            Field(
                "previousPublicKey",
                .text,
                description: "The public key before it, for browsers that subscribed with that one",
                example: "BH9mMWMM2OFfjiDf12_Xy_tefERhybMEoJqjXTdMDJUruB9l0IdRJJwW0ycGaeCPQO9wqeK2D9qylIgNN1mhnwk"
            ),
            Field(
                "previousPrivateKey",
                .secret,
                form: .vapidKey(publicKey: "previousPublicKey"),
                description: "The private key that belongs to it",
                example: ["$secret": "vapid-private-key-old"]
            ),
            Field(
                "subject",
                .text,
                isRequired: true,
                description: "How push services reach the sender: a mailto: or https: address",
                example: "mailto:push@acme.example"
            ),
        ],
        slots: [
            Slot("title", isRequired: true, description: "The first line, in bold"),
            Slot("body", isMultiline: true, description: "What it says; shortened when too long"),
            Slot("image", description: "URL of a picture"),
        ],
        address: .deviceToken(shape: "a browser's push subscription, as JSON"),
        goesAnywhere: true,
        batchSize: 100,
        sizeLimit: WebPushEncryption.longestPlaintext,
        isPublic: true,
        takesSkeleton: true,
        messageShape: WebPushMessage.shape,
        // There are many push services, and one of them failing says nothing of the others.
        recipientDeferrals: .all,
        subscriptionKey: "publicKey"
    )

    /// Redirects a push service may answer with, one after the other.
    private static let hops = 3

    private let egress: any Egress
    private let cryptography: any Cryptography
    private let clock: any WallClock
    /// The present sender's, and the former one's while browsers are still subscribed with it.
    private let senders: [VAPIDTokens]

    public init(settings: ChannelSettings, host: ChannelHost) throws(SettingProblem) {
        egress = host.egress
        cryptography = host.cryptography
        clock = host.clock
        let previous: [VAPIDTokens] =
            settings.secret(VAPIDTokens.Fields.previous.privateKey) == nil
            ? [] : [try VAPIDTokens(.previous, of: settings, host: host)]
        senders = [try VAPIDTokens(.present, of: settings, host: host)] + previous
    }

    public static func check(_ settings: ChannelSettings) -> [SettingProblem] {
        var problems: [SettingProblem] = []
        for field in [VAPIDTokens.Fields.present.publicKey, VAPIDTokens.Fields.previous.publicKey] {
            guard let key = settings.text(field), PushSubscription.point(key) == nil else { continue }
            problems.append(SettingProblem(field: field, "this is no uncompressed P-256 key in base64url"))
        }
        if let subject = settings.text("subject"), !subject.hasPrefix("mailto:"), WebOrigin(url: subject) == nil {
            problems.append(
                SettingProblem(field: "subject", "the subject is no contact", help: "write mailto:… or https://…")
            )
        }
        return problems
    }

    /// As `JSON.stringify(subscription)` writes it, or any other way.
    public static func isAddress(_ text: String) -> Bool {
        text.utf8.count <= 4096 && PushSubscription(text)?.isOnCurve == true
    }

    public static var exampleAddress: String? {
        let keys = """
            {"p256dh":"BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs",\
            "auth":"AAAAAAAAAAAAAAAAAAAAAA"}
            """
        return #"{"endpoint":"https://push.example.com/subscription","keys":\#(keys)}"#
    }

    public static func destination(of address: String) -> WebOrigin? {
        PushSubscription(address).flatMap { WebOrigin(url: $0.endpoint) }
    }

    public static func providerMessage(_ message: OutgoingMessage) -> JSONValue? {
        WebPushMessage.payload(for: message)
    }

    public static func size(of message: OutgoingMessage) -> Int {
        WebPushMessage.payload(for: message).utf8.count
    }

    public func deliver(_ batch: [OutgoingMessage]) async -> [DeliveryOutcome] {
        await batch.delivered { await deliver($0) }
    }

    private func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        guard let subscription = PushSubscription(message.address) else {
            return .refused(OutcomeReason("MalformedSubscription", "this is no push subscription"))
        }
        let plaintext = WebPushMessage.payload(for: message).utf8
        guard plaintext.count <= WebPushEncryption.longestPlaintext else {
            return .tooLarge(limit: WebPushEncryption.longestPlaintext)
        }
        do throws(CryptographyFailure) {
            let encryption = WebPushEncryption(subscription: subscription, cryptography: cryptography)
            let body = try encryption.body(for: plaintext, padding: WebPushEncryption.padding(for: plaintext.count))
            return try await post(body, message, to: subscription.endpoint)
        } catch {
            return .refused(OutcomeReason("MalformedSubscription", error.message))
        }
    }

    /// A subscription takes messages of the sender it was made for alone (RFC 8292, section 4.2), and doesn't name
    /// which one that is: where the present key is refused, the one before it is tried.
    private func post(
        _ body: [UInt8],
        _ message: OutgoingMessage,
        to endpoint: String
    ) async throws(CryptographyFailure) -> DeliveryOutcome {
        for sender in senders.dropLast() {
            let outcome = try await post(body, message, to: endpoint, from: sender)
            guard case .misconfigured = outcome else { return outcome }
        }
        return try await post(body, message, to: endpoint, from: senders[senders.count - 1])
    }

    /// Follows what RFC 8030 lets a service answer: 307, and its lasting twin 308.
    private func post(
        _ body: [UInt8],
        _ message: OutgoingMessage,
        to endpoint: String,
        from vapid: VAPIDTokens
    ) async throws(CryptographyFailure) -> DeliveryOutcome {
        var url = endpoint
        for _ in 0..<Self.hops {
            guard let origin = WebOrigin(url: url) else {
                return .refused(OutcomeReason("MalformedSubscription", "this is no push subscription"))
            }
            let headers = WebPushMessage.headers(for: message, now: clock.now, cryptography)
            let authorization = EgressRequest.Header("Authorization", try vapid.authorization(for: origin))
            let response: EgressResponse
            do throws(EgressFailure) {
                response = try await egress.send(
                    EgressRequest(.post, url, headers: headers + [authorization], body: body)
                )
            } catch {
                return WebPushAnswer.outcome(of: error)
            }
            guard [307, 308].contains(response.status), let location = response.header("location") else {
                return WebPushAnswer.outcome(of: response, now: clock.now)
            }
            guard let next = WebOrigin.resolve(location, against: url) else {
                return .refused(OutcomeReason("BadRedirect", "the push service sends to a place that is no https URL"))
            }
            url = next
        }
        return .refused(OutcomeReason("BadRedirect", "the push service sends from one place to the next"))
    }
}
