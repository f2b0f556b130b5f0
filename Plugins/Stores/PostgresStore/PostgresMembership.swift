import CarillonModel
import CarillonPipeline
import Dispatch
import StoredRows
import Synchronization

/// This host among those that share the database.
///
/// It lives by a connection of its own, which waits for nothing else and isn't a pooler's; another one listens. What is
/// asked about the others takes a third.
final class PostgresMembership: Membership {
    /// Hints that come within it are sent together.
    private static let gatheringTime = DispatchTimeInterval.milliseconds(20)
    /// A renewal that takes longer is better begun anew.
    private static let renewalTimeout = Duration.seconds(3)
    /// Callers don't wait for longer to be counted here.
    private static let countTimeout = Duration.seconds(1)
    private static let forgetInterval = Duration.seconds(60)
    /// Beyond so many that couldn't be sent yet, others look at everything.
    private static let mostWaiting = 1_000

    private struct Outbox {
        var hints: Set<Hint> = []
        var isScheduled = false
    }

    private let identity: HostIdentity
    private let life: Session
    private let office: Session
    private let calls: Session
    private let callsForgottenAt = Mutex(ContinuousClock.now)
    private let listener: HintListener
    private let outbox = Mutex(Outbox())

    /// - Parameters:
    ///   - life: on a direct connection.
    ///   - office: on any.
    ///   - calls: on any; requests wait for it.
    init(identity: HostIdentity, life: Session, office: Session, calls: Session, listener: HintListener) {
        self.identity = identity
        self.life = life
        self.office = office
        self.calls = calls
        self.listener = listener
    }

    func join(_ facts: HostFacts) async throws(StoreFailure) -> HostNumber {
        await listener.start()
        let number = try await life.run { [identity] database in
            if identity.host != 0 { try database.leaveHosts(identity.host) }
            identity.host = 0
            let number = try database.joinHosts(facts, writer: identity.writer)
            identity.host = number
            return number
        }
        return HostNumber(rawValue: number)
    }

    func renew(_ facts: HostFacts?) async throws(StoreFailure) -> [LiveHost] {
        let number = try identity.joined()
        return try await life.run(within: Self.renewalTimeout) { database in
            try database.renewHost(number, facts)
            return try database.livingHosts()
        }
    }

    func leave() async throws(StoreFailure) {
        try await life.run { [identity] database in
            guard identity.host != 0 else { return }
            try database.leaveHosts(identity.host)
            identity.host = 0
        }
    }

    func hosts() async throws(StoreFailure) -> [LiveHost] { try await office.run { try $0.livingHosts() } }

    func lanes() async throws(StoreFailure) -> [LaneState] { try await office.run { try $0.laneStates() } }

    func agenda(at now: Instant) async throws(StoreFailure) -> Set<TenantID> {
        let number = try identity.joined()
        return try await office.run { try $0.agenda(of: number, at: now) }
    }

    func positions(of readers: Set<FeedReader>) async throws(StoreFailure) -> [FeedReader: Int64] {
        guard !readers.isEmpty else { return [:] }
        return try await office.run { try $0.positions(of: Array(readers)) }
    }

    func textVersions(of tenants: Set<TenantID>) async throws(StoreFailure) -> [TenantID: Int] {
        guard !tenants.isEmpty else { return [:] }
        return try await office.run { try $0.textVersions(of: tenants.map(\.rawValue)) }
    }

    func count(_ call: CountedCall) async throws(StoreFailure) -> CallCount {
        let forgets = callsForgottenAt.withLock { since in
            guard ContinuousClock.now - since >= Self.forgetInterval else { return false }
            since = .now
            return true
        }
        return try await calls.run(within: Self.countTimeout, isLeftWhenLate: true) { database in
            if forgets { try database.forgetCalls() }
            return try database.count(call)
        }
    }

    func request(_ command: LaneCommand) async throws(StoreFailure) -> Int64 {
        try await office.run { try $0.request(command) }
    }

    func commands() async throws(StoreFailure) -> [NumberedCommand] {
        let number = try identity.joined()
        return try await office.run { try $0.commands(for: number) }
    }

    func answer(_ command: Int64, with answer: JSONValue) async throws(StoreFailure) {
        try await office.run { try $0.answer(command, with: answer) }
    }

    func answer(to command: Int64) async throws(StoreFailure) -> JSONValue? {
        try await office.run { try $0.answer(to: command) }
    }

    // MARK: Hints

    func send(_ hints: Set<Hint>) {
        let isFirst = outbox.withLock { outbox in
            outbox.hints.formUnion(hints)
            if outbox.hints.count > Self.mostWaiting { outbox.hints = [.everything] }
            defer { outbox.isScheduled = true }
            return !outbox.isScheduled
        }
        if isFirst { office.attempt(after: Self.gatheringTime) { try self.sendWaiting(on: $0) } }
    }

    /// In transactions of their own, because a commit that notifies keeps all others waiting that do.
    func sendWaiting(on database: Database) throws {
        let hints = outbox.withLock { outbox in
            defer { outbox = Outbox() }
            return outbox.hints
        }
        guard !hints.isEmpty else { return }
        try database.openWhereClosed()
        for text in HintMessage(hints, from: identity.writer).texts {
            try database.run("SELECT pg_notify('\(HintListener.channel)', $1)", text)
        }
    }

    func hints() async -> Set<Hint> { await listener.mailbox.take() }
}
