import CarillonModel

/// The list of notifications, as the app shows it: what the server said, with what the person has marked since laid over it.
///
/// It opens the stream first and fetches the first page on its first `badge`, so that nothing falls between. Marks show at once,
/// outlive a restart, and are sent one request at a time; one that the server refuses is undone alone. In the background the
/// stream closes.
///
/// What asks something outside has a number, which its answers bring back: one that isn't waited for any more, such as that of
/// whoever was signed in before, changes nothing.
public struct InboxReducer: Reducer {
    /// Items that are kept, the newest.
    public static let limit = 200
    /// Ids in one request.
    public static let chunk = 100
    /// Milliseconds between two requests to mark: 30 a minute.
    public static let markInterval: Int64 = 2000

    public init() {}

    /// The feed of one user, as the app knows it.
    public struct State: Sendable, Hashable {
        public var user: String?
        public var connection = Connection.closed
        /// As the server has them, the newest first.
        public var items: [InboxItem] = []
        /// As the server counted last.
        public var unreadCount = 0
        /// Where the next page begins; nil at the end, or before the first.
        public var cursor: String?
        public var lastEventID: String?
        /// The oldest first.
        public var pending: [PendingMark] = []
        /// Ids that were marked as read before their notifications were there, as by a tap that started the app; the latest
        /// ``InboxReducer/chunk``.
        public var awaited: [String] = []
        /// Whether the first of ``pending`` is on its way.
        public var isMarking = false
        public var nextMarkAt: Int64 = 0
        /// How long the pause before ``nextMarkAt`` is, in milliseconds: nobody waits longer, whatever the clock does.
        public var markPause: Int64 = 0
        public var markFailures = 0
        /// Connections that failed in a row.
        public var failures = 0
        /// Whether a fresh token was asked for since the stream said something last.
        public var hasRefreshed = false
        /// Whether the items aren't a whole feed yet: the first page is still to come.
        public var needsPage = true
        public var isInBackground = false
        /// Which page is on its way.
        public var fetching: Fetch?
        /// What the stream brought while the page was on its way.
        public var arrived: [String] = []
        /// What was read or made unread while the page was on its way.
        public var changed: [String: Bool] = [:]
        /// Whether the stream has counted while the page was on its way.
        public var hasCounted = false
        /// First pages that failed in a row.
        public var fetchFailures = 0
        /// The number that was given last; a log-out doesn't set it back.
        public var lastRequest: Int64 = 0
        /// Numbers of the latest stream, page and mark.
        public var streamRequest: Int64 = 0
        public var fetchRequest: Int64 = 0
        public var markRequest: Int64 = 0

        public init() {}
    }

    /// How the stream is.
    public enum Connection: String, Sendable, Hashable, CaseIterable {
        case closed
        case connecting
        case live
        /// Waits before it connects again.
        case waiting
        /// There is no feed any more.
        case ended
    }

    /// A page that is asked for: the newest items, or those after the last ones.
    public enum Fetch: Sendable, Hashable {
        case first
        case next
    }

    /// What the stream, the host's answers and the person bring.
    public enum Event: Sendable, Hashable {
        /// Somebody is signed in, with what the cache held.
        case opened(user: String, cache: InboxCache?)
        case stream(FeedEvent, id: String?, request: Int64, at: Int64)
        /// The stream broke off, was refused with a status (0 where there was none), or was silent for 40 seconds; `retry` is what
        /// it asked for.
        case connectionLost(retry: Int64?, status: Int = 0, request: Int64)
        case page(items: [InboxItem], unreadCount: Int?, nextCursor: String?, request: Int64)
        case pageFailed(request: Int64)
        /// A pause before fetching is over.
        case fetchTimer
        /// The person asked for what is new.
        case refresh
        /// The list was scrolled to its end.
        case more
        case mark(ids: [String], isRead: Bool, at: Int64)
        case marked(RequestOutcome, request: Int64, at: Int64)
        /// A pause before marking is over.
        case markTimer(at: Int64)
        /// A pause before connecting is over.
        case connectionTimer
        case tokenRefreshed
        case background
        case foreground(at: Int64)
        case signedOut
    }

    /// What the app does about it.
    public enum Effect: Sendable, Hashable {
        case openStream(lastEventID: String?, request: Int64)
        case closeStream
        case fetchPage(cursor: String?, request: Int64)
        case sendMark(ids: [String], isRead: Bool, request: Int64)
        case waitToFetch(Wait)
        case waitToMark(Wait)
        case waitToConnect(Wait)
        case refreshToken
        /// Keep ``InboxCache`` of the new state.
        case save
        case erase
    }

