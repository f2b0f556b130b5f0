import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import StoredRows
import Synchronization

// `due_at` of a leased delivery is when its lease began.
extension TenantRows: QueueStore {
    func nextNotification() async throws(StoreFailure) -> Instant? {
        let search = marks.begin(in: .home)
        return try await read { database in
            try self.marks.next(in: .home, of: search) { try database.value(Self.selectNextNotification, $0) }
        }
    }

    private static let selectNextNotification =
        "SELECT min(due_at) FROM notification WHERE status = \(notification: .scheduled) AND due_at >= $1"

    func nextDelivery(on channel: ChannelID) async throws(StoreFailure) -> Instant? {
        let search = marks.begin(in: .channel(channel))
        return try await read { database in
            try self.marks.next(in: .channel(channel), of: search) { try database.value(Self.selectNext, channel, $0) }
        }
    }

    private static let selectNext = """
        SELECT min(due_at) FROM delivery WHERE status = \(delivery: .waiting) AND due_at >= $2 AND channel = $1
        """

    func awaitedChannels() async throws(StoreFailure) -> [ChannelID] { try await channels(where: "due_at IS NOT NULL") }

    func holdingChannels() async throws(StoreFailure) -> [ChannelID] { try await channels(where: "due_at IS NULL") }

    /// One look by an index for each channel there ever was: there are few, and may be millions of deliveries.
    private func channels(where condition: String) async throws(StoreFailure) -> [ChannelID] {
        try await read { database in
            try database.values(
                """
                SELECT c.channel FROM channel c CROSS JOIN LATERAL (
                    SELECT 1 FROM delivery d
                    WHERE d.status = \(delivery: .waiting) AND d.\(condition) AND d.channel = c.channel LIMIT 1
                ) d ORDER BY c.channel
                """
            )
        }
    }

    func leaseHeld(
        on channel: ChannelID,
        in lane: LaneLease,
        countingFrom cutoff: Instant?,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        try await lease(in: lane, at: now) { database in
            try database.rows(
                """
                SELECT d.row FROM delivery d JOIN notification n ON n.row = d.notification
                WHERE d.status = \(delivery: .waiting) AND d.due_at IS NULL AND d.channel = $1
                    AND (n.expires_at <= $2 OR coalesce(d.retry_window_start, n.due_at) <= $3)
                    AND d.channel <> ALL($5)
                ORDER BY d.row LIMIT $4
                """,
                channel,
                now,
                cutoff,
                limit,
                database.lanes.channelsOfOthers
            ) { (row: try $0["row"] as Int64, window: nil) }
        }
    }

    func leaseDeliveries(
        on channel: ChannelID,
        in lane: LaneLease,
        sparing users: Set<UserID>,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        let crowd = users.isEmpty ? crowds.withLock { $0[channel] } : nil
        let search = marks.begin(in: .channel(channel))
        // Before the transaction that others wait for: among very much of one recipient's, a search for others' may take long.
        let scan = try await read { database in
            try database.requireToRead([lane])
            let spared = try Set(database.knownRows(of: users))
            let began = ContinuousClock.now
            var scan = FairScan<DueDelivery>(limit: limit, known: crowd, from: search.start)
            try scan.choose(sparing: spared, in: DueDeliveries(channel: channel, now: now, database: database))
            if users.isEmpty {
                self.marks.note(first: scan.first, of: search, in: .channel(channel), upTo: now, began: began)
            }
            return scan
        }
        if users.isEmpty { crowds.withLock { $0[channel] = scan.crowd } }
        guard !scan.found.isEmpty else { return [] }
        return try await lease(in: lane, at: now) { database in
            let due: [Int64] = try database.values(
                """
                SELECT row FROM delivery WHERE row = ANY($1) AND status \(byRow: DeliveryState.waiting) AND due_at <= $2
                    AND channel <> ALL($3)
                """,
                scan.found.map(\.row),
                now,
                database.lanes.channelsOfOthers
            )
            let isDue = Set(due)
            return scan.found.filter { isDue.contains($0.row) }.map { ($0.row, $0.window) }
        }
    }

