import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import StoredRows
import Synchronization

extension TenantRows: DeliveringStore {
    func due(in home: LaneLease, at now: Instant, limit: Int) async throws(StoreFailure) -> [DueNotification] {
        let crowd = routingCrowd.withLock { $0 }
        let search = marks.begin(in: .home)
        let (scan, found) = try await read { database in
            try database.requireToRead([home])
            let began = ContinuousClock.now
            var scan = FairScan<Int64>(limit: limit, known: crowd, from: search.start)
            try scan.choose(in: DueNotifications(now: now, database: database))
            self.marks.note(first: scan.first, of: search, in: .home, upTo: now, began: began)
            return (scan, try database.dueNotifications(scan.found))
        }
        routingCrowd.withLock { $0 = scan.crowd }
        return found
    }

    func route(
        _ routed: [RoutedNotification],
        in home: LaneLease,
        at now: Instant
    ) async throws(StoreFailure) -> [[Int64]] {
        try await write { database in
            try database.require(home)
            guard try database.isEnding else { return try database.route(routed, at: now) }
            // What has ended stays for the page that records it.
            let ended = try Set(routed.map(\.row).filter { try database.ending(ofNotification: $0) != nil })
            var rows = try database.route(routed.filter { !ended.contains($0.row) }, at: now)[...]
            return routed.map { ended.contains($0.row) ? [] : rows.removeFirst() }
        }
    }

    func postpone(
        _ rows: [Int64],
        in home: LaneLease,
        until time: Instant,
        endingAfter limit: Duration,
        because decision: Decision
    ) async throws(StoreFailure) {
        try await write { database in
            try database.require(home)
            try database.run(
                """
                UPDATE notification SET expires_at = coalesce(expires_at, due_at + $1), due_at = $2, decisions = $3
                WHERE row = ANY($4) AND status = \(notification: .scheduled)
                """,
                limit.milliseconds,
                time,
                [decision].rowText,
                rows
            )
        }
    }

    func markAttempted(
        _ rows: [Int64],
        in lane: LaneLease,
        at now: Instant
    ) async throws(StoreFailure) -> Set<Int64> {
        try await write(Marking(rows: rows, lane: lane, at: now))
    }

    func settle(_ settlements: [Settlement]) async throws(StoreFailure) {
        try await write(Settling(settlements: settlements))
    }

    func release(
        _ channel: ChannelID,
        in lane: LaneLease,
        sparing users: Set<UserID>,
        limit: Int,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        try await write { database in
            try database.require(lane)
            try database.run(
                """
                UPDATE delivery SET due_at = $1, retry_window_start = $1 WHERE row IN (
                    SELECT row FROM delivery
                    WHERE status = \(delivery: .waiting) AND due_at IS NULL AND channel = $2 AND usr <> ALL($4)
                    ORDER BY row LIMIT $3
                )
                """,
                now,
                channel,
                limit,
                try database.knownRows(of: users)
            )
            return database.changesCount
        }
    }

    func clockWentBack(in home: LaneLease, from earlier: Instant, to now: Instant) async throws(StoreFailure) {
        try await write { database in
            try database.require(home)
            try database.clockWentBack(from: earlier, to: now, isKnown: true)
        }
        // What was due by then is due at other times now.
        crowds.withLock { $0 = [:] }
        routingCrowd.withLock { $0 = nil }
        marks.forget()
    }

    /// Of a row of `delivery`: it isn't of a channel in $3, whose lanes other hosts have.
    ///
    /// Only what a caller in `home` does of such a channel is refused by it: whoever names the channel's lane has it.
    static let isInLane = "channel <> ALL($3)"
}

/// Deliveries about to be attempted: marked with those of others.
struct Marking: CommonWrite {
    let rows: [Int64]
    let lane: LaneLease
    let at: Instant

