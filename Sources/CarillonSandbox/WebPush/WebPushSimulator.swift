import CarillonModel

/// Simulates a push service, and the browsers that subscribed with it.
struct WebPushSimulator: Sendable {
    static let path = "/web-push/"

    struct Subscription: Sendable {
        let id: String
        /// The push service's own origin, which VAPID tokens must name.
        let origin: String
        /// The key it was made with, base64url; nil takes any.
        let applicationServerKey: String?
    }

    private static let capacity = 10_000

    private var subscriptions: [String: Subscription] = [:]
    private var order: [String] = []

    subscript(id: String) -> Subscription? { subscriptions[id] }

    mutating func add(_ subscription: Subscription) {
        if subscriptions[subscription.id] == nil {
            if order.count == Self.capacity { subscriptions[order.removeFirst()] = nil }
            order.append(subscription.id)
        }
        subscriptions[subscription.id] = subscription
    }
}

extension WebPushSimulator.Subscription {
    /// What the browser keeps to itself: made from the id, so that nothing need be remembered.
    private var privateKey: Modulus.Number {
        P256.order.number(SoftwareSHA256.hash(Array("browser key of \(id)".utf8))) ?? [1, 0, 0, 0]
    }

    private var authentication: [UInt8] { Array(SoftwareSHA256.hash(Array("browser secret of \(id)".utf8)).prefix(16)) }

    private var publicKey: [UInt8] { P256.bytes(P256.multiply(P256.generator, by: privateKey)) }

    /// As `PushSubscription.toJSON()` has it.
    var json: JSONValue {
        [
            "endpoint": .string("\(origin)\(WebPushSimulator.path)\(id)"), "expirationTime": .null,
            "keys": [
                "p256dh": .string(Base64.encode(publicKey, .url)), "auth": .string(Base64.encode(authentication, .url)),
            ],
        ]
    }

    /// The text, as the browser reads it.
    ///
    /// Source: RFC 8291, section 3.4, and RFC 8188, section 2.
    func decrypted(_ body: [UInt8]) -> [UInt8]? {
        guard body.count >= 86 + 17, body[20] == 65 else { return nil }
        let senderKey = Array(body[21..<86])
        let recordSize = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        // A single record, strictly shorter than its announced size.
        guard let point = P256.point(senderKey), body.count - 86 < recordSize else { return nil }
        let secret = Modulus.bytes(P256.affine(P256.multiply(point, by: privateKey)).x)
        let info = Array("WebPush: info".utf8) + [0] + publicKey + senderKey + [1]
        let input = SoftwareSHA256.hmac(info, key: SoftwareSHA256.hmac(secret, key: authentication))
        let derived = SoftwareSHA256.hmac(input, key: Array(body[..<16]))
        let key = SoftwareSHA256.hmac(Array("Content-Encoding: aes128gcm".utf8) + [0, 1], key: derived).prefix(16)
        let nonce = SoftwareSHA256.hmac(Array("Content-Encoding: nonce".utf8) + [0, 1], key: derived).prefix(12)
        guard let padded = AES128(key: Array(key)).opened(Array(body[86...]), nonce: Array(nonce)),
            let end = padded.lastIndex(where: { $0 != 0 }), padded[end] == 2
        else { return nil }
        return Array(padded[..<end])
    }

    /// The key that encrypted it: it must be another than the sender's own.
    static func senderKey(of body: [UInt8]) -> [UInt8]? {
        body.count >= 86 ? Array(body[21..<86]) : nil
    }
}
