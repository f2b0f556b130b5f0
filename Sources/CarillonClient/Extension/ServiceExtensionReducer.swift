import CarillonModel

/// What a notification service extension does with one push: words first, then what the system groups by, then the picture.
///
/// The content is handed over exactly once, by whichever comes first of everything done, a picture that failed and the end of
/// the time that the system gives. What is missing leaves the alert as it came.
///
/// A push whose data are sealed is opened first (``Decryptor``). Until that is done, what goes out are neutral words: nothing is shown
/// of data that can't be opened, nor of those that lay open beside them.
public struct ServiceExtensionReducer: Reducer {
    /// Hosts whose pictures are loaded; over `https` alone.
    public let pictureHosts: Set<String>
    /// The member of the data that holds what is sealed.
    public let sealedMember: String
    /// The member that names its key.
    public let keyMember: String

    /// - Parameters:
    ///   - pictureHosts: those whose pictures are loaded; with none, none is.
    ///   - sealedMember: the member of the data that holds what is sealed.
    ///   - keyMember: the member that names its key.
    public init(pictureHosts: Set<String> = [], sealedMember: String = "sealed", keyMember: String = "key") {
        self.pictureHosts = pictureHosts
        self.sealedMember = sealedMember
        self.keyMember = keyMember
    }

    /// What a picture may weigh, in bytes: 10 MB.
    ///
    /// It is never decoded.
    public static let largestPicture = 10_000_000
    /// After so many milliseconds what there is goes out: the system gives 30 s.
    public static let time: Int64 = 25_000

    /// How far the extension is with its push.
    public struct State: Sendable, Hashable {
        public var content = Content()
        public var phase = Phase.waiting

        public init() {}
    }

    /// What the extension waits for.
    public enum Phase: Sendable, Hashable {
        case waiting
        case opening
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

    /// What the system, the decryptor and the network tell the extension.
    public enum Event: Sendable, Hashable {
        /// The push, the words that were made for it, the number for the icon (nil: as it came), and whether it was shown
        /// before, as ``Duplicates`` knows.
        case received(ReceivedPush, texts: [String: String], badge: Int?, wasShown: Bool)
        /// A push whose data may be sealed, the neutral words by slot (empty: the alert as it came), and the number for the icon.
        case receivedSealed(ReceivedPush, neutral: [String: String], badge: Int?)
        /// The same push, open, with what ``received(_:texts:badge:wasShown:)`` has.
        case opened(ReceivedPush, texts: [String: String], badge: Int?, wasShown: Bool)
        case notOpened(DecryptionFault)
        /// The picture is in a file, and weighs so many bytes.
        case loaded(file: String, bytes: Int)
        case failed
        /// The system, or ``ServiceExtensionReducer/time``, ends it.
        case expired
    }

    /// What the extension does about it.
    public enum Effect: Sendable, Hashable {
        case open(SealedData)
        case cancelOpening
        /// Why neutral words go out, for a log.
        case note(DecryptionFault)
        case load(picture: String)
        case cancelLoading
        /// The only one of its kind.
        case handOver(Content)
    }

    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        switch (state.phase, event) {
        case (.waiting, .received(let push, let texts, let badge, let wasShown)),
            (.opening, .opened(let push, let texts, let badge, let wasShown)):
            take(push, texts, badge, into: &state.content)
            state.content.isQuiet = wasShown
            guard !wasShown, let picture = push.picture, isAllowed(picture) else { return handOver(&state) }
            state.phase = .loading(picture: picture)
            return [.load(picture: picture)]
        case (.waiting, .receivedSealed(let push, let neutral, let badge)):
            take(push, neutral, badge, into: &state.content)
            do throws(DecryptionFault) {
                guard let sealed = try SealedData(push, member: sealedMember, keyMember: keyMember) else {
                    throw DecryptionFault.unreadable
                }
                state.phase = .opening
                return [.open(sealed)]
            } catch {
                return [.note(error)] + handOver(&state)
            }
        case (.opening, .notOpened(let fault)): return [.note(fault)] + handOver(&state)
        case (.opening, .expired): return [.cancelOpening, .note(.late)] + handOver(&state)
        case (.loading, .loaded(let file, let bytes)):
            if (1...Self.largestPicture).contains(bytes) { state.content.picture = file }
            return handOver(&state)
        case (.loading, .failed): return handOver(&state)
        case (.loading, .expired): return [.cancelLoading] + handOver(&state)
        case (.waiting, .expired): return handOver(&state)
        case (.handedOver, _), (.waiting, _), (.opening, _), (.loading, _): return []
        }
    }

    /// Whether a push carries sealed data, sound or not.
    public func isSealed(_ push: ReceivedPush) -> Bool { push.data[sealedMember] != nil }

    private func take(
        _ push: ReceivedPush,
        _ texts: [String: String],
        _ badge: Int?,
        into content: inout Content
    ) {
        content.title = texts["title"] ?? content.title
        content.body = texts["body"] ?? content.body
        content.category = push.category
        content.thread = push.thread
        content.badge = badge ?? push.badge
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

extension ServiceExtensionReducer.Content: CustomReflectable {
    /// Without words, which are the reader's alone: a log needs to know that there are some.
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "hasTitle": title != nil, "hasBody": body != nil, "hasPicture": picture != nil, "isQuiet": isQuiet,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
