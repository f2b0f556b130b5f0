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
    private let note: @Sendable (DecryptionFault) -> Void
    private let time: Duration
    /// Guards those below.
    private let lock = NSLock()
    private var state = ServiceExtensionReducer.State()
    private var open: (@Sendable (SealedData) async -> ServiceExtensionReducer.Event)?
    private var working: Task<Void, Never>?
    private var deadline: Task<Void, Never>?

    /// - Parameters:
    ///   - content: a copy of the request's.
    ///   - time: after which what there is goes out, if the system doesn't end it before.
    ///   - note: gets why sealed data stayed closed: a code, fit for a log.
    ///   - handOver: the system's handler, called exactly once.
    public init(
        _ reducer: ServiceExtensionReducer,
        content: UNMutableNotificationContent,
        time: Duration = .milliseconds(ServiceExtensionReducer.time),
        load: @escaping Loader,
        note: @escaping @Sendable (DecryptionFault) -> Void = { _ in },
        handOver: @escaping (UNNotificationContent) -> Void
    ) {
        self.reducer = reducer
        self.content = content
        self.time = time
        self.load = load
        self.note = note
        self.handOver = handOver
    }

    /// What the extension makes of a push.
    public struct Reading: Sendable {
        /// By slot, as ``DeviceWords`` makes them.
        public let texts: [String: String]
        /// What the icon is to say; nil leaves what the push says.
        public let badge: Int?
        /// Whether it came before, as ``Duplicates`` knows.
        public let wasShown: Bool

        /// - Parameters:
        ///   - texts: by slot, as ``DeviceWords`` makes them.
        ///   - badge: what the icon is to say; nil leaves what the push says.
        ///   - wasShown: whether it came before, as ``Duplicates`` knows.
        public init(texts: [String: String], badge: Int? = nil, wasShown: Bool = false) {
            self.texts = texts
            self.badge = badge
            self.wasShown = wasShown
        }
    }

    /// - Parameters:
    ///   - texts: by slot, as ``DeviceWords`` makes them.
    ///   - badge: what the icon is to say; nil leaves what the push says.
    ///   - wasShown: whether it came before, as ``Duplicates`` knows.
    public func receive(_ push: ReceivedPush, texts: [String: String], badge: Int?, wasShown: Bool) {
        begin(.received(push, texts: texts, badge: badge, wasShown: wasShown))
    }

    /// A push whose data may be sealed: then they are opened before anything is read of them.
    ///
    /// - Parameters:
    ///   - neutral: words by slot for a push that stays closed; empty leaves the alert as it came.
    ///   - read: makes words of the push once it is open, or at once where nothing is sealed.
    public func receive(
        _ push: ReceivedPush,
        opening decryptor: any Decryptor,
        neutral: [String: String] = [:],
        read: @escaping @Sendable (ReceivedPush) -> Reading
    ) {
        guard reducer.isSealed(push) else {
            let made = read(push)
            return receive(push, texts: made.texts, badge: made.badge, wasShown: made.wasShown)
        }
        lock.withLock {
            open = { sealed in
                do throws(DecryptionFault) {
                    let opened = try push.opened(with: try await decryptor.open(sealed))
                    let made = read(opened)
                    return .opened(opened, texts: made.texts, badge: made.badge, wasShown: made.wasShown)
                } catch {
                    return .notOpened(error)
                }
            }
        }
        begin(.receivedSealed(push, neutral: neutral, badge: nil))
    }

    /// The system's time is nearly over.
    public func expire() { send(.expired) }

    private func begin(_ event: ServiceExtensionReducer.Event) {
        let task = Task { [weak self, time] in
            try? await Task.sleep(for: time)
            if !Task.isCancelled { self?.expire() }
        }
        lock.withLock { deadline = task }
        send(event)
    }

    private func send(_ event: ServiceExtensionReducer.Event) {
        for effect in lock.withLock({ reducer.reduce(&state, event) }) {
            switch effect {
            case .open(let sealed):
                let open = lock.withLock { self.open }
                work { await open?(sealed) ?? .notOpened(.noKey) }
            case .load(let picture):
                work { [load] in
                    let file = await load(picture)
                    return file.map { .loaded(file: $0.file.path, bytes: $0.bytes) } ?? .failed
                }
            case .cancelOpening, .cancelLoading: lock.withLock { working }?.cancel()
            case .note(let fault): note(fault)
            case .handOver(let made): finish(made)
            }
        }
    }

    /// Does one thing, and reports what came of it.
    private func work(_ work: @escaping @Sendable () async -> ServiceExtensionReducer.Event) {
        let task = Task { self.send(await work()) }
        lock.withLock { working = task }
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
        lock.withLock { deadline }?.cancel()
        handOver(content)
    }
}
#endif
