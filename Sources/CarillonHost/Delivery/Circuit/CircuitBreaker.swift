import CarillonModel
import CarillonPluginKit

/// Whether a channel of a tenant may send, and why not: its provider fails or requested a pause, or its credentials are
/// wrong.
///
/// A pure state machine, which is given the time. After ``FailureStreak/limit`` failures in a row the circuit opens, each time for
/// longer; when that time is over one delivery is tried (the circuit is half open), and only if it succeeds do the
/// others follow. Deliveries wait meanwhile, in the store or in the queue, and no attempt of theirs is used up.
struct CircuitBreaker: Sendable, Hashable {
    enum State: Sendable, Hashable {
        case closed
        /// The provider fails, or requested a pause.
        case open(Interruption)
        /// Credentials or settings are wrong.
        case paused(Interruption)
    }

    struct Interruption: Sendable, Hashable {
        /// When none is tried until an operator orders it: the last day of the year 9999.
        static let never = Instant(epochMilliseconds: 253_402_214_400_000)

        var reason: OutcomeReason
        var since: Instant
        /// When one delivery is tried; or ``never``.
        var until: Instant
        /// The same, as it is reported; nil for never.
        var nextTry: Instant? { until < Self.never ? until : nil }
        /// How many there have been in a row, with this one.
        var count = 1
        /// Of a pause: the time from which a delivery may be tried early, because a caller waits for its outcome.
        var awaitedFrom: Instant?
        /// When the next one was planned, while such a one is tried.
        var planned: Instant?
    }

    /// What a batch showed.
    enum Verdict: Sendable, Hashable {
        case works
        /// Nothing got through, for no fault of any message; `after` is the wait that the provider named.
        case fails(OutcomeReason, after: Duration?)
        case misconfigured(OutcomeReason)
        /// Nothing was sent.
        case nothing
    }

    /// What may be sent now.
    enum Permit: Sendable, Hashable {
        case batch
        /// One delivery, whose outcome decides.
        case probe
        /// Nil: until the probe under way has its answer.
        case wait(until: Instant?)
    }

    enum Change: Sendable, Hashable {
        case paused(OutcomeReason, since: Instant)
        case opened(OutcomeReason, until: Instant)
        case works(wasPaused: Bool)
    }

    static let firstOpenTime: Duration = .seconds(5)
    static let longestOpenTime: Duration = .seconds(300)
    static let firstPause: Duration = .seconds(60)
    static let longestPause: Duration = .seconds(900)
    /// While it is paused, the first who waits for an answer has one delivery tried at once, and from then on those who
    /// wait have one tried once in so long, however many they are.
    static let awaitedGap: Duration = .seconds(5)

    private(set) var state = State.closed
    private var failures = FailureStreak()
    private var isProbing = false
    /// Spreads the attempts of many tenants.
    private let seed: UInt64
    /// Codes after which the tenant's profile allows no other attempt: a pause for one of them ends when an operator
    /// orders it.
    private let finalCodes: Set<String>

    init(seed: UInt64 = 0, finalCodes: Set<String> = []) {
        self.seed = seed
        self.finalCodes = finalCodes
    }

    /// A pause that an earlier process stored: one delivery is tried at once.
    init(paused: PausedSince, seed: UInt64 = 0, finalCodes: Set<String> = [], at now: Instant) {
        self.init(seed: seed, finalCodes: finalCodes)
        state = .paused(Interruption(reason: paused.reason, since: paused.since, until: now))
    }

    /// An open circuit that another process had: it rests for as long as it would have there.
    init(circuitOpen interruption: Interruption, seed: UInt64 = 0, finalCodes: Set<String> = []) {
        self.init(seed: seed, finalCodes: finalCodes)
        state = .open(interruption)
    }

    struct PausedSince: Sendable, Hashable {
        var reason: OutcomeReason
        var since: Instant
    }

    /// Takes the permit; a probe is under way until ``record(_:onlyTo:isProbe:at:)``.
    mutating func permit(at now: Instant) -> Permit {
        guard let interruption else { return .batch }
        if isProbing { return .wait(until: nil) }
        if now < interruption.until { return .wait(until: interruption.until) }
        isProbing = true
        return .probe
    }

