// Stands in for Apple's framework of this name, as far as the adapters use it, so that they are compiled and run where it isn't.
// Names and types are those of Apple's documentation. Compiled by adapters.sh alone: as a target it would shadow Apple's.

public import Foundation

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = Self(rawValue: 1)
    public static let sound = Self(rawValue: 2)
    public static let list = Self(rawValue: 8)
    public static let banner = Self(rawValue: 16)
}

public enum UNNotificationInterruptionLevel: UInt, Sendable {
    case passive, active, timeSensitive, critical
}

public class UNNotificationSound: NSObject {}

public class UNNotificationAttachment: NSObject {
    public let identifier: String
    public let url: URL

    public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        guard FileManager.default.fileExists(atPath: url.path) else { throw CocoaError(.fileNoSuchFile) }
        self.identifier = identifier
        self.url = url
    }
}

public class UNNotificationContent: NSObject {
    public var title = ""
    public var body = ""
    public var categoryIdentifier = ""
    public var threadIdentifier = ""
    public var badge: NSNumber?
    public var sound: UNNotificationSound? = UNNotificationSound()
    public var interruptionLevel = UNNotificationInterruptionLevel.active
    public var attachments: [UNNotificationAttachment] = []
    public var userInfo: [AnyHashable: Any] = [:]
}

public class UNMutableNotificationContent: UNNotificationContent {}

public class UNNotificationRequest: NSObject {
    public let identifier: String
    public let content: UNNotificationContent

    public init(identifier: String, content: UNNotificationContent) {
        self.identifier = identifier
        self.content = content
    }
}

public class UNNotification: NSObject {
    public let request: UNNotificationRequest

    public init(request: UNNotificationRequest) { self.request = request }
}

public class UNNotificationResponse: NSObject {
    public let notification: UNNotification
    public let actionIdentifier: String

    public init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }
}

public class UNUserNotificationCenter: NSObject {}

public protocol UNUserNotificationCenterDelegate: AnyObject {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    )

    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    )
}
