import CarillonModel

/// Decides when the app goes where a tap or a link leads.
///
/// What comes before the app is ready, or before its gate is open, waits: the latest of each source, for ten minutes. Signing in
/// as another user drops what was meant for the former. A tap counts once, however often the platform reports it. A link
/// navigates and never acts.
public struct Router: Reducer {
    public let links: AppLinks
    /// What must be true before a route is shown, by route id; ``Gate/signedIn`` for those that aren't named.
    public let gates: [String: Gate]
    /// Shown in place of a destination that the app refuses, such as an account it doesn't know.
    public let fallback: Destination?

    /// What must be true before a route is shown.
    public enum Gate: String, Sendable, Hashable {
        /// Anybody may see it.
        case open
        case signedIn = "signed-in"
        /// Signed in, and the app's own lock is open.
        case unlocked
    }

    /// How long a destination waits, in milliseconds: ten minutes.
    public static let waitLimit: Int64 = 600_000

    /// - Parameters:
    ///   - links: the product's, which every link from outside has to fit.
    ///   - gates: by route id; ``Gate/signedIn`` for those that aren't named.
    ///   - fallback: shown in place of what the app refuses; nil for nothing.
    public init(links: AppLinks, gates: [String: Gate] = [:], fallback: Destination? = nil) {
        self.links = links
        self.gates = gates
        self.fallback = fallback
    }

    /// Where the app stands, and what waits.
    public struct State: Sendable, Hashable {
        /// Whether the app's screens are there.
        public var isReady = false
        public var isLocked = false
        /// Who is signed in.
        public var user: String?
        /// Who was signed in last: whom a tap at the start is meant for.
        public var lastUser: String?
        /// The oldest first, one of each source.
        public var queue: [Waiting] = []
        public var taps = Duplicates()

        public init() {}
    }

    /// A destination that waits.
    public struct Waiting: Sendable, Hashable {
        public let source: String
        public let destination: Destination
        /// What to select first, such as the account that a push is about.
        public let context: [String: String]
        /// Whom it is meant for; nil for anybody.
        public let user: String?
        public let at: Int64

        /// - Parameters:
        ///   - source: of each of which one waits, such as `tap`.
        ///   - destination: where it leads.
        ///   - context: what to select first.
        ///   - user: whom it is meant for; nil for anybody.
        ///   - at: since when it waits, in milliseconds since 1970.
        public init(
            source: String,
            destination: Destination,
            context: [String: String] = [:],
            user: String? = nil,
            at: Int64
        ) {
            self.source = source
            self.destination = destination
            self.context = context
            self.user = user
            self.at = at
        }
    }

    /// A tap on a notification.
    public struct Tap: Sendable, Hashable {
        /// The notification's id, or its ``RecognizedEvent/identity``.
        public let id: String
        /// Whether it is an id, so that a second tap of it is the first one reported again; an identity is so for ten minutes.
        public let isID: Bool
        public let action: TapAction
        public let destination: Destination?
        /// An address that is no place of the app, as the host sent it.
        public let address: String?
        public let context: [String: String]
        /// Whom the push is meant for, where it says so.
        public let user: String?

        /// - Parameters:
        ///   - id: the notification's, or the event's ``RecognizedEvent/identity``.
        ///   - action: what was tapped.
        ///   - destination: a place of the app; nil for none.
        ///   - address: one that is no place of the app, as the host sent it.
        ///   - context: what to select first.
        ///   - user: whom the push is meant for, where it says so.
        public init(
            id: String,
            isID: Bool = true,
            action: TapAction = .open,
            destination: Destination?,
            address: String? = nil,
            context: [String: String] = [:],
            user: String? = nil
        ) {
            self.id = id
            self.isID = isID && !id.isEmpty
            self.action = action
            self.destination = destination
            self.address = address
            self.context = context
            self.user = user
        }
    }

    /// Taps, links, and what the app is ready for.
    public enum Event: Sendable, Hashable {
        case tap(Tap, at: Int64)
        /// A link from outside: another app, a page, a code that was scanned.
        case link(String, source: String, at: Int64)
        case ready(at: Int64)
        case signedIn(String, at: Int64)
        case signedOut
        case locked
        case unlocked(at: Int64)
        /// The app can't show a destination.
        case refused(Destination)
    }

    /// What the app does about it.
    public enum Effect: Sendable, Hashable {
        /// Select what `context` says, then show.
        case show(Destination, context: [String: String])
        /// In the browser, never in a web view of the app.
        case openExternally(String)
        /// Tell the server, and mark as read.
        case markOpened(String)
        /// A button that isn't `open`; it works without any screen.
        case perform(action: String, id: String)
        case refuse(LinkFault)
    }

    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        switch event {
        case .tap(let tap, let at): return take(tap, at: at, &state)
        case .link(let text, let source, let at):
            do {
                enqueue(Waiting(source: source, destination: try links.read(text), at: at), &state)
            } catch {
                return [.refuse(error)]
            }
            return show(&state, at: at)
        case .ready(let at):
            state.isReady = true
            return show(&state, at: at)
        case .signedIn(let user, let at):
            state.queue.removeAll { $0.user.map { $0.exact != user.exact } ?? false }
            state.user = user
            state.lastUser = user
            return show(&state, at: at)
        case .signedOut:
            state.user = nil
            return []
        case .locked:
            state.isLocked = true
            return []
        case .unlocked(let at):
            state.isLocked = false
            return show(&state, at: at)
        case .refused(let destination):
            guard let fallback, fallback != destination, isOpen(fallback, state) else { return [.refuse(.noSuchRoute)] }
            return [.show(fallback, context: [:])]
        }
    }

    private func take(_ tap: Tap, at now: Int64, _ state: inout State) -> [Effect] {
        let key = JSONValue.array([.string(tap.id), .string(tap.action.name)]).text
        guard state.taps.isFirst(key, at: now, isID: tap.isID) else { return [] }
        switch tap.action {
        case .dismiss: return []
        case .button(let name) where name != "open": return [.perform(action: name, id: tap.id)]
        case .open, .button: break
        }
        var effects = [Effect.markOpened(tap.id)]
        if let destination = tap.destination {
            enqueue(
                Waiting(
                    source: "tap",
                    destination: destination,
                    context: tap.context,
                    user: tap.user ?? state.lastUser,
                    at: now
                ),
                &state
            )
            effects += show(&state, at: now)
        } else if let address = tap.address, AppLinks.isExternal(address) {
            effects.append(.openExternally(address))
        }
        return effects
    }

    private func enqueue(_ waiting: Waiting, _ state: inout State) {
        state.queue.removeAll { $0.source.exact == waiting.source.exact }
        // A push for somebody else than who is signed in now is nobody's business.
        if let user = waiting.user, let present = state.user, user.exact != present.exact { return }
        state.queue.append(waiting)
    }

    /// Shows what waits and may be shown now, and forgets what has waited too long.
    private func show(_ state: inout State, at now: Int64) -> [Effect] {
        // By a clock that was set back further than that, nobody knows how long it has waited.
        state.queue.removeAll { abs(now - $0.at) > Self.waitLimit }
        guard state.isReady else { return [] }
        let open = state.queue.filter { isOpen($0.destination, state) }
        state.queue = state.queue.filter { !isOpen($0.destination, state) }
        return open.map { .show($0.destination, context: $0.context) }
    }

    private func isOpen(_ destination: Destination, _ state: State) -> Bool {
        switch gates[destination.route] ?? .signedIn {
        case .open: true
        case .signedIn: state.user != nil
        case .unlocked: state.user != nil && !state.isLocked
        }
    }
}
