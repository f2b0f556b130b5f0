import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import Synchronization

/// One tenant's part: all its state behind one lock, so that each operation is whole or didn't happen.
final class InMemoryTables: Sendable {
    private let state: Mutex<InMemoryState?>

    init(identifiers: any IdentifierMaker) {
        state = Mutex(InMemoryState(identifiers: identifiers))
    }

    func close() {
        state.withLock { $0 = nil }
    }

    func with<Value: Sendable>(
        _ body: (inout InMemoryState) throws(StoreFailure) -> Value
    ) throws(StoreFailure) -> Value {
        try state.withLock { state throws(StoreFailure) in
            // Taken out and put back, or every change would copy the tables.
            guard var open = state.take() else { throw StoreFailure(.unavailable, "the store is closed") }
            defer { state = open }
            return try body(&open)
        }
    }
}

/// A tenant's part in the hands of one host.
final class InMemoryTenantStore: Sendable {
    let tables: InMemoryTables
    /// Who works with it, where several do.
    private let host: InMemoryHandle?

    init(_ tables: InMemoryTables, of host: InMemoryHandle? = nil) {
        self.tables = tables
        self.host = host
    }

    func with<Value: Sendable>(
        _ body: (inout InMemoryState) throws(StoreFailure) -> Value
    ) throws(StoreFailure) -> Value {
        guard let host else { return try tables.with(body) }
        let living = try host.living()
        return try tables.with { state throws(StoreFailure) in
            state.served = state.book.served(by: living)
            return try body(&state)
        }
    }

    /// - Throws: `.laneLost` where one of them has ended; nothing is done then.
    func with<Value: Sendable>(
        in leases: [LaneLease],
        _ body: (inout InMemoryState) throws(StoreFailure) -> Value
    ) throws(StoreFailure) -> Value {
        guard let host else {
            for lease in leases { try lease.requireSole() }
            return try with(body)
        }
        return try with { state throws(StoreFailure) in
            for lease in leases { try state.book.require(lease, of: host.number, at: host.now) }
            return try body(&state)
        }
    }

    func with<Value: Sendable>(
        in lease: LaneLease,
        _ body: (inout InMemoryState) throws(StoreFailure) -> Value
    ) throws(StoreFailure) -> Value {
        try with(in: [lease], body)
    }
}

extension InMemoryTenantStore: AcceptingStore {
    func accept(_ event: AcceptedEvent) async throws(StoreFailure) -> Acceptance {
        try with { state throws(StoreFailure) in try state.accept(event) }
    }

    func hasAccepted(_ externalID: String, from source: String) async throws(StoreFailure) -> Bool {
        try with { $0.hasAccepted(externalID, from: source) }
    }
}

extension InMemoryTenantStore: DeliveringStore {
    func due(in home: LaneLease, at now: Instant, limit: Int) async throws(StoreFailure) -> [DueNotification] {
        try with(in: home) { $0.due(at: now, limit: limit) }
    }

    func route(
        _ routed: [RoutedNotification],
        in home: LaneLease,
        at now: Instant
    ) async throws(StoreFailure) -> [[Int64]] {
        try with(in: home) { state in routed.map { state.route($0, at: now) } }
    }

    func made(_ messages: Set<RoomMessage>) async throws(StoreFailure) -> Set<RoomMessage> {
        try with { state in messages.filter(state.isMade) }
    }

    func postpone(
        _ rows: [Int64],
        in home: LaneLease,
        until time: Instant,
        endingAfter limit: Duration,
        because decision: Decision
    ) async throws(StoreFailure) {
        try with(in: home) { state in
            for row in rows where state.scheduled.contains(row) {
                guard let planned = state.notifications[row]?.planned else { continue }
                state.notifications[row]?.planned.expiresAt = planned.expiresAt ?? planned.dueAt.advanced(by: limit)
                state.notifications[row]?.planned.dueAt = time
                state.notifications[row]?.decisions = [decision]
            }
        }
    }

    func markAttempted(
        _ rows: [Int64],
        in lane: LaneLease,
        at now: Instant
    ) async throws(StoreFailure) -> Set<Int64> {
        try with(in: lane) { state throws(StoreFailure) in
            let marked = state.markAttempted(rows, at: now)
            guard state.lostMarks == 0 else {
                state.lostMarks -= 1
                throw StoreFailure(.unknown, "the answer was lost")
            }
            return marked
        }
    }

    func settle(_ settlements: [Settlement]) async throws(StoreFailure) {
        try with { state in
            for settlement in settlements { state.settle(settlement) }
        }
    }

    func release(
        _ channel: ChannelID,
        in lane: LaneLease,
        sparing users: Set<UserID>,
        limit: Int,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        try with(in: lane) { $0.release(channel, sparing: users, limit: limit, at: now) }
    }

