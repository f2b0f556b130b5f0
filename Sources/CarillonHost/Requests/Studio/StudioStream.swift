import CarillonModel
import CarillonPipeline
import Synchronization

/// One page's stream of what others do in the studio.
///
/// What the page hasn't taken is kept as far as it matters: who is there now, and the latest of the rest. A lock, because the
/// connection takes while others tell.
final class StudioStream: LiveBody {
    /// Between signs that both ends are there; then it is also looked whether the session goes on.
    static let beat: Duration = .seconds(15)
    /// News that wait at most; of more, the oldest are left out.
    static let mostNews = 32

    let person: StudioRooms.Person
    private let tenant: TenantID
    private let rooms: StudioRooms
    /// Whether who listens is still let in.
    private let isLetIn: @Sendable () async -> Bool
    private let signal = WakeSignal()
    private let state = Mutex(State())

    fileprivate struct State {
        var number: Int?
        var news: [StudioRooms.News] = []
        var hasBegun = false
        var isOver = false
        /// Whether the connection is busy with a piece.
        var isBusy = false
        var disconnect: (@Sendable () -> Void)?
    }

    /// - Parameter first: told before anything else.
    init(
        _ person: StudioRooms.Person,
        of tenant: TenantID,
        in rooms: StudioRooms,
        first: StudioRooms.News,
        isLetIn: @escaping @Sendable () async -> Bool
    ) {
        self.person = person
        self.tenant = tenant
        self.rooms = rooms
        self.isLetIn = isLetIn
        state.withLock { $0.news = [first] }
    }

    func hear(_ news: StudioRooms.News) {
        state.withLock { state in
            // Of who is there, and of the words that count, only the latest matters.
            state.news.removeAll { $0.name == news.name && ($0.name != "changed" || $0 == news) }
            state.news.append(news)
            if state.news.count > Self.mostNews { state.news.removeFirst() }
        }
        signal.notify()
    }

    /// The host stops.
    func end() {
        let stuck = state.withLock { state in
            state.isOver = true
            return state.isBusy ? state.disconnect : nil
        }
        signal.notify()
        stuck?()
    }

    // MARK: the connection

    func begin(disconnect: @escaping @Sendable () -> Void) {
        state.withLock { $0.disconnect = disconnect }
        let number = rooms.enter(self, tenant)
        state.withLock { state in
            state.number = number
            if number == nil { state.isOver = true }
        }
    }

    func stop() {
        let number = state.withLock { state in
            state.isOver = true
            state.disconnect = nil
            return state.number.take()
        }
        if let number { rooms.leave(number, tenant) }
        signal.notify()
    }

    func next() async -> [UInt8]? {
        state.withLock { $0.isBusy = false }
        while true {
            let (bytes, isOver) = state.withLock { ($0.take(), $0.isOver) }
            if isOver || Task.isCancelled { return nil }
            if let bytes { return await letIn(bytes) }
            await signal.wait(atMost: Self.beat)
            let isQuiet = state.withLock { $0.news.isEmpty && !$0.isOver }
            if isQuiet { return await letIn(ServerSentEvent.comment) }
        }
    }

    /// - Returns: nil for who isn't let in any more.
    private func letIn(_ bytes: [UInt8]) async -> [UInt8]? {
        guard await isLetIn() else { return nil }
        state.withLock { $0.isBusy = true }
        return bytes
    }
}

extension StudioStream.State {
    /// What there is to say; nil for nothing.
    fileprivate mutating func take() -> [UInt8]? {
        guard !news.isEmpty else { return nil }
        var bytes = hasBegun ? [] : ServerSentEvent.retry(afterMilliseconds: 3000)
        hasBegun = true
        for one in news { bytes += ServerSentEvent.bytes(one.name, one.json) }
        news = []
        return bytes
    }
}
