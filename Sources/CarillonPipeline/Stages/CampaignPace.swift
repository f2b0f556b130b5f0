public import CarillonModel
public import CarillonProfiles

/// How many recipients of a campaign one page adds, and when the next page may follow.
///
/// The rate is kept over restarts, because the time of the next page is stored with the page before it.
public struct CampaignPace: Sendable {
    private let rate: RateLimit?

    /// A page adds those due in this time, so that the rate is steady.
    private static let step: Duration = .milliseconds(250)

    public init(_ rate: RateLimit?) {
        self.rate = rate
    }

    /// At least 1, at most ``Expanding/pageSize``.
    public var pageSize: Int {
        guard let rate else { return Expanding.pageSize }
        let due = Double(rate.count) * Double(Self.step.milliseconds) / Double(rate.window.milliseconds)
        return max(1, Int(min(due, Double(Expanding.pageSize))))
    }

    /// When the next page may be made, after one that was allowed at `planned` and added `count` recipients at `now`.
    ///
    /// A page that came a little late is caught up; a pause, or a time in which no host ran, isn't.
    public func next(after planned: Instant, telling count: Int, at now: Instant) -> Instant {
        guard let rate, count > 0 else { return now }
        let start = max(planned, now.advanced(by: .zero - Self.step))
        // Rounded up: never faster than requested.
        let wait = (Double(count) * Double(rate.window.milliseconds) / Double(rate.count)).rounded(.up)
        return start.advanced(by: .milliseconds(Int64(wait)))
    }
}
