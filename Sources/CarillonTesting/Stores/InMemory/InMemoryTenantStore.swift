import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import Synchronization

/// One tenant's part: all its state behind one lock, so that each operation is whole or didn't happen.
final class InMemoryTenantStore: Sendable {
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
        try home.requireSole()
        return try with { $0.due(at: now, limit: limit) }
    }

    func route(
        _ routed: [RoutedNotification],
        in home: LaneLease,
        at now: Instant
    ) async throws(StoreFailure) -> [[Int64]] {
        try home.requireSole()
        return try with { state in routed.map { state.route($0, at: now) } }
    }

    func postpone(
        _ rows: [Int64],
        in home: LaneLease,
        until time: Instant,
        endingAfter limit: Duration,
        because decision: Decision
    ) async throws(StoreFailure) {
        try home.requireSole()
        try with { state in
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
        try lane.requireSole()
        return try with { state throws(StoreFailure) in
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
        try lane.requireSole()
        return try with { $0.release(channel, sparing: users, limit: limit, at: now) }
    }

    func clockWentBack(in home: LaneLease, from earlier: Instant, to now: Instant) async throws(StoreFailure) {
        try home.requireSole()
        try with { $0.clockWentBack(from: earlier, to: now) }
    }
}

extension InMemoryTenantStore: LaneStore {
    func take(_ lanes: [Lane], at now: Instant) async throws(StoreFailure) -> [LaneLease] {
        try with { $0.take(lanes, at: now) }
        return lanes.map(LaneLease.sole)
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

    func unregister(token: String, owner: UserID?, at now: Instant) async throws(StoreFailure) -> DeviceRecord? {
        try with { $0.unregister(token: token, owner: owner, at: now) }
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
