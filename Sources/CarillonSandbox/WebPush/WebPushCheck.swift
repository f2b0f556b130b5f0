import CarillonModel

/// What a push service demands of a request.
///
/// Source: RFC 8030, section 5, and RFC 8292.
enum WebPushCheck {
    /// The status and the reason of a refusal.
    struct Fault: Error, Hashable {
        let status: Int
        let reason: String
    }

    static func check(
        _ request: SandboxRequest,
        for subscription: WebPushSimulator.Subscription,
        now: Instant
    ) throws(Fault) {
        guard let life = request.value(of: "ttl"), !life.isEmpty, life.utf8.allSatisfy({ (48...57).contains($0) })
        else {
            throw Fault(status: 400, reason: "TTL is required, in seconds")
        }
        let urgencies = request.values(of: "urgency")
        guard urgencies.count <= 1, urgencies.allSatisfy({ ["very-low", "low", "normal", "high"].contains($0) }) else {
            throw Fault(status: 400, reason: "Urgency is one of very-low, low, normal and high, once")
        }
        if let topic = request.value(of: "topic"), !isTopic(topic) {
            throw Fault(status: 400, reason: "Topic is at most 32 letters of base64url")
        }
        try checkSender(request, for: subscription, now: now)
        guard request.body.isEmpty || request.values(of: "content-encoding") == ["aes128gcm"] else {
            throw Fault(status: 400, reason: "Content-Encoding is aes128gcm, once")
        }
        guard request.body.count <= 4096 else { throw Fault(status: 413, reason: "more than 4096 bytes") }
    }

    /// `vapid t=…, k=…`, for this origin, for at most a day.
    private static func checkSender(
        _ request: SandboxRequest,
        for subscription: WebPushSimulator.Subscription,
        now: Instant
    ) throws(Fault) {
        guard let authorization = request.value(of: "authorization") else {
            throw Fault(status: 401, reason: "VAPID is required")
        }
        guard let (text, encoded) = parameters(of: authorization), let token = SignedToken(text),
            let bytes = Base64.decode(encoded), let key = P256.point(bytes), token.header["alg"] == "ES256"
        else { throw Fault(status: 403, reason: "the VAPID header can't be read") }
        guard token.isSigned(by: .p256(key)) else { throw Fault(status: 403, reason: "the VAPID signature is wrong") }
        guard token.claims["aud"]?.string == subscription.origin else {
            throw Fault(status: 403, reason: "the VAPID token is for another origin")
        }
        let seconds = now.epochMilliseconds.floorDivided(by: 1000)
        guard let end = token.claims["exp"]?.integer, end > seconds, end <= seconds + 86400 else {
            throw Fault(status: 403, reason: "the VAPID token has ended, or lasts longer than a day")
        }
        if let subject = token.claims["sub"]?.string, !subject.hasPrefix("mailto:"), !subject.hasPrefix("https:") {
            throw Fault(status: 403, reason: "the VAPID subject is no contact")
        }
        if let expected = subscription.applicationServerKey, expected != encoded {
            throw Fault(status: 403, reason: "the subscription belongs to another VAPID key")
        }
        if WebPushSimulator.Subscription.senderKey(of: request.body) == bytes {
            throw Fault(status: 400, reason: "the VAPID key must not encrypt")
        }
    }

    private static func parameters(of authorization: String) -> (token: String, key: String)? {
        guard authorization.prefix(6).lowercased() == "vapid " else { return nil }
        var found: [String: String] = [:]
        for part in authorization.dropFirst(6).split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return nil }
            found[pair[0].filter { $0 != " " }] = pair[1].filter { $0 != " " && $0 != "\"" }
        }
        guard let token = found["t"], let key = found["k"] else { return nil }
        return (token, key)
    }

    private static func isTopic(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0 & 0xDF) || "-_".utf8.contains($0)
            }
    }
}
