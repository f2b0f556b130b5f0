import CarillonModel
import CarillonPluginKit
import Foundation
import Synchronization

/// Names to addresses, all of them, for all that is connected to.
///
/// Tenants and their users choose the names, and so the servers that answer for them, or don't. What one tenant's users ask for is kept, waits
/// and fails apart from what another's do. The system's look-up can't be cancelled, so each has a thread until it ends, however
/// soon those who wait for it give up; of these threads a tenant has a share (``FairSlots``).
///
/// A lock, because requests come side by side.
final class NameResolver: Sendable {
    /// How a request for addresses that weren't known ended.
    enum Outcome: String, Sendable, CaseIterable {
        case found
        /// The name has no address.
        case missing
        /// No name server answered, or not in time.
        case unanswered
        /// The tenant's turn didn't come in time.
        case crowded
    }

    /// How long addresses are waited for.
    ///
    /// Most come within milliseconds; the system's resolver tries for ten seconds and more.
    static let timeLimit = Duration.seconds(2)
    /// How many names may be looked up at a time, and by one tenant.
    static let places = (all: 64, most: 8)
    /// How many names of a tenant are kept.
    static let capacity = 512
    /// How long an answer is used: the system doesn't report how long it is valid.
    private static let lifetime = Duration.seconds(30)
    private static let failureLifetime = Duration.seconds(10)
    /// How long addresses do where no name server answers any more (RFC 8767).
    private static let staleLifetime = Duration.seconds(600)

    private let lookUp: @Sendable (String) -> [InternetAddress]?
    private let timeLimit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let report: @Sendable (TenantID, Outcome) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - timeLimit: how long addresses are waited for.
    ///   - now: the clock by which cached answers expire.
    ///   - lookUp: may block; empty where the name has no address, nil where no server answered.
    ///   - report: called with how each request ended that needed a look-up.
    init(
        timeLimit: Duration = NameResolver.timeLimit,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        lookUp: @escaping @Sendable (String) -> [InternetAddress]? = NameResolver.systemLookUp,
        report: @escaping @Sendable (TenantID, Outcome) -> Void = { _, _ in }
    ) {
        self.timeLimit = timeLimit
        self.now = now
        self.lookUp = lookUp
        self.report = report
    }

    /// - Parameter host: a name, or an address, with its brackets or without, which isn't looked up.
    /// - Throws: `notSent` where the name servers give no address, or no answer within the time.
    func addresses(
        of host: String,
        for tenant: TenantID,
        within limit: Duration
    ) async throws(EgressFailure) -> [InternetAddress] {
        if let address = InternetAddress(host.withoutBrackets) { return [address] }
        let now = now()
        let known = state.withLock { $0.names[tenant]?.known[host] }
        let answer: Answer
        if let known, known.until > now {
            answer = known.answer
        } else {
            answer = await ask(host, tenant, within: min(limit, timeLimit))
            if Task.isCancelled { throw .notSent("given up before it was sent") }
            report(tenant, answer.outcome)
        }
        switch answer {
        case .found(let addresses): return addresses
        case .missing: throw .notSent("the name \(host) wasn't found")
        case .unanswered, .crowded:
            if let last = known?.last, last.until > now { return last.addresses }
            throw answer.outcome == .crowded ? .crowded(host) : .unanswered(host)
        }
    }

    /// How many names are kept.
    func knownCount(of tenant: TenantID) -> Int { state.withLock { $0.names[tenant]?.known.count ?? 0 } }

