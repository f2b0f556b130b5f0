import CarillonModel
public import CarillonPipeline
public import CarillonPluginKit
import Synchronization

/// A store in memory that several hosts in one process share, each by a handle of its own: for tests of what hosts do
/// together.
///
/// Lanes have epochs, and a host lives by the cluster's clock, as in a store that machines share.
public final class InMemoryCluster: Sendable {
    struct Member {
        var facts: HostFacts
        var joinedAt: Instant
        var renewedAt: Instant
        let mailbox: HintMailbox
    }

    private struct Command {
        var command: LaneCommand
        var answer: JSONValue?
    }

    private struct State {
        var parts: [TenantID: InMemoryTables] = [:]
        var members: [HostNumber: Member] = [:]
        var lastHost: Int64 = 0
        var commands: [Int64: Command] = [:]
        var lastCommand: Int64 = 0
        var losesHints = false
        var calls: [TenantID: [String: CallWindow]] = [:]
    }

    private let state = Mutex(State())
    private let identifiers: any IdentifierMaker
    private let clock: any WallClock

    /// - Parameter clock: the store's own, by which hosts live.
    public init(identifiers: any IdentifierMaker, clock: any WallClock) {
        self.identifiers = identifiers
        self.clock = clock
    }

    /// The store as one more host sees it.
    public func handle() -> InMemoryHandle { InMemoryHandle(of: self) }

    /// Whether hints are lost from now on.
    public var losesHints: Bool {
        get { state.withLock { $0.losesHints } }
        set { state.withLock { $0.losesHints = newValue } }
    }

    var now: Instant { clock.now }

    func tables(of tenant: TenantID) -> InMemoryTables {
        state.withLock { state in
            let tables = state.parts[tenant] ?? InMemoryTables(identifiers: identifiers)
            state.parts[tenant] = tables
            return tables
        }
    }

    var tenants: [TenantID] { state.withLock { $0.parts.keys.sorted() } }

    func drop(_ tenant: TenantID) -> Bool {
        guard let dropped = state.withLock({ $0.parts.removeValue(forKey: tenant) }) else { return false }
        dropped.close()
        return true
    }

    // MARK: Members

    var living: Set<HostNumber> { Set(hosts.map(\.number)) }

    var hosts: [LiveHost] {
        let now = now
        return state.withLock { state in
            state.members.filter { now < $0.value.renewedAt.advanced(by: HostLease.length) }
                .map { number, member in
                    LiveHost(
                        number: number,
                        facts: member.facts,
                        joinedAt: member.joinedAt,
                        renewedAt: member.renewedAt
                    )
                }
                .sorted { $0.number < $1.number }
        }
    }

    func join(_ facts: HostFacts, mailbox: HintMailbox) -> HostNumber {
        let now = now
        return state.withLock { state in
            state.lastHost += 1
            let number = HostNumber(rawValue: state.lastHost)
            state.members[number] = Member(facts: facts, joinedAt: now, renewedAt: now, mailbox: mailbox)
            return number
        }
    }

    func renew(_ number: HostNumber, _ facts: HostFacts?) throws(StoreFailure) {
        let now = now
        guard living.contains(number) else {
            throw StoreFailure(.laneLost, "host \(number) hasn't renewed in time")
        }
        state.withLock { state in
            state.members[number]?.renewedAt = now
            if let facts { state.members[number]?.facts = facts }
        }
    }

    func leave(_ number: HostNumber) {
        _ = state.withLock { $0.members.removeValue(forKey: number) }
    }

    func send(_ hints: Set<Hint>, from sender: HostNumber?) {
        let mailboxes = state.withLock { state in
            state.losesHints ? [] : state.members.filter { $0.key != sender }.map(\.value.mailbox)
        }
        for mailbox in mailboxes { mailbox.put(hints) }
    }

    // MARK: Lanes

