import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB
import StoredRows
import Synchronization

// `due_at` of a leased delivery is when its lease began.
extension TenantDatabase: QueueStore {
    func nextNotification() async throws(StoreFailure) -> Instant? {
        try await read { database in
            try database.value("SELECT min(due_at) FROM notification WHERE status = \(notification: .scheduled)")
        }
    }

    func nextDelivery(on channel: ChannelID) async throws(StoreFailure) -> Instant? {
        try await read { database in try database.value(Self.selectNext, channel) }
    }

    private static let selectNext = """
        SELECT min(due_at) FROM delivery WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL AND channel = ?
        """

    func awaitedChannels() async throws(StoreFailure) -> [ChannelID] { try await channels(where: "due_at IS NOT NULL") }

    func holdingChannels() async throws(StoreFailure) -> [ChannelID] { try await channels(where: "due_at IS NULL") }

    /// One by one, by an index: there are few, and may be millions of deliveries.
    private func channels(where condition: String) async throws(StoreFailure) -> [ChannelID] {
        let selectAfter = """
            SELECT min(channel) FROM delivery WHERE status = \(delivery: .waiting) AND \(condition) AND channel > ?
            """
        return try await read { database in
            var channels: [ChannelID] = []
            var last = ""
            while let next: ChannelID = try database.value(selectAfter, last) {
                channels.append(next)
                last = next.rawValue
            }
            return channels
        }
    }

    func leaseHeld(
        on channel: ChannelID,
        in lane: LaneLease,
        countingFrom cutoff: Instant?,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        try lane.requireSole()
        return try await lease(at: now) { database in
            try database.rows(
                """
                SELECT d.row FROM delivery d JOIN notification n ON n.row = d.notification
                WHERE d.status = \(delivery: .waiting) AND d.due_at IS NULL AND d.channel = ?1
                    AND (n.expires_at <= ?2 OR coalesce(d.retry_window_start, n.due_at) <= ?3)
                ORDER BY d.row LIMIT ?4
                """,
                channel,
                now,
                cutoff,
                limit
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
        try lane.requireSole()
        let crowd = users.isEmpty ? crowds.withLock { $0[channel] } : nil
        // Beside the writer: among very much of one recipient's, a search for others' may take long.
        let scan = try await read { database in
            let spared = try Set(users.sorted().compactMap { try database.knownRow(of: $0) })
            var scan = FairScan<DueDelivery>(limit: limit, known: crowd)
            try scan.choose(sparing: spared, in: DueDeliveries(channel: channel, now: now, database: database))
            return scan
        }
        if users.isEmpty { crowds.withLock { $0[channel] = scan.crowd } }
        guard !scan.found.isEmpty else { return [] }
        return try await lease(at: now) { database in
            try scan.found.filter { try database.isDue($0.row, at: now) }.map { ($0.row, $0.window) }
        }
    }

    /// Of a row of `delivery` as `d`: it goes to none of the users in `?4`, see ``rowText(ofSpared:)``.
    static let isForOthers = """
        (?4 IS NULL OR NOT EXISTS (
            SELECT 1 FROM notification n JOIN user u ON u.row = n.user
            WHERE n.row = d.notification AND u.id IN (SELECT value FROM json_each(?4))
        ))
        """

    /// A JSON array; nil where nobody is spared.
    static func rowText(ofSpared users: Set<UserID>) -> String? {
        users.isEmpty ? nil : users.map(\.rawValue).sorted().rowText
    }

    /// Leases the rows that `choose` finds, with those that wait in the same windows.
    func lease(
        at now: Instant,
        _ choose: @escaping @Sendable (Database) throws -> [(row: Int64, window: String?)]
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        let rows = try await write { database in
            let rows = try database.withoutEnded(database.addingWindows(to: choose(database)), at: now)
            for row in rows {
                try database.run(Self.updateLeased, now, row)
            }
            return rows
        }
        guard !rows.isEmpty else { return [] }
        // Outside the write, which others wait for.
        return try await read { database in try database.leasedDeliveries(rows) }
    }

    private static let updateLeased = "UPDATE delivery SET status = \(delivery: .leased), due_at = ? WHERE row = ?"

    func releaseLeases(_ rows: [Int64], in lane: LaneLease, at now: Instant) async throws(StoreFailure) {
        try lane.requireSole()
        try await write { database in
            for row in rows {
                try database.run(Self.updateReleased, now, row)
            }
        }
    }

    private static let updateReleased = """
        UPDATE delivery SET status = \(delivery: .waiting), due_at = ?
        WHERE row = ? AND status = \(delivery: .leased) AND attempted_at IS NULL
        """

    func reclaimLeases(
        in lanes: [LaneLease],
        leasedBefore cutoff: Instant,
        except inHand: Set<Int64>,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        for lane in lanes { try lane.requireSole() }
        return try await write { database in
            try database.reclaimLeases(in: lanes.map(\.lane), leasedBefore: cutoff, except: inHand, at: now)
        }
    }

    func deviceCount(of plugin: PluginID) async throws(StoreFailure) -> Int {
        try await read { database in
            try database.count("SELECT count(*) FROM device WHERE plugin = ?", plugin)
        }
    }
}

extension Database {
    /// Nobody has leased or ended it meanwhile.
    fileprivate func isDue(_ row: Int64, at now: Instant) throws -> Bool {
        try exists(Self.selectIsDue, row, now)
    }

    private static let selectIsDue =
        "SELECT 1 FROM delivery WHERE row = ? AND status = \(delivery: .waiting) AND due_at <= ?"

    /// - Parameters:
    ///   - lanes: with `home` come the channels that nobody has, which are all others where one process has every lane.
    ///   - cutoff: nil takes all back.
    func reclaimLeases(
        in lanes: [Lane],
        leasedBefore cutoff: Instant?,
        except inHand: Set<Int64>,
        at now: Instant
    ) throws -> Int {
        let leased: [Int64] = try values(
            """
            SELECT row FROM delivery WHERE status < \(delivery: .delivered) AND status = \(delivery: .leased)
                AND coalesce(attempted_at, due_at, 0) < ?1 AND (?2 IS NULL OR channel IN (SELECT value FROM json_each(?2)))
            """,
            cutoff?.epochMilliseconds ?? .max,
            lanes.channelsText
        )
        let lost = leased.filter { !inHand.contains($0) }
        for row in lost {
            try run(
                """
                UPDATE delivery SET status = \(delivery: .waiting), due_at = ?, attempted_at = NULL,
                    is_uncertain = is_uncertain OR attempted_at IS NOT NULL,
                    attempts = attempts + (attempted_at IS NOT NULL),
                    history = CASE WHEN attempted_at IS NULL THEN history ELSE json_insert(
                        coalesce(history, '[]'), '$[#]',
                        json_array(attempted_at, 'uncertain', ?, ?)
                    ) END
                WHERE row = ?
                """,
                now,
                OutcomeReason.answerLost.code,
                OutcomeReason.answerLost.message,
                row
            )
            try cancelPointless(row, at: now)
        }
        return lost.count
    }
}

extension [Lane] {
    /// The channels of these lanes as a JSON array; nil for all, which `home` represents where one process has every
    /// lane.
    var channelsText: String? { contains(.home) ? nil : compactMap(\.servedChannel).map(\.rawValue).rowText }
}
