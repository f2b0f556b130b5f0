import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import StoredRows

extension TenantRows: OperatingStore {
    func deadLetters(_ query: DeadLetterQuery) async throws(StoreFailure) -> [DeadLetter] {
        try await read { database in
            try database.rows(
                """
                SELECT d.row, e.id AS event, e.type, n.id AS notification, u.id AS recipient, d.channel, d.history
                FROM delivery d JOIN notification n ON n.row = d.notification JOIN event e ON e.row = n.event
                    JOIN usr u ON u.row = n.usr
                WHERE d.status = \(delivery: .failed) AND float8(d.row) < float8($1) AND ($2 IS NULL OR d.channel = $2)
                    AND ($3 IS NULL OR d.history::json -> -1 ->> 2 = $3)
                ORDER BY float8(d.row) DESC LIMIT $4
                """,
                query.before ?? .max,
                query.channel,
                query.code,
                query.limit
            ) { try DeadLetter($0) }
        }
    }

    func redrive(_ rows: [Int64], at now: Instant) async throws(StoreFailure) -> Redriven {
        try await write { database in try database.redrive(rows, at: now) }
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
                "INSERT INTO pause (channel, code, message, since) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
                channel.channel,
                channel.reason.code,
                channel.reason.message,
                channel.since
            )
        }
    }

    func resume(_ channel: ChannelID, in lane: LaneLease, at now: Instant) async throws(StoreFailure) {
        try await write { database in
            try database.require(lane)
            try database.run("DELETE FROM pause WHERE channel = $1", channel.rawValue)
            try database.run(
                """
                UPDATE delivery SET retry_window_start = $1
                WHERE status = \(delivery: .waiting) AND due_at IS NOT NULL AND channel = $2 AND due_at <= $1
                    AND attempts > 0
                """,
                now,
                channel
            )
        }
    }
}

extension Database {
    fileprivate func redrive(_ rows: [Int64], at now: Instant) throws -> Redriven {
        let ended = try endings(ofDeliveries: rows)
        let redriven = try self.rows(
            """
            UPDATE delivery d SET status = \(delivery: .waiting), due_at = $1, retry_window_start = $1, settled_at = NULL,
                attempts = 0, is_uncertain = false, history = history_with(d.history, $2)
            WHERE d.row = ANY($3) AND d.status = \(delivery: .failed)
                AND (d.device IS NULL OR EXISTS (SELECT 1 FROM device v WHERE v.id = d.device))
            RETURNING d.row, d.channel
            """,
            now,
            AttemptTrace(at: now, outcome: .redriven, reason: .redriven).historyText,
            rows.filter { ended[$0] == nil }
        ) { columns in (row: try columns["row"] as Int64, channel: try columns["channel"] as ChannelID) }
        var left = Set(redriven.map(\.row))
        return Redriven(
            rows: rows.filter { left.remove($0) != nil },
            channels: Set(redriven.map(\.channel))
        )
    }
}

extension DeadLetter {
    fileprivate init(_ columns: Columns) throws {
        let last = [AttemptTrace](rowText: try columns["history"]).last
        try self.init(
            row: columns["row"],
            event: columns["event"],
            type: columns["type"],
            notification: columns["notification"],
            recipient: columns["recipient"],
            channel: columns["channel"],
            reason: OutcomeReason(last?.code ?? "", last?.message ?? ""),
            failedAt: last?.at ?? Instant(epochMilliseconds: 0)
        )
    }
}
