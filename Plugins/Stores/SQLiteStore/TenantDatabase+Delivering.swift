import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB
import StoredRows
import Synchronization

extension TenantDatabase: DeliveringStore {
    func due(in home: LaneLease, at now: Instant, limit: Int) async throws(StoreFailure) -> [DueNotification] {
        try home.requireSole()
        let crowd = routingCrowd.withLock { $0 }
        let (scan, found) = try await read { database in
            var scan = FairScan<Int64>(limit: limit, known: crowd)
            try scan.choose(in: DueNotifications(now: now, database: database))
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
        try home.requireSole()
        return try await write { database in
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
        in home: LaneLease,
        until time: Instant,
        endingAfter limit: Duration,
        because decision: Decision
    ) async throws(StoreFailure) {
        try home.requireSole()
        try await write { database in
            for row in rows {
                try database.run(
                    """
                    UPDATE notification SET expires_at = coalesce(expires_at, due_at + ?1), due_at = ?2, decisions = ?3
                    WHERE row = ?4 AND status = \(notification: .scheduled)
                    """,
                    limit.milliseconds,
                    time,
                    [decision].rowText,
                    row
                )
            }
        }
    }

    func markAttempted(
        _ rows: [Int64],
        in lane: LaneLease,
        at now: Instant
    ) async throws(StoreFailure) -> Set<Int64> {
        try lane.requireSole()
        return try await write { database in
            var marked: Set<Int64> = []
            for row in try database.withoutEnded(rows, at: now) {
                try database.run(Self.updateAttempted, now, row)
                if database.changesCount > 0 { marked.insert(row) }
            }
            return marked
        }
    }

    private static let updateAttempted = """
        UPDATE delivery SET attempted_at = ?1
        WHERE row = ?2 AND status = \(delivery: .leased) AND (attempted_at IS NULL OR attempted_at = ?1)
        """

    func settle(_ settlements: [Settlement]) async throws(StoreFailure) {
        try await write { database in
            for settlement in settlements { try database.settle(settlement) }
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
        return try await write { database in
            try database.run(
                """
                UPDATE delivery SET due_at = ?1, retry_window_start = ?1 WHERE row IN (
                    SELECT row FROM delivery d
                    WHERE status = \(delivery: .waiting) AND due_at IS NULL AND channel = ?2 AND \(Self.isForOthers)
                    ORDER BY row LIMIT ?3
                )
                """,
                now,
                channel,
                limit,
                Self.rowText(ofSpared: users)
            )
            return database.changesCount
        }
    }

    func clockWentBack(in home: LaneLease, from earlier: Instant, to now: Instant) async throws(StoreFailure) {
        try home.requireSole()
        try await write { database in try database.clockWentBack(from: earlier, to: now, isKnown: true) }
        // What was due by then is due at other times now.
        crowds.withLock { $0 = [:] }
        routingCrowd.withLock { $0 = nil }
    }
}

extension TenantDatabase: LaneStore {
    func take(_ lanes: [Lane], at now: Instant) async throws(StoreFailure) -> [LaneLease] {
        try await write { database in
            if lanes.contains(.home) {
                let latest: Instant? = try database.value("SELECT max(accepted_at) FROM event")
                if let latest, latest > now { try database.clockWentBack(from: latest, to: now, isKnown: false) }
            }
            _ = try database.reclaimLeases(in: lanes, leasedBefore: nil, except: [], at: now)
        }
        return lanes.map(LaneLease.sole)
    }
}

extension Database {
    /// - Returns: the rows of the deliveries; none where the notification isn't waiting for this any more.
    fileprivate func route(_ routed: RoutedNotification, at now: Instant) throws -> [Int64] {
        try run(
            Self.updateRouted,
            routed.decisions.rowText,
            routed.row
        )
        guard changesCount > 0 else { return [] }
        if routed.deliveries.isEmpty { try forgetDedupeKey(of: routed.row) }
        let campaign = try campaign(of: routed.row)
        return try routed.deliveries.map { plan in
            if plan.collapse != nil { try collapse(plan, at: now) }
            guard plan.dueAt == nil else { return try wait(plan, of: routed.row, at: now) }
            let row = try insert(
                Self.insertLeased,
                routed.row,
                plan.channel,
                plan.address,
                plan.device,
                plan.platform?.rawValue,
                plan.badge,
                now,
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

    private static let updateRouted = """
        UPDATE notification SET status = \(notification: .routed), decisions = ?
        WHERE row = ? AND status = \(notification: .scheduled)
        """

    private static let insertLeased = """
        INSERT INTO delivery (notification, channel, address, device, platform, badge, status, due_at, campaign, reader)
        VALUES (?, ?, ?, ?, ?, ?, \(delivery: .leased), ?, ?, ?)
        """

    func hasDevice(_ id: String) throws -> Bool {
        try exists("SELECT 1 FROM device WHERE id = ?", id)
    }
}
