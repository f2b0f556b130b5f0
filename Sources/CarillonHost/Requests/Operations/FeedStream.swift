import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// One client's stream: what changes in a user's feed, as Server-Sent Events.
///
/// The connection asks for the next piece when it has taken the one before, and each piece is read from the store after
/// the position of the last: so one page is all that a slow client makes us hold, nothing is left out, and nothing is
/// sent twice. A lock, because the connection takes while workers, requests and the clock wake.
final class FeedStream: LiveBody, FeedListener {
    /// Seconds between comments.
    static let beat = 15
    /// Seconds that a client may take over one piece before the stream ends; as long again, and the connection is
    /// closed.
    static let timeLimit = 30
    /// Changes read at a time.
    static let page = 50

    let reader: LiveFeeds.Reader
    private let tenant: ActiveTenant
    private let host: HostContext
    private let expiresAt: Instant?
    private let state: Mutex<State>

    fileprivate struct State {
        /// One of the streams that there may be.
        var heldPlace: StreamQuota.Place?
        var place: Place
        var journal: FeedJournal?
        var isDirty = true
        var needsComment = false
        var end: StreamEnd?
        /// The last piece was handed out, or nobody is there to take any.
        var isOver = false
        var waiter: CheckedContinuation<Void, Never>?
        var seconds = 0
        /// For how many seconds the connection has been busy with a piece; nil while it isn't.
        var busy: Int?
        var number: Int?
        var disconnect: (@Sendable () -> Void)?
    }

    fileprivate enum Place {
        /// Nothing was sent yet; with the id that the client saw last.
        case start(String?)
        case after(Int64)
    }

    /// - Parameters:
    ///   - lastEventID: as the client gives it.
    ///   - place: given back at the end.
    init(
        of token: UserToken,
        in tenant: ActiveTenant,
        host: HostContext,
        after lastEventID: String?,
        place: StreamQuota.Place
    ) {
        reader = LiveFeeds.Reader(tenant: tenant.runtime.profile.id, user: token.user)
        self.tenant = tenant
        self.host = host
        // One that was let in only because clocks differ has as long as that allows.
        expiresAt = token.expiresAt.map { expiry in
            expiry > host.clock.now ? expiry : expiry.advanced(by: .seconds(UserTokenVerifier.clockSkew))
        }
        state = Mutex(State(heldPlace: place, place: .start(lastEventID)))
    }

    // MARK: what happens elsewhere

    func wake() {
        change { $0.isDirty = true }
    }

    func end(_ reason: StreamEnd) {
        change { state in state.end = state.end ?? reason }
    }

    func tick(at now: Instant) {
        var disconnect: (@Sendable () -> Void)?
        change { state in
            state.seconds += 1
            if state.seconds % Self.beat == 0 { state.needsComment = true }
            if let expiresAt, now >= expiresAt { state.end = state.end ?? .tokenExpired }
            guard let busy = state.busy.map({ $0 + 1 }) else { return }
            state.busy = busy
            if busy >= Self.timeLimit { state.end = state.end ?? .slowReader }
            if busy >= 2 * Self.timeLimit { disconnect = state.disconnect }
        }
        disconnect?()
    }

