import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// Follows one user's feed: what changes in it, in order, for a client that takes one piece after the other.
///
/// Each piece is read from the store after the position of the last, when the client has taken that: so one page is all that a
/// slow client makes us hold, nothing is left out, and nothing is sent twice. How a piece is written is up to who sends it:
/// ``FeedStream``, ``FeedSocket`` and the sockets of Supabase's clients. A lock, because the connection takes while workers,
/// requests and the clock wake.
final class FeedFollower: FeedListener {
    /// Seconds between signs that both ends are there.
    static let beat = 15
    /// How many seconds a client may take for one piece before the stream ends; after as long again, the connection is
    /// closed.
    static let timeLimit = 30
    /// Changes read at a time.
    static let page = 50

    /// A piece of the stream.
    enum Piece: Sendable {
        /// The beginning: how many are unread, as of this event id.
        ///
        /// `isReset`: the changes since the id that the client named aren't known any more.
        case start(id: String, unreadCount: Int, isReset: Bool)
        /// What changed, and how many are unread where no more comes behind it.
        ///
        /// `isFirst`: it goes on where the client left off.
        case changes([Change], at: String, unreadCount: Int?, isFirst: Bool)
        /// Nothing has changed for ``FeedFollower/beat`` seconds.
        case quiet
        /// The last.
        case end(StreamEnd)
    }

    struct Change: Sendable {
        /// What a client goes on after.
        let id: String
        let kind: FeedChange.Kind
    }

    let reader: LiveFeeds.Reader
    private let tenant: ActiveTenant
    private let host: HostContext
    private let state: Mutex<State>

    fileprivate struct State {
        /// One of the streams that there may be.
        var heldPlace: StreamQuota.Place?
        var expiresAt: Instant?
        var place: Place
        var journal: FeedJournal?
        var isDirty = true
        var needsBeat = false
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
    ///   - place: given back at the end; nil where the connection has one for all that it follows.
    init(
        of token: UserToken,
        in tenant: ActiveTenant,
        host: HostContext,
        after lastEventID: String?,
        place: StreamQuota.Place?
    ) {
        reader = LiveFeeds.Reader(tenant: tenant.runtime.profile.id, user: token.user)
        self.tenant = tenant
        self.host = host
        let end = Self.end(of: token, at: host.clock.now)
        state = Mutex(State(heldPlace: place, expiresAt: end, place: .start(lastEventID)))
    }

    /// A token that was accepted only because clocks differ is valid for as long as that allows.
    private static func end(of token: UserToken, at now: Instant) -> Instant? {
        token.expiresAt.map { $0 > now ? $0 : $0.advanced(by: .seconds(UserTokenVerifier.clockSkew)) }
    }

    /// Goes on with a fresh token of the same user.
    func renew(_ token: UserToken) {
        let end = Self.end(of: token, at: host.clock.now)
        state.withLock { $0.expiresAt = end }
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
            if state.seconds % Self.beat == 0 { state.needsBeat = true }
            if let end = state.expiresAt, now >= end { state.end = state.end ?? .tokenExpired }
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

    /// - Parameter disconnect: ends the connection at once, whatever is still to be written.
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

    /// The next piece; nil after the last.
    ///
    /// Asked for when the connection has taken the one before.
    func next() async -> Piece? {
        state.withLock { $0.busy = nil }
        while true {
            switch await nextStep() {
            case .over: return nil
            case .end(let reason): return handOut(.end(reason))
            case .beat: return handOut(.quiet)
            case .read(let place):
                // In a task of its own: this one keeps until it ends what its calls ever took, and may go on for hours.
                async let piece = read(from: place)
                if let piece = await piece { return handOut(piece) }
            }
        }
    }

    private func handOut(_ piece: Piece) -> Piece {
        state.withLock { $0.busy = 0 }
        return piece
    }

    fileprivate enum Step {
        case read(Place)
        case beat
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

    /// - Returns: nil where there is nothing new, or the store failed.
    private func read(from place: Place) async -> Piece? {
        do throws(StoreFailure) {
            return try await piece(from: place)
        } catch {
            end(.storeFailed)
            return nil
        }
    }

    private func piece(from place: Place) async throws(StoreFailure) -> Piece? {
        switch place {
        case .start(nil): return try await start()
        case .start(let id?):
            let journal = try await journal()
            guard let position = journal.position(of: id), let page = try await changes(after: position) else {
                return try await start(isReset: true)
            }
            return tell(page, journal, isFirst: true)
        case .after(let position):
            guard let page = try await changes(after: position) else {
                end(.erased)
                return nil
            }
            guard page.position > position else { return nil }
            return tell(page, try await journal(), isFirst: false)
        }
    }

    private func changes(after position: Int64) async throws(StoreFailure) -> FeedChanges? {
        try await tenant.runtime.store.changes(of: reader.user, after: position, limit: Self.page)
    }

    /// What the ids of this tenant's file begin with.
    private func journal() async throws(StoreFailure) -> FeedJournal {
        if let known = state.withLock({ $0.journal }) { return known }
        let journal = try await tenant.journal(host.identifiers)
        state.withLock { $0.journal = journal }
        return journal
    }

    private func start(isReset: Bool = false) async throws(StoreFailure) -> Piece {
        let journal = try await journal()
        let start = try await tenant.runtime.store.follow(reader.user)
        state.withLock { $0.place = .after(start.position) }
        return .start(id: journal.id(of: start.position), unreadCount: start.unreadCount, isReset: isReset)
    }

    /// The count stands for all changes before it, once there are no more.
    private func tell(_ page: FeedChanges, _ journal: FeedJournal, isFirst: Bool) -> Piece {
        state.withLock { state in
            state.place = .after(page.position)
            if page.hasMore { state.isDirty = true }
        }
        return .changes(
            page.changes.map { Change(id: journal.id(of: $0.position), kind: $0.kind) },
            at: journal.id(of: page.position),
            unreadCount: page.hasMore ? nil : page.unreadCount,
            isFirst: isFirst
        )
    }

    /// When clients come again, in milliseconds: spread over a few seconds, for not all of them to come at once.
    var retryTime: Int { 1000 + (state.withLock { $0.number ?? 0 }) % 40 * 100 }
}

extension FeedFollower.State {
    var hasNews: Bool { isDirty || needsBeat || end != nil || isOver }

    /// What the connection does next; nil: it waits.
    mutating func nextStep() -> FeedFollower.Step? {
        if isOver { return .over }
        if let end {
            isOver = true
            return .end(end)
        }
        if isDirty {
            isDirty = false
            return .read(place)
        }
        if needsBeat {
            needsBeat = false
            return .beat
        }
        return nil
    }
}

extension ActiveTenant {
    /// What the ids of this tenant's changes begin with.
    func journal(_ identifiers: any IdentifierMaker) async throws(StoreFailure) -> FeedJournal {
        let made = Array(identifiers.uuid().utf8.filter { $0 != UInt8(ascii: "-") }.suffix(12))
        return FeedJournal(key: try await runtime.store.key(FeedJournal.keyName, orNew: made))
    }
}
