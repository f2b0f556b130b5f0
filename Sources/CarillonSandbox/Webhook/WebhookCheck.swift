import CarillonModel

/// What a receiver that follows Standard Webhooks demands.
enum WebhookCheck {
    private static let path = "/webhook/"

    /// Whether it is a webhook: below its path, or with the headers of one.
    static func isMeant(_ request: SandboxRequest) -> Bool {
        request.path.hasPrefix(path) || request.value(of: "webhook-signature") != nil
    }

    /// Why the request isn't believed; nil where it is.
    ///
    /// Without a key, only the shape is checked.
    static func fault(in request: SandboxRequest, key: [UInt8]?, now: Instant) -> String? {
        guard let id = request.value(of: "webhook-id"), !id.isEmpty, !id.contains("."),
            let timestamp = request.value(of: "webhook-timestamp"), let seconds = Int64(timestamp),
            let signature = request.value(of: "webhook-signature")
        else { return "webhook-id, webhook-timestamp and webhook-signature are required" }
        guard abs(now.epochMilliseconds.floorDivided(by: 1000) - seconds) <= 300 else {
            return "the timestamp is more than five minutes off"
        }
        let signatures = signature.split(separator: " ").filter { $0.hasPrefix("v1,") }
            .compactMap { Base64.decode($0.dropFirst(3)) }
        guard !signatures.isEmpty, signatures.allSatisfy({ $0.count == 32 }) else { return "there is no v1 signature" }
        guard let key else { return nil }
        let expected = SoftwareSHA256.hmac(Array("\(id).\(timestamp).".utf8) + request.body, key: key)
        return signatures.contains(expected) ? nil : "no signature is right"
    }
}
