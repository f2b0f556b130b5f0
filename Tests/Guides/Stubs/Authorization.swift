// What the guides use of Apple's framework beside what the adapters do; compiled into the same stand-in.

import Foundation

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = Self(rawValue: 1)
    public static let sound = Self(rawValue: 2)
    public static let alert = Self(rawValue: 4)
    public static let provisional = Self(rawValue: 64)
}

extension UNUserNotificationCenter {
    public class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }

    public func requestAuthorization(options: UNAuthorizationOptions) async throws -> Bool { true }

    public var delegate: (any UNUserNotificationCenterDelegate)? {
        get { nil }
        set {}
    }
}

open class UNNotificationServiceExtension: NSObject {
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}

    open func serviceExtensionTimeWillExpire() {}
}
