import CarillonModel
import CarillonPipeline

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How long something is repeated that failed for a reason which passes.
struct Repeating {
    /// For so long after its caller came, and once at least.
    static let limit = Duration.seconds(10)

    private let end: ContinuousClock.Instant
    /// For which a try may last at least.
    private static let shortestTry = Duration.seconds(2)
    private var pause = Duration.milliseconds(10)

    init(since start: ContinuousClock.Instant, limit: Duration = Repeating.limit) {
        end = start + limit
    }

    /// Whether no try may follow another.
    var isOver: Bool { ContinuousClock.now >= end }

    /// Until when a try that begins now may wait for its answers.
    var endOfTry: ContinuousClock.Instant { max(end, ContinuousClock.now + Self.shortestTry) }

    /// Waits before the next try.
    ///
    /// - Returns: false where there isn't to be one.
    mutating func waitAfter(_ error: PostgresError) -> Bool {
        guard error.remedy != .nothing, ContinuousClock.now + pause < end else { return false }
        _ = poll(nil, 0, CInt(clamping: pause.milliseconds))
        pause = min(pause * 2, .seconds(1))
        return true
    }
}