    func lanes() throws(StoreFailure) -> [LaneState] {
        let living = living
        return try books().flatMap { tenant, book in
            book.entries.map { lane, entry in
                let holder = entry.holder.flatMap { living.contains($0) ? $0 : nil }
                return LaneState(
                    tenant: tenant,
                    lane: lane,
                    holder: holder,
                    epoch: entry.epoch,
                    since: entry.since,
                    condition: holder == nil ? nil : entry.condition
                )
            }
            .sorted { $0.lane.text < $1.lane.text }
        }
    }

    private func books() throws(StoreFailure) -> [(TenantID, LaneBook)] {
        var books: [(TenantID, LaneBook)] = []
        for (tenant, tables) in state.withLock({ $0.parts }).sorted(by: { $0.key < $1.key }) {
            books.append((tenant, try tables.with { $0.book }))
        }
        return books
    }

    /// Of the lanes that `host` has, whether something waits there.
    func agenda(of host: HostNumber, at now: Instant) throws(StoreFailure) -> Set<TenantID> {
        var agenda: Set<TenantID> = []
        let living = living
        for (tenant, tables) in state.withLock({ $0.parts }) {
            let hasWork = try tables.with { state in
                state.served = state.book.served(by: living)
                let held = state.book.entries.filter { $0.value.holder == host }.keys
                return state.hasWork(in: Array(held), at: now)
            }
            if hasWork { agenda.insert(tenant) }
        }
        return agenda
    }

    func positions(of readers: Set<FeedReader>) throws(StoreFailure) -> [FeedReader: Int64] {
        var positions: [FeedReader: Int64] = [:]
        let parts = state.withLock { $0.parts }
        for reader in readers {
            guard let tables = parts[reader.tenant] else { continue }
            positions[reader] = try tables.with { $0.position(of: reader.user) }
        }
        return positions
    }

    func textVersions(of tenants: Set<TenantID>) throws(StoreFailure) -> [TenantID: Int] {
        var newest: [TenantID: Int] = [:]
        for (tenant, tables) in state.withLock({ $0.parts }) where tenants.contains(tenant) {
            newest[tenant] = try tables.with { $0.textVersions.last?.version.number }
        }
        return newest
    }

    func count(_ call: CountedCall) -> CallCount {
        let now = now
        return state.withLock { state in
            state.calls[call.tenant, default: [:]][call.name, default: CallWindow()].take(call, at: now)
        }
    }

    // MARK: Commands

    func request(_ command: LaneCommand) -> Int64 {
        state.withLock { state in
            state.lastCommand += 1
            state.commands[state.lastCommand] = Command(command: command)
            return state.lastCommand
        }
    }

    func commands(for host: HostNumber) throws(StoreFailure) -> [NumberedCommand] {
        let books = Dictionary(try books()) { first, _ in first }
        return state.withLock { state in
            state.commands.filter { _, entry in
                entry.answer == nil && books[entry.command.tenant]?.entries[entry.command.lane]?.holder == host
            }
            .map { NumberedCommand(number: $0.key, $0.value.command) }
            .sorted { $0.number < $1.number }
        }
    }

    func answer(_ number: Int64, with answer: JSONValue) {
        state.withLock { state in
            if state.commands[number]?.answer == nil { state.commands[number]?.answer = answer }
        }
    }

    func answer(to number: Int64) -> JSONValue? { state.withLock { $0.commands[number]?.answer } }
}

extension InMemoryState {
    fileprivate func hasWork(in lanes: [Lane], at now: Instant) -> Bool {
        if lanes.contains(.home) {
            if nextNotification.map({ $0 <= now }) == true { return true }
            if !unexpanded(at: now, limit: 1).isEmpty { return true }
        }
        if nextReceipt(in: lanes).map({ $0 <= now }) == true { return true }
        return lanes.compactMap(\.servedChannel).contains { nextDelivery(on: $0).map { $0 <= now } == true }
    }
}
