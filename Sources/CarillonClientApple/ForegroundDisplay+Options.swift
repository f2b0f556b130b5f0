#if canImport(UserNotifications)
public import CarillonClient
public import UserNotifications

extension UNNotificationPresentationOptions {
    /// What the system shows for it, for the `presentation` of ``NotificationCentreDelegate``.
    public init(_ display: ForegroundDisplay) {
        switch display {
        case .banner: self = [.banner, .list, .sound, .badge]
        case .list: self = [.list, .badge]
        case .nothing: self = []
        }
    }
}
#endif
