/// The providers that the sandbox simulates.
public enum Provider: Sendable, Hashable {
    case expo
    case fcm
    case apns
    case webPush
    case webhook
    case smtp
    /// One that a channel file describes, by the channel's id.
    case declared(String)

    /// Those that are written in Swift.
    public static let builtIn: [Provider] = [.expo, .fcm, .apns, .webPush, .webhook, .smtp]

    /// As rules and lists name it.
    public var name: String {
        switch self {
        case .expo: "expo"
        case .fcm: "fcm"
        case .apns: "apns"
        case .webPush: "web-push"
        case .webhook: "webhook"
        case .smtp: "smtp"
        case .declared(let name): name
        }
    }
}
