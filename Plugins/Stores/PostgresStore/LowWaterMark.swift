import CarillonModel
import CarillonPipeline
import Synchronization

/// From where on a search for what is due begins, so that it doesn't read again what was taken long ago.
///
/// As long as any transaction of the server holds a snapshot, an index keeps the entries of all rows that changed since, and a search from
/// the beginning reads all that was ever due meanwhile. Nothing waits that was due before the first that the last search found, but
/// for what came late, from a host whose commit took long or with a time that had passed. So a search begins a second before that, and
/// one from the beginning is made as often as takes a fiftieth of the time, every ten seconds at least, and whenever nothing else is
/// found: where nothing holds a snapshot each search is one.
struct LowWaterMark {
    /// A search that has begun.
    struct Search: Sendable {
        /// The least `due_at` to look for.
        let start: Int64
        fileprivate let turn: Int

        var isWhole: Bool { start == .min }
    }

    /// A search that takes no longer is no burden.
    private static let short = Duration.milliseconds(20)
    private static let share = 50
    private static let longestInterval = Duration.seconds(10)
    private static let lateness: Int64 = 1000

    /// Milliseconds since 1970, as `due_at`.
    private var mark = Int64.min
    private var nextWhole = ContinuousClock.now
    /// Rises whenever the mark is forgotten.
    private var turn = 0

    mutating func begin(at time: ContinuousClock.Instant = .now) -> Search {
        Search(start: time >= nextWhole || mark == .min ? .min : mark - Self.lateness, turn: turn)
    }

    /// Notes what a search found that passed over nobody; nothing where the mark was forgotten since it began.
    ///
    /// - Parameters:
    ///   - first: when what it found first was due; nil where nothing is.
    ///   - now: up to when it looked.
    mutating func note(
        first: Int64?,
        of search: Search,
        upTo now: Instant,
        began: ContinuousClock.Instant,
        ended: ContinuousClock.Instant = .now
    ) {
        guard search.turn == turn else { return }
        mark = first ?? now.epochMilliseconds
        guard search.isWhole else { return }
        let duration = ended - began
        nextWhole = ended + (duration > Self.short ? min(Self.longestInterval, duration * Self.share) : .zero)
    }

    /// The next search finds what is due at that time.
    mutating func lower(to dueAt: Int64) { mark = min(mark, dueAt) }

    /// The next search is a whole one: times have changed.
    mutating func forget() {
        mark = .min
        turn += 1
    }
}

/// The marks of a tenant's lanes: of `home` for notifications, of the others for their channels' deliveries.
final class LowWaterMarks: Sendable {
    private let marks = Mutex<[Lane: LowWaterMark]>([:])

    func begin(in lane: Lane) -> LowWaterMark.Search {
        marks.withLock { $0[lane, default: LowWaterMark()].begin() }
    }

    func note(
        first: Int64?,
        of search: LowWaterMark.Search,
        in lane: Lane,
        upTo now: Instant,
        began: ContinuousClock.Instant
    ) {
        marks.withLock { $0[lane]?.note(first: first, of: search, upTo: now, began: began) }
    }

    /// When the next is due: looked for from the mark, and where nothing is there, from the beginning.
    ///
    /// - Parameter select: the earliest that is due at that time, or after it.
    func next(in lane: Lane, of search: LowWaterMark.Search, _ select: (Int64) throws -> Instant?) rethrows -> Instant?
    {
        if let next = try select(search.start) { return next }
        guard !search.isWhole, let late = try select(.min) else { return nil }
        marks.withLock { $0[lane]?.lower(to: late.epochMilliseconds) }
        return late
    }

    func forget() {
        marks.withLock { marks in for lane in marks.keys { marks[lane]?.forget() } }
    }
}
