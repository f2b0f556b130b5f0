import CarillonModel

/// What a notification service extension does with one push: words first, then what the system groups by, then the picture.
///
/// The content is handed over exactly once, by whichever comes first of everything done, a picture that failed and the end of
/// the time that the system gives. What is missing leaves the alert as it came.
public struct ServiceExtensionReducer: Reducer {
    /// Hosts whose pictures are loaded; over `https` alone.
    public let pictureHosts: Set<String>

    public init(pictureHosts: Set<String> = []) {
        self.pictureHosts = pictureHosts
    }

    /// What a picture may weigh, in bytes: 10 MB.
    ///
    /// It is never decoded.
    public static let largestPicture = 10_000_000
    /// After so many milliseconds what there is goes out: the system gives 30 s.
    public static let time: Int64 = 25_000

    public struct State: Sendable, Hashable {
        public var content = Content()
        public var phase = Phase.waiting

        public init() {}
    }

    public enum Phase: Sendable, Hashable {
        case waiting
        case loading(picture: String)
        case handedOver
    }

    /// What changes of the notification; nil and empty leave what came.
    public struct Content: Sendable, Hashable {
        public var title: String?
        public var body: String?
        public var category: String?
        public var thread: String?
        public var badge: Int?
        /// A file on the device.
        public var picture: String?
        /// A second push of what was shown already: without sound and banner.
        public var isQuiet = false

        public init() {}
    }

    public enum Event: Sendable, Hashable {
        /// The push, the words that were made for it, the number for the icon (nil: as it came), and whether it was shown
        /// before, as ``Duplicates`` knows.
        case received(ReceivedPush, texts: [String: String], badge: Int?, wasShown: Bool)
        /// The picture is in a file, and weighs so many bytes.
        case loaded(file: String, bytes: Int)
        case failed
        /// The system, or ``ServiceExtensionReducer/time``, ends it.
        case expired
    }

    public enum Effect: Sendable, Hashable {
        case load(picture: String)
        case cancelLoading
        /// The only one of its kind.
        case handOver(Content)
    }

    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        switch (state.phase, event) {
        case (.waiting, .received(let push, let texts, let badge, let wasShown)):
            take(push, texts, badge, wasShown, into: &state.content)
            guard !wasShown, let picture = push.picture, isAllowed(picture) else { return handOver(&state) }
            state.phase = .loading(picture: picture)
            return [.load(picture: picture)]
        case (.loading, .loaded(let file, let bytes)):
            if (1...Self.largestPicture).contains(bytes) { state.content.picture = file }
            return handOver(&state)
        case (.loading, .failed): return handOver(&state)
        case (.loading, .expired): return [.cancelLoading] + handOver(&state)
        case (.waiting, .expired): return handOver(&state)
        case (.handedOver, _), (.waiting, _), (.loading, .received): return []
        }
    }

    private func take(
        _ push: ReceivedPush,
        _ texts: [String: String],
        _ badge: Int?,
        _ wasShown: Bool,
        into content: inout Content
    ) {
        content.title = texts["title"]
        content.body = texts["body"]
        content.category = push.category
        content.thread = push.thread
        content.badge = badge ?? push.badge
        content.isQuiet = wasShown
    }

    private func handOver(_ state: inout State) -> [Effect] {
        state.phase = .handedOver
        return [.handOver(state.content)]
    }

    /// `https://host/…`, the host one of ours: no port, no user, no other spelling.
    private func isAllowed(_ picture: String) -> Bool {
        let scheme = "https://"
        guard picture.hasPrefix(scheme), picture.utf8.count <= 2048 else { return false }
        let rest = picture.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return pictureHosts.contains(String(host))
            && rest.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    }
}
