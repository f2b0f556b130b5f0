#if canImport(UserNotifications)
public import CarillonClient
public import CarillonModel
public import Foundation
@preconcurrency public import UserNotifications

/// Hands foreground pushes and taps of `UNUserNotificationCenter` to the kit.
///
/// Make it the centre's delegate before the launch ends, and keep it. Taps that come before somebody takes them wait; what isn't
/// ours goes to the delegate that was there before.
///
/// `@unchecked` is sound because what changes is used under `lock`, and `former` only on the main thread, as the system calls it.
public final class NotificationCentreDelegate: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
    /// A tap, or a button.
    public struct Tap: Sendable {
        public let payload: JSONValue
        public let action: TapAction
        /// The system's name of the notification: what comes twice has it twice.
        public let request: String

        /// - Parameters:
        ///   - payload: `userInfo` as JSON.
        ///   - action: what was tapped.
        ///   - request: the system's name of the notification.
        public init(payload: JSONValue, action: TapAction, request: String) {
            self.payload = payload
            self.action = action
            self.request = request
        }
    }

    private let shape: PushShape
    private let isOurs: @Sendable (ReceivedPush) -> Bool
    private let presentation: @Sendable (ReceivedPush) -> UNNotificationPresentationOptions
    private let former: (any UNUserNotificationCenterDelegate)?
    /// Guards the two below.
    private let lock = NSLock()
    private var waiting: [Tap] = []
    private var take: (@Sendable (Tap) -> Void)?

    /// - Parameters:
    ///   - shape: how the provider hands over what was sent.
    ///   - former: the centre's delegate before this one; it is kept.
    ///   - isOurs: whether a push is this product's, from memory alone.
    ///   - presentation: what is shown while the app is open; asked on the main thread, so it waits for nothing.
    public init(
        shape: PushShape,
        former: (any UNUserNotificationCenterDelegate)?,
        isOurs: @escaping @Sendable (ReceivedPush) -> Bool,
        presentation: @escaping @Sendable (ReceivedPush) -> UNNotificationPresentationOptions
    ) {
        self.shape = shape
        self.former = former
        self.isOurs = isOurs
        self.presentation = presentation
    }

    /// From now on taps go there, those that wait first, in their order.
    public func takeTaps(by take: @escaping @Sendable (Tap) -> Void) {
        let waiting = lock.withLock {
            defer { self.waiting = [] }
            self.take = take
            return self.waiting
        }
        for tap in waiting { take(tap) }
    }

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        let push = ReceivedPush(JSONValue(payload: notification.request.content.userInfo), shape: shape)
        if isOurs(push) { return completionHandler(presentation(push)) }
        #if canImport(ObjectiveC)
        let isTaken =
            former?.userNotificationCenter?(
                center,
                willPresent: notification,
                withCompletionHandler: completionHandler
            ) != nil
        #else
        former?.userNotificationCenter(
            center,
            willPresent: notification,
            withCompletionHandler: completionHandler
        )
        let isTaken = former != nil
        #endif
        if !isTaken { completionHandler([]) }
    }

    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        let request = response.notification.request
        let payload = JSONValue(payload: request.content.userInfo)
        if isOurs(ReceivedPush(payload, shape: shape)) {
            pass(Tap(payload: payload, action: TapAction(response.actionIdentifier), request: request.identifier))
            return completionHandler()
        }
        #if canImport(ObjectiveC)
        let isTaken =
            former?.userNotificationCenter?(
                center,
                didReceive: response,
                withCompletionHandler: completionHandler
            ) != nil
        #else
        former?.userNotificationCenter(
            center,
            didReceive: response,
            withCompletionHandler: completionHandler
        )
        let isTaken = former != nil
        #endif
        if !isTaken { completionHandler() }
    }

    private func pass(_ tap: Tap) {
        let take = lock.withLock {
            if self.take == nil { waiting.append(tap) }
            return self.take
        }
        take?(tap)
    }
}
#endif