    public func reduce(_ state: inout State, _ event: Event) -> [Effect] {
        switch event {
        case .opened(let user, let cache): return open(&state, user, cache)
        case .stream(let event, let id, let request, let at):
            return request == state.streamRequest ? take(&state, event, id: id, at: at) : []
        case .connectionLost(let retry, let status, let request):
            return request == state.streamRequest ? lose(&state, retry: retry, status: status) : []
        case .page(let items, let unread, let cursor, let request):
            return request == state.fetchRequest ? takePage(&state, items, unread, cursor) : []
        case .pageFailed(let request): return request == state.fetchRequest ? failPage(&state) : []
        case .fetchTimer:
            return state.needsPage && state.fetching == nil && state.connection == .live ? fetchFirst(&state) : []
        case .refresh: return state.fetching == nil && state.user != nil ? fetchFirst(&state) : []
        case .more:
            guard state.fetching == nil, let cursor = state.cursor else { return [] }
            return fetch(&state, .next, cursor: cursor)
        case .mark(let ids, let isRead, let at): return mark(&state, ids, isRead: isRead, at: at)
        case .marked(let outcome, let request, let at):
            return request == state.markRequest ? settleMark(&state, outcome, at: at) : []
        case .markTimer(let at): return send(&state, at: at)
        case .connectionTimer: return state.connection == .waiting ? connect(&state) : []
        case .tokenRefreshed:
            return state.connection == .closed && state.user != nil && !state.isInBackground ? connect(&state) : []
        case .background:
            state.isInBackground = true
            guard state.connection != .closed, state.connection != .ended else { return [] }
            state.connection = .closed
            return [.closeStream, .save]
        case .foreground(let at):
            state.isInBackground = false
            guard state.user != nil, state.connection == .closed || state.connection == .waiting else { return [] }
            (state.failures, state.fetchFailures, state.hasRefreshed) = (0, 0, false)
            return connect(&state) + send(&state, at: at)
        case .signedOut:
            clear(&state)
            return [.closeStream, .erase]
        }
    }

    // MARK: what is shown

    /// The items with what was marked laid over them.
    public static func shown(_ state: State) -> [InboxItem] {
        var marks: [String: Bool] = [:]
        for mark in state.pending {
            for id in mark.ids { marks[id] = mark.isRead }
        }
        return state.items.map { item in marks[item.id].map { item.with(isRead: $0) } ?? item }
    }

    /// How many are unread, corrected by what was marked; never below 0.
    public static func shownUnreadCount(_ state: State) -> Int {
        let correction = zip(state.items, shown(state)).reduce(0) { sum, pair in
            sum + (pair.0.isRead == pair.1.isRead ? 0 : pair.1.isRead ? -1 : 1)
        }
        return max(0, state.unreadCount + correction)
    }

    // MARK: the connection

    private func open(_ state: inout State, _ user: String, _ cache: InboxCache?) -> [Effect] {
        clear(&state)
        state.user = user
        if let cache, cache.user.exact == user.exact {
            state.items = cache.items
            state.unreadCount = cache.unreadCount
            state.cursor = cache.cursor
            state.lastEventID = cache.lastEventID
            state.needsPage = cache.lastEventID == nil
            state.pending = cache.pending
            state.awaited = cache.awaited
        }
        return connect(&state)
    }

    private func connect(_ state: inout State) -> [Effect] {
        state.connection = .connecting
        state.streamRequest = number(&state)
        return [.openStream(lastEventID: state.needsPage ? nil : state.lastEventID, request: state.streamRequest)]
    }

    /// The beginning, but for the numbers, so that no answer of before fits.
    private func clear(_ state: inout State) {
        let last = state.lastRequest
        state = State()
        state.lastRequest = last
    }

    func number(_ state: inout State) -> Int64 {
        state.lastRequest += 1
        return state.lastRequest
    }

    private func lose(_ state: inout State, retry: Int64?, status: Int) -> [Effect] {
        guard state.connection == .connecting || state.connection == .live else { return [] }
        // Once: who is refused with a fresh token as well waits as after any other failure.
        if status == 401, !state.hasRefreshed {
            state.hasRefreshed = true
            state.connection = .closed
            return [.refreshToken]
        }
        state.connection = .waiting
        state.failures += 1
        return [.waitToConnect(.doubling(after: state.failures, first: 1000, limit: 60000, retryAfter: retry))]
    }

