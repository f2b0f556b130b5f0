/// Says when to speak of something that goes on failing: at once, then after longer and longer pauses, and when it is over.
///
/// Times are of a monotonic clock, since any moment.
struct FailureSpell {
    /// From the first line to the second; each pause is twice as long as the one before.
    private static let firstPause: Duration = .seconds(15)
    private static let longestPause: Duration = .seconds(900)

    private var since: Duration?
    private var isDue = Duration.zero
    private var pause = Self.firstPause

    /// Whether it failed the last time.
    var isOn: Bool { since != nil }

    /// It failed again, or for the first time.
    ///
    /// - Returns: for how long it has failed; nil where that needn't be said now.
    mutating func fail(at now: Duration) -> Duration? {
        guard let since else {
            (since, pause) = (now, Self.firstPause)
            isDue = now + pause
            return .zero
        }
        guard now >= isDue else { return nil }
        pause = min(pause * 2, Self.longestPause)
        isDue = now + pause
        return now - since
    }

    /// It works.
    ///
    /// - Returns: for how long it failed; nil where it didn't.
    @discardableResult
    mutating func end(at now: Duration) -> Duration? {
        defer { since = nil }
        return since.map { now - $0 }
    }
}