    /// Leases the rows that `choose` finds, with those that wait in the same windows.
    private func lease(
        in lane: LaneLease,
        at now: Instant,
        _ choose: @escaping @Sendable (Database) throws -> [(row: Int64, window: String?)]
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        let rows = try await write { database in
            try database.require(lane)
            let rows = try database.withoutEnded(database.addingWindows(to: choose(database)), at: now)
            guard !rows.isEmpty else { return rows }
            try database.run(Self.updateLeased, now, rows)
            return rows
        }
        guard !rows.isEmpty else { return [] }
        // Outside the transaction, which others wait for.
        return try await read { database in try database.leasedDeliveries(rows) }
    }

    private static let updateLeased =
        "UPDATE delivery SET status = \(delivery: .leased), due_at = $1 WHERE row = ANY($2)"

    func releaseLeases(_ rows: [Int64], in lane: LaneLease, at now: Instant) async throws(StoreFailure) {
        try await writeLastly { database in
            try database.require(lane)
            try database.run(
                """
                UPDATE delivery SET status = \(delivery: .waiting), due_at = $1
                WHERE row = ANY($2) AND status = \(delivery: .leased) AND attempted_at IS NULL AND \(Self.isInLane)
                """,
                now,
                rows,
                database.lanes.channelsOfOthers
            )
        }
    }

    func reclaimLeases(
        in lanes: [LaneLease],
        leasedBefore cutoff: Instant,
        except inHand: Set<Int64>,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        try await write { database in
            for lane in lanes { try database.require(lane) }
            return try database.reclaimLeases(in: lanes.map(\.lane), leasedBefore: cutoff, except: inHand, at: now)
        }
    }

    func deviceCount(of plugin: PluginID) async throws(StoreFailure) -> Int {
        try await read { database in
            try database.count("SELECT count(*) FROM device WHERE plugin = $1", plugin)
        }
    }
}

extension Database {
    /// The rows of those of the users that are known.
    func knownRows(of users: Set<UserID>) throws -> [Int64] {
        users.isEmpty ? [] : try values("SELECT row FROM usr WHERE id = ANY($1)", users.sorted())
    }

    /// - Parameters:
    ///   - lanes: with `home` come the channels whose lanes no other host has.
    ///   - cutoff: nil takes all back.
    func reclaimLeases(
        in lanes: [Lane],
        leasedBefore cutoff: Instant?,
        except inHand: Set<Int64>,
        at now: Instant
    ) throws -> Int {
        let channels = self.lanes.channels(of: lanes)
        let lost: [Int64] = try values(
            """
            SELECT row FROM delivery WHERE status = \(delivery: .leased) AND coalesce(attempted_at, due_at, 0) < $1
                AND row <> ALL($2) AND \(LaneChannels.condition("channel", 3))
            """,
            cutoff?.epochMilliseconds ?? .max,
            inHand.sorted(),
            channels.named,
            channels.except
        )
        guard !lost.isEmpty else { return 0 }
        // What was attempted is uncertain: an entry of its history without the time it begins with.
        let answerLost = OutcomeReason.answerLost
        let rest = ["uncertain", answerLost.code, answerLost.message].rowText.dropFirst()
        try run(
            """
            UPDATE delivery SET status = \(delivery: .waiting), due_at = $1, attempted_at = NULL,
                is_uncertain = is_uncertain OR attempted_at IS NOT NULL,
                attempts = attempts + CASE WHEN attempted_at IS NULL THEN 0 ELSE 1 END,
                history = CASE WHEN attempted_at IS NULL THEN history
                    ELSE history_with(history, '[' || attempted_at || ',' || left($2, -1) || ']') END
            WHERE row = ANY($3)
            """,
            now,
            String(rest),
            lost
        )
        try cancelPointless(lost, at: now)
        return lost.count
    }
}
