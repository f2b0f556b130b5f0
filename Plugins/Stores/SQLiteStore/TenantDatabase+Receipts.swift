import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB
import StoredRows

extension TenantDatabase: ReceiptStore {
    func dueReceipts(in lanes: [LaneLease], at now: Instant, limit: Int) async throws(StoreFailure) -> [DueReceipt] {
        for lane in lanes { try lane.requireSole() }
        return try await read { database in
            try database.rows(
                """
                SELECT d.row, d.receipt, d.channel, d.address, d.settled_at, d.attempts,
                    \(Database.truncationCount) AS truncation_count, coalesce(d.retry_window_start, n.due_at) AS retry_window_start, n.expires_at
                FROM delivery d JOIN notification n ON n.row = d.notification
                WHERE d.receipt_due_at IS NOT NULL AND d.receipt_due_at <= ?1
                    AND (?2 IS NULL OR d.channel IN (SELECT value FROM json_each(?2)))
                ORDER BY d.receipt_due_at, d.row LIMIT ?3
                """,
                now,
                lanes.map(\.lane).channelsText,
                limit
            ) { columns in
                try DueReceipt(
                    row: columns["row"],
                    receipt: ReceiptID(columns["receipt"]),
                    channel: columns["channel"],
                    address: columns["address"],
                    acceptedAt: columns["settled_at"],
                    attempts: columns["attempts"],
                    truncationCount: columns["truncation_count"],
                    retryWindowStart: columns["retry_window_start"],
                    expiresAt: columns["expires_at"]
                )
            }
        }
    }

    func settleReceipts(_ settlements: [ReceiptSettlement]) async throws(StoreFailure) {
        try await write { database in
            for settlement in settlements { try database.settle(settlement) }
        }
    }

    func receiptedDeliveries(_ rows: [Int64]) async throws(StoreFailure) -> [LeasedDelivery] {
        try await read { database in try database.receiptedDeliveries(rows) }
    }

    func reportedDelivery(_ report: DeliveryReport) async throws(StoreFailure) -> ReportedDelivery? {
        try await read { database in
            guard let delivery = try database.anyDelivery(report.row) else { return nil }
            let isOpen = try database.exists(
                """
                SELECT 1 FROM delivery WHERE row = ?1
                    AND \(Database.endsByReceipt(attempt: "?2", arrived: "?3"))
                """,
                report.row,
                report.attempt,
                report.arrived
            )
            return ReportedDelivery(delivery, isOpen: isOpen)
        }
    }

    func nextReceipt(in lanes: [LaneLease]) async throws(StoreFailure) -> Instant? {
        for lane in lanes { try lane.requireSole() }
        return try await read { database in
            try database.value(
                """
                SELECT min(receipt_due_at) FROM delivery WHERE receipt_due_at IS NOT NULL
                    AND (?1 IS NULL OR channel IN (SELECT value FROM json_each(?1)))
                """,
                lanes.map(\.lane).channelsText
            )
        }
    }
}

extension Database {
    /// Of a delivery `d`: how often it was tried again truncated.
    static let truncationCount = """
        (SELECT count(*) FROM json_each(coalesce(d.history, '[]')) WHERE json_extract(value, '$[2]') = 'shortened')
        """

    /// Whether a receipt ends a delivery: it was accepted by the attempt that is meant, the answer of which may be outstanding;
    /// or an attempt of it arrived while it waits for another one.
    ///
    /// - Parameters:
    ///   - attempt: `NULL` of what was asked for.
    ///   - arrived: that the message is there.
    fileprivate static func endsByReceipt(attempt: String, arrived: String) -> String {
        """
        (receipt_due_at IS NOT NULL AND (\(arrived) OR attempts = coalesce(\(attempt) + 1, attempts))
            OR attempted_at IS NOT NULL AND attempts = \(attempt)
            OR \(arrived) AND status < \(delivery: .delivered) AND attempts > \(attempt))
        """
    }

    fileprivate func settle(_ settlement: ReceiptSettlement) throws {
        let reason: OutcomeReason
        var status = DeliveryState.waiting
        var next: Instant?
        switch settlement.result {
        case .later(let time): return try ask(for: settlement.row, at: time)
        case .confirmed, .expired: (status, reason) = (.delivered, OutcomeReason(""))
        case .failed(let why): (status, reason) = (.failed, why)
        case .retry(let why, at: let time): (reason, next) = (why, time)
        case .held(let why): reason = why
        }
        let isAwaited = try end(settlement, status, reason, next: next)
        if isAwaited, status == .waiting { try cancelPointless(settlement.row, at: settlement.at) }
        if isAwaited, status == .failed {
            for fallback in settlement.fallbacks { try fall(back: fallback, at: settlement.at) }
        }
        if let forget = settlement.forget { try self.forget(forget, of: settlement.row, at: settlement.at) }
    }

    private func ask(for row: Int64, at time: Instant) throws {
        try run(
            "UPDATE delivery SET receipt_due_at = ? WHERE row = ? AND receipt_due_at IS NOT NULL",
            time,
            row
        )
    }

    /// The attempt that seemed to arrive was not in the history, because the row contained all of it.
    ///
    /// - Returns: whether it was awaited.
    private func end(
        _ settlement: ReceiptSettlement,
        _ status: DeliveryState,
        _ reason: OutcomeReason,
        next: Instant?
    ) throws -> Bool {
        try run(
            """
            UPDATE delivery SET status = ?1, due_at = ?2, receipt_due_at = NULL, attempted_at = NULL,
                attempts = attempts + (attempted_at IS NOT NULL),
                is_uncertain = CASE WHEN attempted_at IS NULL THEN is_uncertain ELSE 0 END,
                receipt = CASE WHEN ?1 = \(delivery: .waiting) THEN NULL ELSE receipt END,
                settled_at = CASE ?1 WHEN \(delivery: .waiting) THEN NULL WHEN \(delivery: .failed) THEN ?3
                    ELSE coalesce(settled_at, ?3) END,
                history = json_insert(
                    json_insert(coalesce(history, '[]'), '$[#]', json_array(coalesce(settled_at, ?3), 'delivered', '', '')),
                    '$[#]', json_array(?3, ?4, ?5, ?6)
                )
            WHERE row = ?7 AND \(Self.endsByReceipt(attempt: "?8", arrived: "?9"))
            """,
            status,
            next,
            settlement.at,
            settlement.result.outcome.rawValue,
            reason.code,
            reason.message,
            settlement.row,
            settlement.attempt,
            settlement.result == .confirmed
        )
        return changesCount > 0
    }
}