    /// Waits for the look-up of the name, one for all who need it.
    private func ask(_ host: String, _ tenant: TenantID, within limit: Duration) async -> Answer {
        let deadline = ContinuousClock.now.advanced(by: limit)
        let wanted = Wanted(tenant: tenant, host: host)
        let ticket = state.withLock { $0.nextTicket() }
        return await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    try? await Task.sleep(until: deadline, clock: .continuous)
                    self.giveUp(wanted, ticket)
                }
                defer { group.cancelAll() }
                return await withCheckedContinuation { wait(for: wanted, ticket, $0, until: deadline) }
            }
        } onCancel: {
            giveUp(wanted, ticket)
        }
    }

    private func wait(
        for wanted: Wanted,
        _ ticket: Ticket,
        _ continuation: CheckedContinuation<Answer, Never>,
        until deadline: ContinuousClock.Instant
    ) {
        let now = now()
        // A request that was cancelled before it was queued has no entry.
        let isLate = Task.isCancelled || deadline <= .now
        let next: Step = state.withLock { state in
            let names = state.names[wanted.tenant]
            // It was answered since the caller checked.
            if let known = names?.known[wanted.host], known.until > now { return .answer(known.answer) }
            let lookUp = names?.lookUps[wanted.host]
            // What others gave up doesn't come sooner for the next.
            let isSlow = lookUp?.startedAt.map { $0.advanced(by: timeLimit) <= now } ?? false
            if isLate || isSlow { return .answer(.unanswered) }
            state.names[wanted.tenant, default: Names()].lookUps[wanted.host, default: LookUp()].waiters[ticket] =
                continuation
            guard lookUp == nil else { return .wait }
            if state.places.take(wanted.tenant) {
                state.names[wanted.tenant]?.lookUps[wanted.host]?.startedAt = now
                return .start
            }
            state.names[wanted.tenant]?.lookUps[wanted.host]?.place = ticket
            state.places.wait(wanted.tenant, wanted, ticket: ticket)
            return .wait
        }
        switch next {
        case .answer(let answer): continuation.resume(returning: answer)
        case .start: start(wanted)
        case .wait: break
        }
    }

    private func start(_ wanted: Wanted) {
        Thread.detachNewThread { [self] in finish(wanted, lookUp(wanted.host)) }
    }

    private func finish(_ wanted: Wanted, _ addresses: [InternetAddress]?) {
        let answer: Answer = addresses.map { $0.isEmpty ? .missing : .found($0) } ?? .unanswered
        let now = now()
        let (waiters, next) = state.withLock { state in
            let lookUp = state.names[wanted.tenant]?.lookUps.removeValue(forKey: wanted.host)
            state.names[wanted.tenant]?.keep(answer, of: wanted.host, at: now)
            let next = state.places.leave(wanted.tenant)?.waiter
            if let next { state.names[next.tenant]?.lookUps[next.host]?.startedAt = now }
            return (lookUp?.waiters.values, next)
        }
        for waiter in waiters.map(Array.init) ?? [] { waiter.resume(returning: answer) }
        if let next { start(next) }
    }

    /// A look-up that has a thread keeps it; one that nobody waits for any more gets none.
    private func giveUp(_ wanted: Wanted, _ ticket: Ticket) {
        let (waiter, isUnderWay) = state.withLock { state in
            guard let waiter = state.names[wanted.tenant]?.lookUps[wanted.host]?.waiters.removeValue(forKey: ticket),
                let lookUp = state.names[wanted.tenant]?.lookUps[wanted.host]
            else { return (nil as CheckedContinuation<Answer, Never>?, false) }
            let isUnderWay = lookUp.startedAt != nil
            if !isUnderWay, lookUp.waiters.isEmpty, let place = lookUp.place {
                state.names[wanted.tenant]?.lookUps[wanted.host] = nil
                _ = state.places.giveUp(wanted.tenant, ticket: place)
            }
            return (waiter, isUnderWay)
        }
        waiter?.resume(returning: isUnderWay ? .unanswered : .crowded)
    }
}

extension NameResolver {
    private typealias Ticket = FairSlots<TenantID, Wanted>.Ticket

    private struct State {
        var names: [TenantID: Names] = [:]
        var places = FairSlots<TenantID, Wanted>(NameResolver.places.all, most: NameResolver.places.most)
        private var lastTicket: Ticket = 0

        mutating func nextTicket() -> Ticket {
            lastTicket += 1
            return lastTicket
        }
    }

    /// One tenant's.
    private struct Names {
        var known: [String: Known] = [:]
        var lookUps: [String: LookUp] = [:]

        mutating func keep(_ answer: Answer, of host: String, at now: ContinuousClock.Instant) {
            if known.count >= NameResolver.capacity { known = known.filter { $0.value.until > now } }
            if known.count >= NameResolver.capacity { known = [:] }
            known[host] = Known(answer, after: known[host], at: now)
        }
    }

    private struct Known {
        let answer: Answer
        /// Then the name is resolved again.
        let until: ContinuousClock.Instant
        /// The addresses that were found last.
        let last: (addresses: [InternetAddress], until: ContinuousClock.Instant)?

        init(_ answer: Answer, after earlier: Known?, at now: ContinuousClock.Instant) {
            self.answer = answer
            switch answer {
            case .found(let addresses):
                until = now.advanced(by: NameResolver.lifetime)
                last = (addresses, now.advanced(by: NameResolver.staleLifetime))
            case .missing:
                until = now.advanced(by: NameResolver.failureLifetime)
                last = nil
            case .unanswered, .crowded:
                until = now.advanced(by: NameResolver.failureLifetime)
                last = earlier?.last
            }
        }
    }

    private struct LookUp {
        /// Nil while it waits for a thread.
        var startedAt: ContinuousClock.Instant?
        /// Its place in the queue.
        var place: Ticket?
        var waiters: [Ticket: CheckedContinuation<Answer, Never>] = [:]
    }

    private struct Wanted: Sendable {
        let tenant: TenantID
        let host: String
    }

    private enum Answer: Sendable {
        /// At least one.
        case found([InternetAddress])
        case missing
        case unanswered
        case crowded

        var outcome: Outcome {
            switch self {
            case .found: .found
            case .missing: .missing
            case .unanswered: .unanswered
            case .crowded: .crowded
            }
        }
    }

    /// What the caller does next.
    private enum Step {
        case answer(Answer)
        case start
        case wait
    }
}

extension NameResolver {
    @Sendable static func systemLookUp(_ host: String) -> [InternetAddress]? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else { return status == EAI_AGAIN ? nil : [] }
        defer { freeaddrinfo(list) }
        var addresses: [InternetAddress] = []
        var next = list
        while let info = next {
            if let address = InternetAddress(info), !addresses.contains(address) { addresses.append(address) }
            next = info.pointee.ai_next
        }
        return addresses
    }
}

extension EgressFailure {
    fileprivate static func unanswered(_ host: String) -> EgressFailure {
        .notSent("no name server answers for the name \(host)")
    }

    fileprivate static func crowded(_ host: String) -> EgressFailure {
        .notSent("the name \(host) waits to be looked up behind others of this tenant")
    }
}