    /// - Returns: those of each that are marked.
    static func run(_ all: [Self], on database: Database) throws -> [Set<Int64>] {
        try database.requireNotWithheld()
        for lane in Set(all.map(\.lane)) { try database.require(lane) }
        // Whoever asks first at another time has it.
        var times: [Int64: Instant] = [:]
        for marking in all {
            for row in marking.rows where times[row] == nil { times[row] = marking.at }
        }
        let marked = try database.mark(times)
        return all.map { marking in
            Set(marking.rows.filter { marked.contains($0) && times[$0] == marking.at })
        }
    }
}

extension Database {
    /// - Parameter times: of each row the time it is marked with.
    fileprivate func mark(_ times: [Int64: Instant]) throws -> Set<Int64> {
        let wanted = try times.values.max().map { now in try withoutEnded(times.keys.sorted(), at: now) }
        guard let rows = wanted, !rows.isEmpty else { return [] }
        let marked: [Int64] = try values(
            """
            UPDATE delivery d SET attempted_at = m.at FROM unnest($1, $2) m (row, at)
            WHERE d.row = m.row AND d.status \(byRow: DeliveryState.leased)
                AND (d.attempted_at IS NULL OR d.attempted_at = m.at) AND d.\(TenantRows.isInLane)
            RETURNING d.row
            """,
            rows,
            rows.map { times[$0] },
            lanes.channelsOfOthers
        )
        return Set(marked)
    }

    /// - Returns: the rows of the deliveries of each; none where the notification isn't waiting for this any more.
    fileprivate func route(_ routed: [RoutedNotification], at now: Instant) throws -> [[Int64]] {
        var seen: Set<Int64> = []
        let first = routed.map { seen.insert($0.row).inserted }
        let wanted = zip(routed, first).filter(\.1).map(\.0)
        let taken = try rows(
            """
            UPDATE notification n SET status = \(notification: .routed), decisions = r.decisions
            FROM unnest($1, $2) r (row, decisions) WHERE n.row = r.row AND n.status \(byRow: NotificationState.scheduled)
            RETURNING n.row, n.usr, CASE WHEN n.standing IS NOT NULL THEN n.event END AS campaign
            """,
            wanted.map(\.row),
            wanted.map(\.decisions.rowText)
        ) { columns in
            (
                row: try columns["row"] as Int64, user: try columns["usr"] as Int64,
                campaign: try columns["campaign"] as Int64?
            )
        }
        guard !taken.isEmpty else { return routed.map { _ in [] } }
        let ofRow = Dictionary(taken.map { ($0.row, $0) }) { first, _ in first }
        let pointless = wanted.filter { $0.deliveries.isEmpty && ofRow[$0.row] != nil }.map(\.row)
        if !pointless.isEmpty { try forgetDedupeKeys(of: pointless) }
        var batch = RoutedDeliveries(at: now)
        var results = [[Int64]](repeating: [], count: routed.count)
        for (index, notification) in routed.enumerated() where first[index] {
            guard let known = ofRow[notification.row] else { continue }
            results[index] = [Int64](repeating: 0, count: notification.deliveries.count)
            for (position, plan) in notification.deliveries.enumerated() {
                let place = RoutedDeliveries.Place(index: index, position: position)
                guard plan.window != nil || plan.collapse != nil else {
                    batch.add(plan, of: notification.row, user: known.user, campaign: known.campaign, at: place)
                    continue
                }
                // In their order: what comes may take the place of what came before it.
                for (place, row) in try batch.insert(into: self) { results[place.index][place.position] = row }
                if plan.collapse != nil { try collapse(plan, at: now) }
                if plan.dueAt != nil {
                    results[index][position] = try wait(plan, of: notification.row, at: now)
                } else {
                    batch.add(plan, of: notification.row, user: known.user, campaign: known.campaign, at: place)
                }
            }
        }
        for (place, row) in try batch.insert(into: self) { results[place.index][place.position] = row }
        return results
    }

    func hasDevice(_ id: String) throws -> Bool {
        try exists("SELECT 1 FROM device WHERE id = $1", id)
    }
}