    private func take(_ state: inout State, _ event: FeedEvent, id: String?, at now: Int64) -> [Effect] {
        guard state.connection == .connecting || state.connection == .live else { return [] }
        let isFirst = state.connection == .connecting
        (state.failures, state.hasRefreshed) = (0, false)
        if let id { state.lastEventID = id }
        if case .end(let reason) = event { return end(&state, reason) }
        state.connection = .live
        // Who comes back with an id gets what they missed; who comes the first time fetches.
        let fetches = isFirst && state.needsPage && event != .reset ? fetchFirst(&state) : []
        switch event {
        case .notification(let item):
            state.items = Self.merged([item], into: state.items)
            if state.fetching != nil { state.arrived.append(item.id) }
        case .read(let ids, let isRead):
            note(&state, ids, isRead: isRead)
        case .badge(let count):
            state.unreadCount = count
            state.hasCounted = fetches.isEmpty
        case .reset: return fetchFirst(&state)
        case .end: break
        }
        return fetches + (isFirst ? send(&state, at: now) : []) + [.save] + markAwaited(&state)
    }

    private func end(_ state: inout State, _ reason: String) -> [Effect] {
        switch reason {
        case "token-expired":
            state.connection = .closed
            return [.refreshToken]
        case "removed":
            state.connection = .ended
            return [.closeStream]
        case "erased":
            let user = state.user
            clear(&state)
            state.user = user
            state.connection = .ended
            return [.closeStream, .erase]
        default:
            state.connection = .waiting
            return [.waitToConnect(Wait(milliseconds: 1000))]
        }
    }

    // MARK: pages

    private func fetchFirst(_ state: inout State) -> [Effect] {
        state.needsPage = true
        return fetch(&state, .first, cursor: nil)
    }

    private func fetch(_ state: inout State, _ fetch: Fetch, cursor: String?) -> [Effect] {
        state.fetching = fetch
        state.fetchRequest = number(&state)
        (state.arrived, state.changed, state.hasCounted) = ([], [:], false)
        return [.fetchPage(cursor: cursor, request: state.fetchRequest)]
    }

    /// A next page is asked for again by who scrolls; without the first one there is nothing to scroll.
    private func failPage(_ state: inout State) -> [Effect] {
        guard let fetch = state.fetching else { return [] }
        state.fetching = nil
        // Without a connection the next one fetches it.
        guard fetch == .first, state.connection == .live else { return [] }
        state.fetchFailures += 1
        return [.waitToFetch(.doubling(after: state.fetchFailures, first: 1000, limit: 60000, retryAfter: nil))]
    }

    /// What the server has read or unread now: also in a page that is on its way, and may be older than that.
    func note(_ state: inout State, _ ids: [String], isRead: Bool) {
        let noted = Set(ids)
        state.items = state.items.map { noted.contains($0.id) ? $0.with(isRead: isRead) : $0 }
        guard state.fetching != nil else { return }
        for id in ids { state.changed[id] = isRead }
    }

    private func takePage(
        _ state: inout State,
        _ items: [InboxItem],
        _ unreadCount: Int?,
        _ cursor: String?
    ) -> [Effect] {
        guard let fetch = state.fetching else { return [] }
        let changed = items.map { item in state.changed[item.id].map { item.with(isRead: $0) } ?? item }
        if let unreadCount, !state.hasCounted {
            // As the server counted it, which may have been before what has changed since.
            state.unreadCount = max(0, Self.counted(unreadCount) + Self.unread(changed) - Self.unread(items))
        }
        if fetch == .first {
            // What was kept from before may be gone; what the stream has brought since isn't in the page.
            let arrived = Set(state.arrived)
            state.items = Self.merged(state.items.filter { arrived.contains($0.id) }, into: changed)
            state.needsPage = false
            state.fetchFailures = 0
        } else {
            let known = Set(state.items.map(\.id))
            state.items = Self.merged(changed.filter { !known.contains($0.id) }, into: state.items)
        }
        // Beyond what is kept there is nothing to scroll to.
        state.cursor = state.items.count < Self.limit ? cursor : nil
        state.fetching = nil
        (state.arrived, state.changed, state.hasCounted) = ([], [:], false)
        return [.save] + markAwaited(&state)
    }

    /// A count that sums with those of the items can't exceed.
    static func counted(_ count: Int) -> Int { min(max(count, 0), Int(Int32.max)) }

    /// Each once, the newer state winning; the newest first, and no more than are kept.
    static func merged(_ newer: [InboxItem], into items: [InboxItem]) -> [InboxItem] {
        var byID: [String: InboxItem] = [:]
        for item in items + newer { byID[item.id] = item }
        return Array(byID.values.sorted { $0.precedes($1) }.prefix(limit))
    }
}
