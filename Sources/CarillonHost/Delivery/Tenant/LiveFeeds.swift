import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import CarillonProfiles
import Synchronization

/// Who follows one user's feed while it changes.
protocol FeedListener: AnyObject, Sendable {
    var reader: LiveFeeds.Reader { get }
    /// Something of the reader's was committed.
    func wake()
    /// A second has passed.
    func tick(at now: Instant)
    func end(_ reason: StreamEnd)
}

/// The streams that are open in this process: woken after commits, and by one clock for all of them.
///
/// A lock, because workers and requests wake from any thread; without streams that costs one lock. One for the host,
/// not for a tenant's runtime: it outlives reloads.
final class LiveFeeds: Sendable {
    typealias Reader = FeedReader

    private struct State {
        var streams: [Reader: [Int: any FeedListener]] = [:]
        var last = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    /// The connections that may follow feeds, and some that follow none.
    let sockets = LiveSockets()
    /// Hosts that have streams of the same readers.
    let others: OtherHosts

    init(others: OtherHosts = OtherHosts()) {
        self.others = others
    }

    /// How many streams are open.
    var count: Int { state.withLock { $0.streams.values.reduce(0) { $0 + $1.count } } }

    /// How many of each tenant's.
    var counts: [TenantID: Int] {
        state.withLock { state in
            state.streams.reduce(into: [:]) { counts, user in counts[user.key.tenant, default: 0] += user.value.count }
        }
    }

    /// Has a stream woken from now on, until it is removed.
    ///
    /// - Returns: its number; nil where no more streams are taken, because the host stops.
    func add(_ stream: any FeedListener) -> Int? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.last += 1
            state.streams[stream.reader, default: [:]][state.last] = stream
            return state.last
        }
    }

    func remove(_ number: Int, of reader: Reader) {
        state.withLock { state in
            state.streams[reader]?[number] = nil
            if state.streams[reader]?.isEmpty == true { state.streams[reader] = nil }
        }
    }

    /// Whose streams are open.
    var readers: Set<Reader> { state.withLock { Set($0.streams.keys) } }

    /// Has the streams of these users read the store, at whichever host: something of theirs was committed here.
    func wake(_ users: some Collection<UserID>, of tenant: TenantID) {
        wakeHere(users, of: tenant)
        others.tell { users.map { .feed(Reader(tenant: tenant, user: $0)) } }
    }

    /// The same, of those that are open in this process.
    func wakeHere(_ users: some Sequence<UserID>, of tenant: TenantID) {
        let woken = state.withLock { state -> [any FeedListener] in
            guard !state.streams.isEmpty else { return [] }
            return users.flatMap { user in
                state.streams[Reader(tenant: tenant, user: user)].map { Array($0.values) } ?? []
            }
        }
        for stream in woken { stream.wake() }
    }

    /// Ends the streams of a user who was erased here, at whichever host.
    func endErased(_ user: UserID, of tenant: TenantID) {
        end(.erased, of: tenant, user: user)
        others.tell { [.erased(Reader(tenant: tenant, user: user))] }
    }

    /// Ends the streams of a tenant, or of one of its users, in this process.
    func end(_ reason: StreamEnd, of tenant: TenantID, user: UserID? = nil) {
        for stream in all(where: { $0.tenant == tenant && (user == nil || $0.user == user) }) { stream.end(reason) }
        if user == nil { sockets.end(reason, of: tenant) }
    }

    /// Ends all streams, and those that are opened from now on.
    func close() {
        state.withLock { $0.isClosed = true }
        for stream in all(where: { _ in true }) { stream.end(.shutdown) }
        sockets.close()
    }

    /// A second has passed.
    func tick(at now: Instant) {
        for stream in all(where: { _ in true }) { stream.tick(at: now) }
        sockets.tick(at: now)
    }

    /// Ticks every second until the task is cancelled.
    func run(_ clock: any WallClock) async {
        let watch = ContinuousClock()
        var next = watch.now
        while !Task.isCancelled {
            next = max(next.advanced(by: .seconds(1)), watch.now)
            // Cancellation is how this ends.
            guard (try? await watch.sleep(until: next)) != nil else { return }
            tick(at: clock.now)
        }
    }

    private func all(where isMeant: (Reader) -> Bool) -> [any FeedListener] {
        state.withLock { state in
            state.streams.flatMap { isMeant($0.key) ? Array($0.value.values) : [] }
        }
    }
}

/// Why a stream ended; the client may come again, with the id it saw last.
enum StreamEnd: String, Sendable, CaseIterable {
    case tokenExpired = "token-expired"
    case slowReader = "slow-reader"
    case shutdown
    /// The tenant's profile or secrets changed.
    case reloaded
    /// The tenant's folder is gone: it is served no more.
    case removed
    case erased
    case storeFailed = "store-failed"

    /// For people; the reason's word is for programs.
    var message: String {
        switch self {
        case .tokenExpired: "the token has expired; come again with a fresh one"
        case .slowReader: "the client didn't take what was sent to it; come again with the last id"
        case .shutdown: "this host is stopping; come again with the last id"
        case .reloaded: "the tenant was loaded anew; come again with the last id"
        case .removed: "this host doesn't serve the tenant any more"
        case .erased: "the user was erased"
        case .storeFailed: "the store can't be read right now; come again with the last id"
        }
    }
}
