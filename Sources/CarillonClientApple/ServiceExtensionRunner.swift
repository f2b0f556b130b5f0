#if canImport(UserNotifications)
public import CarillonClient
import CarillonModel
public import Foundation
@preconcurrency public import UserNotifications

/// Runs ``ServiceExtensionReducer`` in a `UNNotificationServiceExtension`.
///
/// The extension makes it in `didReceive`, not in its own initialiser, and tells it of `serviceExtensionTimeWillExpire`.
///
/// `@unchecked` is sound because what changes is used under `lock`, and `content` and `handOver` once, by whoever ends first.
public final class ServiceExtensionRunner: @unchecked Sendable {
    /// Loads a picture to a file: where it is and how large, or nil.
    ///
    /// Cancelled where the time ends.
    public typealias Loader = @Sendable (_ picture: String) async -> (file: URL, bytes: Int)?

    private let reducer: ServiceExtensionReducer
    private let content: UNMutableNotificationContent
    private let handOver: (UNNotificationContent) -> Void
    private let load: Loader
    /// Guards the two below.
    private let lock = NSLock()
    private var state = ServiceExtensionReducer.State()
    private var loading: Task<Void, Never>?

    /// - Parameters:
    ///   - content: a copy of the request's.
    ///   - handOver: the system's handler, called exactly once.
    public init(
        _ reducer: ServiceExtensionReducer,
        content: UNMutableNotificationContent,
        load: @escaping Loader,
        handOver: @escaping (UNNotificationContent) -> Void
    ) {
        self.reducer = reducer
        self.content = content
        self.load = load
        self.handOver = handOver
    }

    /// - Parameters:
    ///   - texts: by slot, as ``DeviceWords`` makes them.
    ///   - badge: what the icon is to say; nil leaves what the push says.
    ///   - wasShown: whether it came before, as ``Duplicates`` knows.
    public func receive(_ push: ReceivedPush, texts: [String: String], badge: Int?, wasShown: Bool) {
        send(.received(push, texts: texts, badge: badge, wasShown: wasShown))
    }

    /// The system's time is nearly over.
    public func expire() { send(.expired) }

    private func send(_ event: ServiceExtensionReducer.Event) {
        for effect in lock.withLock({ reducer.reduce(&state, event) }) {
            switch effect {
            case .load(let picture):
                let task = Task {
                    let file = await self.load(picture)
                    self.send(file.map { .loaded(file: $0.file.path, bytes: $0.bytes) } ?? .failed)
                }
                lock.withLock { loading = task }
            case .cancelLoading: lock.withLock { loading }?.cancel()
            case .handOver(let made): finish(made)
            }
        }
    }

    private func finish(_ made: ServiceExtensionReducer.Content) {
        if let title = made.title { content.title = title }
        if let body = made.body { content.body = body }
        if let category = made.category { content.categoryIdentifier = category }
        if let thread = made.thread { content.threadIdentifier = thread }
        if let badge = made.badge { content.badge = NSNumber(value: badge) }
        if made.isQuiet {
            content.sound = nil
            content.interruptionLevel = .passive
        }
        if let picture = made.picture {
            let file = URL(fileURLWithPath: picture)
            content.attachments = (try? UNNotificationAttachment(identifier: "picture", url: file)).map { [$0] } ?? []
        }
        handOver(content)
    }
}
#endif