    func clockWentBack(in home: LaneLease, from earlier: Instant, to now: Instant) async throws(StoreFailure) {
        try with(in: home) { $0.clockWentBack(from: earlier, to: now) }
    }
}

extension InMemoryTenantStore: LaneStore {
    func take(_ lanes: [Lane], at now: Instant) async throws(StoreFailure) -> [LaneLease] {
        guard let host else {
            try with { $0.take(lanes, at: now) }
            return lanes.map(LaneLease.sole)
        }
        let living = try host.living()
        guard let number = host.number, living.contains(number) else {
            throw StoreFailure(.laneLost, "this host isn't alive in the store: it joins before it takes lanes")
        }
        return try with { state in
            let leases = state.book.take(lanes, for: number, whileLiving: living, at: host.now)
            state.served = state.book.served(by: living)
            state.take(leases.map(\.lane), at: now)
            return leases
        }
    }

    func releaseLanes(_ leases: [LaneLease], at now: Instant) async throws(StoreFailure) {
        guard let host else { return }
        try with { state in
            for lease in leases where state.book.isHeld(lease, by: host.number) {
                state.releaseLeases(in: [lease.lane], at: now)
                state.book.releaseLanes(lease.lane, at: host.now)
            }
        }
    }

    func note(_ condition: JSONValue, of lease: LaneLease) async throws(StoreFailure) {
        guard host != nil else { return }
        try with(in: lease) { $0.book.note(condition, of: lease.lane) }
    }

    func conditions(of leases: [LaneLease]) async throws(StoreFailure) -> [ChannelID: JSONValue] {
        guard host != nil else { return [:] }
        var conditions: [ChannelID: JSONValue] = [:]
        for lease in leases {
            guard let channel = lease.lane.servedChannel else { continue }
            conditions[channel] = try with(in: lease) { $0.book.entries[lease.lane]?.condition }
        }
        return conditions
    }
}

extension InMemoryTenantStore: UsedCodeStore {
    func use(_ digest: [UInt8], until end: Instant, at now: Instant) async throws(StoreFailure) -> Bool {
        try with { state in
            state.usedCodes = state.usedCodes.filter { $0.value > now }
            return state.usedCodes.updateValue(end, forKey: digest) == nil
        }
    }
}

extension InMemoryTenantStore: DeviceStore {
    func register(
        _ registration: DeviceRegistration,
        within limits: DeviceLimits,
        at now: Instant
    ) async throws(StoreFailure) -> Registered {
        try with { $0.register(registration, within: limits, at: now) }
    }

    func unregister(
        token: String,
        plugin: PluginID?,
        owner: UserID?,
        at now: Instant
    ) async throws(StoreFailure) -> DeviceRecord? {
        try with { $0.unregister(token: token, plugin: plugin, owner: owner, at: now) }
    }

    func unregister(deviceID: String, owner: UserID?, at now: Instant) async throws(StoreFailure) -> DeviceRecord? {
        try with { $0.unregister(deviceID: deviceID, owner: owner, at: now) }
    }

    func devices(of owner: UserID) async throws(StoreFailure) -> [DeviceRecord] {
        try with { $0.devices(of: owner) }
    }
}

extension InMemoryTenantStore: FeedStore {
    func putInFeed(_ entries: [FeedEntry], at now: Instant) async throws(StoreFailure) -> Set<UserID> {
        try with { state in Set(entries.compactMap { state.show($0, at: now) }) }
    }

    func feed(of reader: UserID, _ query: FeedQuery) async throws(StoreFailure) -> FeedPage {
        try with { $0.page(of: reader, query) }
    }

    func items(_ ids: [String], of reader: UserID) async throws(StoreFailure) -> [FeedItem] {
        try with { $0.items(ids, of: reader) }
    }

    func mark(
        _ ids: [String],
        of reader: UserID,
        read: Bool,
        at now: Instant
    ) async throws(StoreFailure) -> MarkResult {
        try with { $0.mark(ids, of: reader, read: read, at: now) }
    }

    func ids(in group: CollectedGroup, of reader: UserID, read: Bool) async throws(StoreFailure) -> [String] {
        try with { $0.ids(in: group, of: reader, read: read) }
    }
}

extension InMemoryTenantStore: UserStore {
    func facts(of user: UserID) async throws(StoreFailure) -> UserAttributes? {
        try with { $0.users[user]?.facts }
    }

    func put(_ facts: UserAttributes, of user: UserID, at now: Instant) async throws(StoreFailure) {
        try with { state in
            state.putOverDevices(facts, of: user)
            if let email = facts.email { state.users[user]?.goneAddresses.remove(email.exact) }
        }
    }
}

extension InMemoryTenantStore: TracingStore {
    func trace(event id: String, _ page: TracePage) async throws(StoreFailure) -> EventTrace? {
        try with { $0.trace(event: id, page) }
    }
}
