/// The providers that the sandbox simulates.
public enum Provider: String, Sendable, Hashable, CaseIterable {
    case expo
    case fcm
    case apns
    case webPush = "web-push"
    case webhook
    case smtp
}
