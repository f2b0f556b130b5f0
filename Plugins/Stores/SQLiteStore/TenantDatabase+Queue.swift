import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB
import Synchronization

// `due_at` of a leased delivery is when its lease began.
extension TenantDatabase: QueueStore {
    func nextNotification() async throws(StoreFailure) -> Instant? {
        try await read { database in
            try database.number("SELECT min(due_at) FROM notification WHERE status = 0")
                .map(Instant.init(epochMilliseconds:))
        }
    }

    func nextDelivery(on channel: ChannelID) async throws(StoreFailure) -> Instant? {
        try await read { database in
            try database.number(
                "SELECT min(due_at) FROM delivery WHERE status = 0 AND due_at IS NOT NULL AND channel = ?",
                channel.rawValue
            ).map(Instant.init(epochMilliseconds:))
        }
    }

    func awaitedChannels() async throws(StoreFailure) -> [ChannelID] {
        try await channels("SELECT min(channel) FROM delivery WHERE status = 0 AND due_at IS NOT NULL AND channel > ?")
    }

    func holdingChannels() async throws(StoreFailure) -> [ChannelID] {
        try await channels("SELECT min(channel) FROM delivery WHERE status = 0 AND due_at IS NULL AND channel > ?")
    }

    /// - Parameter next: finds the first channel after another, by an index: there are few, and may be millions of deliveries.
    private func channels(_ next: String) async throws(StoreFailure) -> [ChannelID] {
        try await read { database in
            var channels: [String] = []
            while let next = try database.first(next, channels.last ?? "", decode: { $0[0] as String? }) ?? nil {
                channels.append(next)
            }
            return channels.map(ChannelID.init(unchecked:))
        }
    }

    func leaseHeld(
        on channel: ChannelID,
        countingFrom cutoff: Instant?,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        try await lease(at: now) { database in
            try database.rows(
                """
                SELECT d.row FROM delivery d JOIN notification n ON n.row = d.notification
                WHERE d.status = 0 AND d.due_at IS NULL AND d.channel = ?1
                    AND (n.expires_at <= ?2 OR coalesce(d.counts_from, n.due_at) <= ?3)
                ORDER BY d.row LIMIT ?4
                """,
                channel.rawValue,
                now.epochMilliseconds,
                cutoff?.epochMilliseconds,
                limit
            ) { (row: $0[0] as Int64, window: nil) }
        }
    }

    func leaseDeliveries(
        on channel: ChannelID,
        sparing users: Set<UserID>,
        at now: Instant,
        limit: Int
    ) async throws(StoreFailure) -> [LeasedDelivery] {
        let crowd = users.isEmpty ? crowds.withLock { $0[channel] } : nil
        // Beside the writer: among very much of one recipient's, others' may be looked for at length.
        let look = try await read { database in
            var look = LeaseLook(channel: channel, now: now, limit: limit, known: crowd)
            try look.choose(sparing: users, in: database)
            return look
        }
        if users.isEmpty { crowds.withLock { $0[channel] = look.crowd } }
        guard !look.found.isEmpty else { return [] }
        return try await lease(at: now) { database in
            try look.found.filter { try database.isDue($0.row, at: now) }.map { ($0.row, $0.window) }
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
                try database.run("UPDATE delivery SET status = 1, due_at = ? WHERE row = ?", now.epochMilliseconds, row)
            }
            return rows
        }
        guard !rows.isEmpty else { return [] }
        // Outside the write, which others wait for.
        return try await read { database in try database.leasedDeliveries(rows) }
    }

    func releaseLeases(_ rows: [Int64], at now: Instant) async throws(StoreFailure) {
        try await write { database in
            for row in rows {
                try database.run(
                    "UPDATE delivery SET status = 0, due_at = ? WHERE row = ? AND status = 1 AND attempted_at IS NULL",
                    now.epochMilliseconds,
                    row
                )
            }
        }
    }

    func reclaimLeases(
        leasedBefore cutoff: Instant,
        except inHand: Set<Int64>,
        at now: Instant
    ) async throws(StoreFailure) -> Int {
        try await write { database in try database.reclaimLeases(leasedBefore: cutoff, except: inHand, at: now) }
    }

    func deviceCount(of plugin: PluginID) async throws(StoreFailure) -> Int {
        try await read { database in
            Int(try database.number("SELECT count(*) FROM device WHERE plugin = ?", plugin.rawValue) ?? 0)
        }
    }
}

extension Database {
    /// Nobody has leased or ended it meanwhile.
    fileprivate func isDue(_ row: Int64, at now: Instant) throws -> Bool {
        try exists("SELECT 1 FROM delivery WHERE row = ? AND status = 0 AND due_at <= ?", row, now.epochMilliseconds)
    }

    /// - Parameter cutoff: nil takes all back.
    func reclaimLeases(leasedBefore cutoff: Instant?, except inHand: Set<Int64>, at now: Instant) throws -> Int {
        let leased = try rows(
            "SELECT row FROM delivery WHERE status < 2 AND status = 1 AND coalesce(attempted_at, due_at, 0) < ?",
            cutoff?.epochMilliseconds ?? .max
        ) { $0[0] as Int64 }
        let lost = leased.filter { !inHand.contains($0) }
        for row in lost {
            try run(
                """
                UPDATE delivery SET status = 0, due_at = ?, attempted_at = NULL,
                    is_uncertain = is_uncertain OR attempted_at IS NOT NULL,
                    attempts = attempts + (attempted_at IS NOT NULL),
                    history = CASE WHEN attempted_at IS NULL THEN history ELSE json_insert(
                        coalesce(history, '[]'), '$[#]',
                        json_array(attempted_at, 'uncertain', ?, ?)
                    ) END
                WHERE row = ?
                """,
                now.epochMilliseconds,
                OutcomeReason.answerLost.code,
                OutcomeReason.answerLost.message,
                row
            )
            try cancelPointless(row, at: now)
        }
        return lost.count
    }
}
