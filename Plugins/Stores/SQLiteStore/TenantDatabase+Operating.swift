import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB
import StoredRows

extension TenantDatabase: OperatingStore {
    func deadLetters(_ query: DeadLetterQuery) async throws(StoreFailure) -> [DeadLetter] {
        try await read { database in
            try database.rows(
                """
                SELECT d.row, e.id AS event, e.type, n.id AS notification, u.id AS recipient, d.channel,
                    json_extract(d.history, '$[#-1][2]') AS code, json_extract(d.history, '$[#-1][3]') AS message,
                    json_extract(d.history, '$[#-1][0]') AS failed_at
                FROM delivery d JOIN notification n ON n.row = d.notification JOIN event e ON e.row = n.event
                    JOIN user u ON u.row = n.user
                WHERE d.status = \(delivery: .failed) AND d.row < ?1 AND (?2 IS NULL OR d.channel = ?2)
                    AND (?3 IS NULL OR json_extract(d.history, '$[#-1][2]') = ?3)
                ORDER BY d.row DESC LIMIT ?4
                """,
                query.before ?? .max,
                query.channel,
                query.code,
                query.limit
            ) { try DeadLetter($0) }
        }
    }

    func redrive(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> Redriven {
        try await write { database in
            var redriven = Redriven()
            for row in rows {
                guard let channel = try database.redrive(row, at: now) else { continue }
                redriven.rows.append(row)
                redriven.channels.insert(channel)
            }
            return redriven
        }
    }

    func pausedChannels() async throws(StoreFailure) -> [PausedChannel] {
        try await read { database in
            try database.rows("SELECT channel, code, message, since FROM pause ORDER BY channel") { columns in
                try PausedChannel(
                    channel: columns["channel"],
                    reason: OutcomeReason(columns["code"], columns["message"]),
                    since: columns["since"]
                )
            }
        }
    }

    func pause(_ channel: PausedChannel) async throws(StoreFailure) {
        try await write { database in
            try database.run(
                "INSERT INTO pause (channel, code, message, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                channel.channel,
                channel.reason.code,
                channel.reason.message,
                channel.since
            )
        }
    }

    func resume(_ channel: ChannelID, in lane: LaneLease, at now: Instant) async throws(StoreFailure) {
        try lane.requireSole()
        try await write { database in
            try database.run("DELETE FROM pause WHERE channel = ?", channel.rawValue)
            try database.run(
                """
                UPDATE delivery SET retry_window_start = ?1
                WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL AND channel = ?2 AND due_at <= ?1
                    AND attempts > 0
                """,
                now,
                channel
            )
        }
    }
}

extension Database {
    /// - Returns: the channel that it goes out on; nil where it isn't tried again.
    fileprivate func redrive(_ row: Int64, at now: Instant) throws -> ChannelID? {
        guard try ending(ofDelivery: row) == nil else { return nil }
        try run(
            """
            UPDATE delivery SET status = \(delivery: .waiting), due_at = ?1, retry_window_start = ?1, settled_at = NULL,
                attempts = 0, is_uncertain = 0,
                history = json_insert(coalesce(history, '[]'), '$[#]', json_array(?1, 'redriven', ?2, ?3))
            WHERE row = ?4 AND status = \(delivery: .failed)
                AND (device IS NULL OR EXISTS (SELECT 1 FROM device WHERE id = delivery.device))
            """,
            now,
            OutcomeReason.redriven.code,
            OutcomeReason.redriven.message,
            row
        )
        guard changesCount > 0 else { return nil }
        return try value("SELECT channel FROM delivery WHERE row = ?", row)
    }
}

extension DeadLetter {
    fileprivate init(_ columns: Columns) throws {
        try self.init(
            row: columns["row"],
            event: columns["event"],
            type: columns["type"],
            notification: columns["notification"],
            recipient: columns["recipient"],
            channel: columns["channel"],
            reason: OutcomeReason(columns["code"], columns["message"]),
            failedAt: columns["failed_at"]
        )
    }
}
