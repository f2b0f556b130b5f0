/// Where a provider and a platform put what the host sent; each hands it to the app in another shape.
public enum PushShape: String, Sendable, Hashable, CaseIterable {
    /// `userInfo` of a push over APNs: `data` are the members beside `aps`.
    case apns
    /// `userInfo` of a push over Firebase on Apple's platforms: beside `aps` and Firebase's own members, texts only.
    case fcmApple = "fcm-apple"
    /// A `RemoteMessage` on Android (`data` and perhaps `notification`), or the extras of the intent that a tap in the
    /// background starts.
    case fcmAndroid = "fcm-android"
    /// `userInfo` of a push over Expo on iOS: `data` is the member `body`.
    case expoApple = "expo-apple"
    /// Data of a push over Expo on Android: `body` is JSON in a text, words are in `title` and `message`.
    case expoAndroid = "expo-android"
    /// What Expo's own JavaScript hands out: a notification, its request or its content, or the response to a tap.
    case expoScript = "expo-script"
    /// What the host sends to browsers: `notification` and `app_badge`.
    case webPush = "web-push"
}

/// What somebody did with a notification.
public enum TapAction: Sendable, Hashable {
    /// A plain tap.
    case open
    /// Swiped away, where the category reports it.
    case dismiss
    /// A button, by the id that the profile gives it.
    case button(String)

    /// From the name that the platform gives it; Apple's and Expo's own names are known.
    ///
    /// Source: UserNotifications, `UNNotificationDefaultActionIdentifier` and `UNNotificationDismissActionIdentifier`;
    /// expo-notifications, `DEFAULT_ACTION_IDENTIFIER`.
    public init(_ identifier: String) {
        switch identifier {
        case "", "com.apple.UNNotificationDefaultActionIdentifier", "expo.modules.notifications.actions.DEFAULT":
            self = .open
        case "com.apple.UNNotificationDismissActionIdentifier": self = .dismiss
        default: self = .button(identifier)
        }
    }

    /// `open`, `dismiss`, or the button's id.
    public var name: String {
        switch self {
        case .open: "open"
        case .dismiss: "dismiss"
        case .button(let id): id
        }
    }
}