    /// - Parameter address: where all of the batch went; nil for several, or where it is unknown.
    /// - Returns: what changed, if anything.
    mutating func record(
        _ verdict: Verdict,
        onlyTo address: String? = nil,
        isProbe: Bool,
        at now: Instant
    ) -> Change? {
        if isProbe { isProbing = false }
        switch (verdict, state) {
        case (.nothing, _): return nil
        case (.misconfigured(let reason), .paused(var interruption)):
            // Batches that were under way when it was paused add no evidence.
            guard isProbe else { return nil }
            // An attempt made early because somebody waits leaves the plan as it was.
            if interruption.planned == nil { interruption.count += 1 }
            interruption.goOn(until: end(ofPause: interruption.count, for: reason, at: now), triedAt: now)
            interruption.reason = reason
            state = .paused(interruption)
            return nil
        case (.misconfigured(let reason), _):
            failures = FailureStreak()
            let until = end(ofPause: 1, for: reason, at: now)
            state = .paused(Interruption(reason: reason, since: now, until: until, awaitedFrom: now))
            return .paused(reason, since: now)
        case (.works, .closed):
            failures = FailureStreak()
            return nil
        case (.works, .open), (.works, .paused):
            guard isProbe else { return nil }
            return recover()
        case (.fails(let reason, let after), .closed):
            failures.add(reason, onlyTo: address)
            guard after != nil || failures.opensBreaker else { return nil }
            let length = after ?? spread(Self.firstOpenTime)
            return open(reason, since: now, until: now.advanced(by: length), count: 1)
        case (.fails(let reason, let after), .open(let before)):
            // A time that the provider names counts whoever was addressed.
            guard isProbe || after != nil else { return nil }
            let count = before.count + (isProbe ? 1 : 0)
            let own = isProbe ? spread(Self.openTime(number: count)) : .zero
            let until = max(before.until, now.advanced(by: max(own, after ?? .zero)))
            return open(reason, since: before.since, until: until, count: count)
        case (.fails(_, let after), .paused(var interruption)):
            guard isProbe else { return nil }
            let until = now.advanced(by: max(spread(Self.firstPause), after ?? .zero))
            interruption.goOn(until: until, triedAt: now, after: after ?? .zero)
            state = .paused(interruption)
            return nil
        }
    }

    private mutating func recover() -> Change {
        let wasPaused = if case .paused = state { true } else { false }
        state = .closed
        failures = FailureStreak()
        return .works(wasPaused: wasPaused)
    }

    private mutating func open(_ reason: OutcomeReason, since: Instant, until: Instant, count: Int) -> Change {
        failures = FailureStreak()
        state = .open(Interruption(reason: reason, since: since, until: until, count: count))
        return .opened(reason, until: until)
    }
}

extension CircuitBreaker {
    /// Nil while it works.
    var interruption: Interruption? {
        switch state {
        case .closed: nil
        case .open(let interruption), .paused(let interruption): interruption
        }
    }

    var isPaused: Bool { if case .paused = state { true } else { false } }

    /// Has a delivery tried at once, as when an operator reports that the cause is fixed.
    mutating func tryNow(at now: Instant) {
        switch state {
        case .closed: break
        case .open(var interruption):
            interruption.until = min(interruption.until, now)
            state = .open(interruption)
        case .paused(var interruption):
            interruption.until = min(interruption.until, now)
            interruption.planned = nil
            state = .paused(interruption)
        }
    }

    /// While it is paused, has the next delivery tried at once for somebody who waits for what becomes of theirs.
    ///
    /// - Returns: false where one was tried a moment ago, or the provider requested a longer pause.
    mutating func probeForCaller(at now: Instant) -> Bool {
        guard case .paused(var interruption) = state else { return false }
        guard now < interruption.until else { return true }
        guard now >= interruption.awaitedFrom ?? now else { return false }
        interruption.planned = interruption.until
        interruption.until = now
        state = .paused(interruption)
        return true
    }

    /// While it sends nothing: after how long a caller should try again.
    func waitForCaller(at now: Instant) -> Duration? {
        guard let interruption else { return nil }
        let next = min(interruption.until, interruption.awaitedFrom ?? interruption.until)
        return max(now.duration(to: next), .seconds(1))
    }

    mutating func clockWentBack(by step: Duration) {
        guard var interruption else { return }
        interruption.shift(by: .zero - step)
        state = isPaused ? .paused(interruption) : .open(interruption)
    }

    /// 5 s, 10 s, 20 s … 5 minutes.
    static func openTime(number: Int) -> Duration { min(firstOpenTime * (1 << min(number - 1, 16)), longestOpenTime) }
    /// 1, 2, 4, 8, 15 minutes.
    static func pause(number: Int) -> Duration { min(firstPause * (1 << min(number - 1, 16)), longestPause) }

    private func end(ofPause number: Int, for reason: OutcomeReason, at now: Instant) -> Instant {
        finalCodes.contains(reason.code) ? Interruption.never : now.advanced(by: spread(Self.pause(number: number)))
    }

    /// Up to a tenth more.
    private func spread(_ length: Duration) -> Duration {
        length + .milliseconds(length.milliseconds * Int64(seed % 1024) / 10240)
    }
}

extension CircuitBreaker.Interruption {
    /// Pauses again, after a failed attempt.
    ///
    /// - Parameters:
    ///   - next: when the next is due, unless one is planned already.
    ///   - wait: the provider's requested pause.
    fileprivate mutating func goOn(until next: Instant, triedAt now: Instant, after wait: Duration = .zero) {
        let earliest = now.advanced(by: max(CircuitBreaker.awaitedGap, wait))
        until = max(planned ?? next, earliest)
        awaitedFrom = earliest
        planned = nil
    }

    fileprivate mutating func shift(by step: Duration) {
        since = since.advanced(by: step)
        until = nextTry?.advanced(by: step) ?? until
        awaitedFrom = awaitedFrom?.advanced(by: step)
        planned = planned.map { $0 < Self.never ? $0.advanced(by: step) : $0 }
    }
}
