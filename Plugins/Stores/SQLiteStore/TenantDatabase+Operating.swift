import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB

extension TenantDatabase: OperatingStore {
    func deadLetters(_ query: DeadLetterQuery) async throws(StoreFailure) -> [DeadLetter] {
        try await read { database in
            try database.rows(
                """
                SELECT d.row, e.id, e.type, n.id, u.id, d.channel, json_extract(d.history, '$[#-1][0]'),
                    json_extract(d.history, '$[#-1][2]'), json_extract(d.history, '$[#-1][3]')
                FROM delivery d JOIN notification n ON n.row = d.notification JOIN event e ON e.row = n.event
                    JOIN user u ON u.row = n.user
                WHERE d.status = 3 AND d.row < ?1 AND (?2 IS NULL OR d.channel = ?2)
                    AND (?3 IS NULL OR json_extract(d.history, '$[#-1][2]') = ?3)
                ORDER BY d.row DESC LIMIT ?4
                """,
                query.before ?? .max,
                query.channel?.rawValue,
                query.code,
                query.limit
            ) { DeadLetter($0) }
        }
    }

    func redrive(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> [Int64] {
        try await write { database in try rows.filter { try database.redrive($0, at: now) } }
    }

    func pausedChannels() async throws(StoreFailure) -> [PausedChannel] {
        try await read { database in
            try database.rows("SELECT channel, code, message, since FROM pause ORDER BY channel") { columns in
                PausedChannel(
                    channel: ChannelID(unchecked: columns[0]),
                    reason: OutcomeReason(columns[1], columns[2]),
                    since: Instant(epochMilliseconds: columns[3])
                )
            }
        }
    }

    func pause(_ channel: PausedChannel) async throws(StoreFailure) {
        try await write { database in
            try database.run(
                "INSERT INTO pause (channel, code, message, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                channel.channel.rawValue,
                channel.reason.code,
                channel.reason.message,
                channel.since.epochMilliseconds
            )
        }
    }

    func resume(_ channel: ChannelID, at now: Instant) async throws(StoreFailure) {
        try await write { database in
            try database.run("DELETE FROM pause WHERE channel = ?", channel.rawValue)
            try database.run(
                """
                UPDATE delivery SET counts_from = ?1
                WHERE status = 0 AND due_at IS NOT NULL AND channel = ?2 AND due_at <= ?1 AND attempts > 0
                """,
                now.epochMilliseconds,
                channel.rawValue
            )
        }
    }
}

extension Database {
    fileprivate func redrive(_ row: Int64, at now: Instant) throws -> Bool {
        guard try ending(ofDelivery: row) == nil else { return false }
        try run(
            """
            UPDATE delivery SET status = 0, due_at = ?1, counts_from = ?1, settled_at = NULL, attempts = 0, is_uncertain = 0,
                history = json_insert(coalesce(history, '[]'), '$[#]', json_array(?1, 'redriven', ?2, ?3))
            WHERE row = ?4 AND status = 3
                AND (device IS NULL OR EXISTS (SELECT 1 FROM device WHERE id = delivery.device))
            """,
            now.epochMilliseconds,
            OutcomeReason.redriven.code,
            OutcomeReason.redriven.message,
            row
        )
        return changesCount > 0
    }
}

extension DeadLetter {
    fileprivate init(_ columns: Columns) {
        self.init(
            row: columns[0],
            event: columns[1],
            type: EventTypeID(unchecked: columns[2]),
            notification: columns[3],
            recipient: UserID(unchecked: columns[4]),
            channel: ChannelID(unchecked: columns[5]),
            reason: OutcomeReason(columns[7], columns[8]),
            failedAt: Instant(epochMilliseconds: columns[6])
        )
    }
}
