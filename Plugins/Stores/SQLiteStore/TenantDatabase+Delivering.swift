import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB
import Synchronization

extension TenantDatabase: DeliveringStore {
    func due(at now: Instant, limit: Int) async throws(StoreFailure) -> [DueNotification] {
        try await read { database in try database.dueNotifications(at: now, limit: limit) }
    }

    func route(_ routed: [RoutedNotification], at now: Instant) async throws(StoreFailure) -> [[Int64]] {
        try await write { database in
            let isEnding = try database.isEnding
            return try routed.map { routed in
                // It stays for the page that ends it.
                if isEnding, try database.ending(ofNotification: routed.row) != nil { return [] }
                return try database.route(routed, at: now)
            }
        }
    }

    func postpone(
        _ rows: [Int64],
        until time: Instant,
        endingAfter limit: Duration,
        because decision: Decision
    ) async throws(StoreFailure) {
        try await write { database in
            for row in rows {
                try database.run(
                    """
                    UPDATE notification SET expires_at = coalesce(expires_at, due_at + ?1), due_at = ?2, decisions = ?3
                    WHERE row = ?4 AND status = 0
                    """,
                    limit.milliseconds,
                    time.epochMilliseconds,
                    [decision].rowText,
                    row
                )
            }
        }
    }

    func leaseDeliveries(at now: Instant, limit: Int) async throws(StoreFailure) -> [LeasedDelivery] {
        try await lease(at: now) { database in
            try database.rows(
                """
                SELECT row, window FROM delivery WHERE status = 0 AND due_at IS NOT NULL AND due_at <= ?
                ORDER BY due_at, row LIMIT ?
                """,
                now.epochMilliseconds,
                limit
            ) { (row: $0[0] as Int64, window: $0[1] as String?) }
        }
    }

    func markAttempted(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> Set<Int64> {
        try await write { database in
            var marked: Set<Int64> = []
            for row in try database.withoutEnded(rows, at: now) {
                try database.run(
                    "UPDATE delivery SET attempted_at = ? WHERE row = ? AND status = 1 AND attempted_at IS NULL",
                    now.epochMilliseconds,
                    row
                )
                if database.changesCount > 0 { marked.insert(row) }
            }
            return marked
        }
    }

    func settle(_ settlements: [Settlement]) async throws(StoreFailure) {
        try await write { database in
            for settlement in settlements { try database.settle(settlement) }
        }
    }

    func release(
        _ channel: ChannelID,
        sparing users: Set<UserID>,
        limit: Int,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        try await write { database in
            try database.run(
                """
                UPDATE delivery SET due_at = ?1, counts_from = ?1 WHERE row IN (
                    SELECT row FROM delivery d WHERE status = 0 AND due_at IS NULL AND channel = ?2 AND \(Self.isForOthers)
                    ORDER BY row LIMIT ?3
                )
                """,
                now.epochMilliseconds,
                channel.rawValue,
                limit,
                Self.rowText(ofSpared: users)
            )
            return database.changesCount
        }
    }

    func nextDue() async throws(StoreFailure) -> Instant? {
        try await read { database in
            let notification = try database.number("SELECT min(due_at) FROM notification WHERE status = 0")
            let delivery = try database.number(
                "SELECT min(due_at) FROM delivery WHERE status = 0 AND due_at IS NOT NULL"
            )
            return [notification, delivery].compactMap { $0 }.min().map(Instant.init(epochMilliseconds:))
        }
    }

    func clockWentBack(from earlier: Instant, to now: Instant) async throws(StoreFailure) {
        try await write { database in try database.clockWentBack(from: earlier, to: now, isKnown: true) }
        // What was due by then is due at other times now.
        crowds.withLock { $0 = [:] }
    }

    func reclaim(at now: Instant) async throws(StoreFailure) {
        try await write { database in
            if let latest = try database.number("SELECT max(accepted_at) FROM event"), latest > now.epochMilliseconds {
                try database.clockWentBack(
                    from: Instant(epochMilliseconds: latest),
                    to: now,
                    isKnown: false
                )
            }
            _ = try database.reclaimLeases(leasedBefore: nil, except: [], at: now)
        }
    }
}

extension Database {
    /// - Returns: the rows of the deliveries; none where the notification isn't waiting for this any more.
    fileprivate func route(_ routed: RoutedNotification, at now: Instant) throws -> [Int64] {
        try run(
            "UPDATE notification SET status = 1, decisions = ? WHERE row = ? AND status = 0",
            routed.decisions.rowText,
            routed.row
        )
        guard changesCount > 0 else { return [] }
        if routed.deliveries.isEmpty { try forgetTelling(of: routed.row) }
        let campaign = try campaign(of: routed.row)
        return try routed.deliveries.map { plan in
            if plan.collapse != nil { try collapse(plan, at: now) }
            guard plan.dueAt == nil else { return try wait(plan, of: routed.row, at: now) }
            let row = try insert(
                """
                INSERT INTO delivery (notification, channel, address, device, platform, badge, status, due_at, campaign,
                    reader)
                VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?)
                """,
                routed.row,
                plan.channel.rawValue,
                plan.address,
                plan.device,
                plan.platform?.rawValue,
                plan.badge,
                now.epochMilliseconds,
                campaign,
                try reader(of: routed.row, for: plan)
            )
            if let campaign { try tally(plan.channel, .leased, of: campaign, notification: routed.row) }
            if let device = plan.device, try !hasDevice(device) {
                try cancel(row, .unregistered, at: now)
            }
            return row
        }
    }

    func hasDevice(_ id: String) throws -> Bool {
        try exists("SELECT 1 FROM device WHERE id = ?", id)
    }
}
