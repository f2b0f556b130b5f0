import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import Synchronization

/// Counts the failures that the pipeline reports, by minute within ``window``: for conditions that a single scan can't
/// find.
///
/// A value: the caller passes the time.
struct AlertEvidence: Sendable {
    static let window: Duration = .seconds(900)
    /// The minimum number of dead letters for an alert, whatever their share.
    static let fewestDeadLetters = 10
    /// How long an answer about a receipt may be overdue.
    static let receiptTimeout: Duration = .seconds(3600)
    /// Time between the moment when a receipt is to be requested and its answer.
    private static let receiptSlack: Duration = .seconds(120)

    private struct Place: Hashable {
        let tenant: TenantID
        let channel: ChannelID
    }

    private struct Tally {
        var delivered = 0
        /// Dead letters without those to addresses that are gone, because apps are removed every day.
        var failed = 0
        var unrendered = 0
        var refusedAddresses = 0
        /// How often each code occurred.
        ///
        /// Its size is not limited by us, because the codes are the provider's.
        var codes: [AlertKind: [String: Int]] = [:]
        private static let codeLimit = 20

        mutating func note(_ code: String, for kind: AlertKind) {
            guard codes[kind]?[code] != nil || (codes[kind]?.count ?? 0) < Self.codeLimit else { return }
            codes[kind, default: [:]][code, default: 0] += 1
        }

        /// The most frequent code.
        func code(for kind: AlertKind) -> String? {
            codes[kind]?.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        }

        static func + (left: Tally, right: Tally) -> Tally {
            Tally(
                delivered: left.delivered + right.delivered,
                failed: left.failed + right.failed,
                unrendered: left.unrendered + right.unrendered,
                refusedAddresses: left.refusedAddresses + right.refusedAddresses,
                codes: left.codes.merging(right.codes) { $0.merging($1, uniquingKeysWith: +) }
            )
        }
    }

    private struct Overdue {
        var since: Instant
        var until: Instant
    }

    /// By minutes since 1970.
    private var minutes: [Place: [Int64: Tally]] = [:]
    private var overdue: [Place: Overdue] = [:]

    mutating func record(_ observation: Observation, at now: Instant) {
        switch observation {
        case .settled(let tenant, let channel, outcome: .delivered, let count, latency: _):
            change(tenant, channel, at: now) { $0.delivered += count }
        case .gone(let tenant, let channel, let count):
            change(tenant, channel, at: now) { $0.failed -= count }
        case .refusedByProvider(let tenant, let channel, let reason):
            let isUnrendered = reason.own?.preventsRendering == true
            change(tenant, channel, at: now) { tally in
                tally.failed += 1
                if isUnrendered {
                    tally.unrendered += 1
                    tally.note(reason.code, for: .renderFailed)
                }
                tally.note(reason.code, for: .deadLetters)
            }
        case .addressMisconfigured(let tenant, let channel, let reason):
            change(tenant, channel, at: now) { tally in
                tally.refusedAddresses += 1
                tally.note(reason.code, for: .addressCredentials)
            }
        case .receiptsUnanswered(let tenant, let channel, let dueSince, let askedAgainAt):
            guard dueSince.duration(to: now) >= Self.receiptTimeout else { return }
            let until = askedAgainAt.advanced(by: Self.receiptSlack)
            let place = Place(tenant: tenant, channel: channel)
            let known = overdue[place].flatMap { $0.until > now ? $0 : nil }
            overdue[place] = Overdue(
                since: min(known?.since ?? dueSince, dueSince),
                until: max(known?.until ?? until, until)
            )
        default: break
        }
    }

    private mutating func change(
        _ tenant: TenantID,
        _ channel: ChannelID,
        at now: Instant,
        _ body: (inout Tally) -> Void
    ) {
        body(&minutes[Place(tenant: tenant, channel: channel), default: [:]][Self.minute(of: now), default: Tally()])
    }

    private static func minute(of instant: Instant) -> Int64 { instant.epochMilliseconds.floorDivided(by: 60_000) }

    /// The conditions that hold now; older evidence is removed.
    ///
    /// - Parameter share: the percentage of dead letters, of what ended on a channel, that is allowed.
    mutating func conditions(deadLettersOver share: Int, at now: Instant) -> [AlertCondition] {
        forget(at: now)
        let counted = minutes.flatMap { place, minutes in
            Self.conditions(
                of: minutes.values.reduce(Tally(), +),
                over: share,
                since: Instant(epochMilliseconds: (minutes.keys.min() ?? 0) * 60_000)
            ) { AlertCondition.Subject(kind: $0, tenant: place.tenant.rawValue, channel: place.channel) }
        }
        let late = overdue.map { place, overdue in
            AlertCondition(
                subject: .init(kind: .receiptsOverdue, tenant: place.tenant.rawValue, channel: place.channel),
                since: overdue.since,
                message: "receipts of channel \(place.channel) of \(place.tenant) have been due for over an hour"
            )
        }
        return counted + late
    }

    private mutating func forget(at now: Instant) {
        let latest = Self.minute(of: now)
        let earliest = Self.minute(of: now.advanced(by: .zero - Self.window))
        // Minutes in the future are dropped: the clock may have gone back.
        minutes = minutes.mapValues { $0.filter { $0.key > earliest && $0.key <= latest } }.filter { !$0.value.isEmpty }
        overdue = overdue.filter { $0.value.until > now && $0.value.since <= now }
    }

    private static func conditions(
        of tally: Tally,
        over share: Int,
        since: Instant,
        _ subject: (AlertKind) -> AlertCondition.Subject
    ) -> [AlertCondition] {
        var conditions: [AlertCondition] = []
        func add(_ kind: AlertKind, _ message: (String) -> String) {
            let subject = subject(kind)
            let place = "channel \(subject.channel?.rawValue ?? "") of \(subject.tenant ?? "")"
            conditions.append(
                AlertCondition(subject: subject, since: since, code: tally.code(for: kind), message: message(place))
            )
        }
        let ended = tally.delivered + tally.failed
        if tally.failed >= fewestDeadLetters, tally.failed * 100 > share * ended {
            add(.deadLetters) { "\(tally.failed) of \(ended) deliveries on \($0) failed within 15 minutes" }
        }
        if tally.unrendered > 0 {
            add(.renderFailed) { "messages for \($0) could not be rendered: \(tally.unrendered) within 15 minutes" }
        }
        if tally.refusedAddresses > 0 {
            add(.addressCredentials) {
                "some addresses on \($0) need other credentials: \(tally.refusedAddresses) failed within 15 minutes, while "
                    + "others got through"
            }
        }
        return conditions
    }
}

/// Collects evidence as the pipeline reports it.
///
/// A lock, because every worker reports here; it is held for one look-up.
final class AlertObserver: PipelineObserver {
    private let evidence = Mutex(AlertEvidence())
    private let clock: any WallClock
    /// Notified where a scan should run at once.
    let wakeSignal = WakeSignal()

    init(clock: any WallClock) {
        self.clock = clock
    }

    func observe(_ observation: Observation) {
        switch observation {
        case .settled, .gone, .refusedByProvider, .addressMisconfigured, .receiptsUnanswered:
            let now = clock.now
            evidence.withLock { $0.record(observation, at: now) }
        default: break
        }
        switch observation {
        case .channelPaused, .channelWorking, .addressMisconfigured: wakeSignal.notify()
        default: break
        }
    }

    func conditions(deadLettersOver share: Int, at now: Instant) -> [AlertCondition] {
        evidence.withLock { $0.conditions(deadLettersOver: share, at: now) }
    }
}
