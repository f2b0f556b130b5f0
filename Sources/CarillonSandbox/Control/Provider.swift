/// Whom the sandbox stands in for.
public enum Provider: String, Sendable, Hashable, CaseIterable {
    case expo
    case fcm
    case apns
    case webPush = "web-push"
    case webhook
    case smtp
}
