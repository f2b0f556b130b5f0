/// How the simulated providers behave when nobody has scripted anything.
public struct SandboxConfiguration: Sendable, Hashable {
    /// How many messages `GET /sandbox/messages` can show.
    public var keptMessages = 10_000
    /// Notifications a second that an Expo project may send (the real one allows 600); nil for no limit.
    public var expoRate: Int?
    /// Messages a second that an FCM project may send (the real one allows 10,000); nil for no limit.
    public var fcmRate: Int?
    /// Demanded as a bearer token where set.
    public var expoAccessToken: String?
    /// How long after acceptance Expo's receipts can be had.
    public var expoReceiptDelay = Duration.zero
    /// How long after an answer, or after one another, the providers of channel files report.
    public var reportDelay = Duration.milliseconds(300)
    /// Bytes a request may have, after decompression.
    public var bodyLimit = 8 << 20

    public init() {}
}