    private func change(_ body: (inout State) -> Void) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            body(&state)
            guard state.hasNews else { return nil }
            return state.waiter.take()
        }
        waiter?.resume()
    }

    // MARK: the connection

    func begin(disconnect: @escaping @Sendable () -> Void) {
        let number = host.live.add(self)
        state.withLock { state in
            state.number = number
            state.disconnect = disconnect
            if number == nil { state.end = .shutdown }
        }
    }

    func stop() {
        let (number, heldPlace) = state.withLock { state in
            state.disconnect = nil
            return (state.number.take(), state.heldPlace.take())
        }
        if let number { host.live.remove(number, of: reader) }
        withExtendedLifetime(heldPlace) {}
        change { $0.isOver = true }
    }

    func next() async -> [UInt8]? {
        state.withLock { $0.busy = nil }
        while true {
            switch await nextStep() {
            case .over: return nil
            case .end(let reason): return handOut(reason.event.bytes)
            case .comment: return handOut(ServerSentEvent.comment)
            case .look(let place):
                do throws(StoreFailure) {
                    if let bytes = try await look(from: place) { return handOut(bytes) }
                } catch {
                    end(.storeFailed)
                }
            }
        }
    }

    private func handOut(_ bytes: [UInt8]) -> [UInt8] {
        state.withLock { $0.busy = 0 }
        return bytes
    }

    fileprivate enum Step {
        case look(Place)
        case comment
        case end(StreamEnd)
        case over
    }

    private func nextStep() async -> Step {
        while true {
            if let step = state.withLock({ $0.nextStep() }) { return step }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let goesOn = state.withLock { state in
                        if Task.isCancelled { state.isOver = true }
                        guard !state.hasNews else { return true }
                        state.waiter = continuation
                        return false
                    }
                    if goesOn { continuation.resume() }
                }
            } onCancel: {
                change { $0.isOver = true }
            }
        }
    }

    // MARK: the store

    /// - Returns: nil where there is nothing to send.
    private func look(from place: Place) async throws(StoreFailure) -> [UInt8]? {
        switch place {
        case .start(nil): return try await greeting()
        case .start(let id?):
            let journal = try await journal()
            guard let position = journal.position(of: id), let page = try await changes(after: position) else {
                return try await greeting(isReset: true)
            }
            return opening + tell(page, journal)
        case .after(let position):
            guard let page = try await changes(after: position) else {
                end(.erased)
                return nil
            }
            guard page.position > position else { return nil }
            return tell(page, try await journal())
        }
    }

    private func changes(after position: Int64) async throws(StoreFailure) -> FeedChanges? {
        try await tenant.runtime.store.changes(of: reader.user, after: position, limit: Self.page)
    }

    /// What the ids of this tenant's file begin with.
    private func journal() async throws(StoreFailure) -> FeedJournal {
        if let known = state.withLock({ $0.journal }) { return known }
        let made = Array(host.identifiers.uuid().utf8.filter { $0 != UInt8(ascii: "-") }.suffix(12))
        let journal = FeedJournal(key: try await tenant.runtime.store.key(FeedJournal.keyName, orNew: made))
        state.withLock { $0.journal = journal }
        return journal
    }

    private func greeting(isReset: Bool = false) async throws(StoreFailure) -> [UInt8] {
        let journal = try await journal()
        let start = try await tenant.runtime.store.follow(reader.user)
        state.withLock { $0.place = .after(start.position) }
        let reset = ServerSentEvent(
            name: .reset,
            id: journal.id(of: start.position),
            data: ["message": "what came since that id can't be told any more; fetch the feed"]
        )
        return opening + (isReset ? reset.bytes : []) + badge(start.unreadCount, at: journal.id(of: start.position))
    }

    /// Spread over a few seconds, for not all clients to come again at once.
    private var opening: [UInt8] {
        let number = state.withLock { $0.number ?? 0 }
        return ServerSentEvent.retry(afterMilliseconds: 1000 + number % 40 * 100)
    }

    /// The badge stands for all changes before it, once there are no more.
    private func tell(_ page: FeedChanges, _ journal: FeedJournal) -> [UInt8] {
        state.withLock { state in
            state.place = .after(page.position)
            if page.hasMore { state.isDirty = true }
        }
        let items = FeedItems(tenant.feedItemStyles, at: host)
        var bytes = page.changes.flatMap { event(for: $0, id: journal.id(of: $0.position), items).bytes }
        if !page.hasMore { bytes += badge(page.unreadCount, at: journal.id(of: page.position)) }
        return bytes
    }

    private func event(for change: FeedChange, id: String, _ items: FeedItems) -> ServerSentEvent {
        switch change.kind {
        case .shown(let item):
            return ServerSentEvent(name: .notification, id: id, data: .object(items.json(of: item)))
        case .marked(let ids, let readAt):
            var data = JSONObject([
                .init("ids", .array(ids.map { .string($0) })), .init("isRead", .boolean(readAt != nil)),
            ])
            data["readAt"] = readAt.map { .string($0.rfc3339) }
            return ServerSentEvent(name: .read, id: id, data: .object(data))
        }
    }

    private func badge(_ count: Int, at id: String) -> [UInt8] {
        ServerSentEvent(name: .badge, id: id, data: ["unreadCount": JSONValue(count)]).bytes
    }
}

extension FeedStream.State {
    var hasNews: Bool { isDirty || needsComment || end != nil || isOver }

    /// What the connection does next; nil: it waits.
    mutating func nextStep() -> FeedStream.Step? {
        if isOver { return .over }
        if let end {
            isOver = true
            return .end(end)
        }
        if isDirty {
            isDirty = false
            return .look(place)
        }
        if needsComment {
            needsComment = false
            return .comment
        }
        return nil
    }
}
