import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import StoredRows

/// What became of deliveries: settled with those of others.
struct Settling: CommonWrite {
    let settlements: [Settlement]

    /// Also where the tenant is withheld: what was sent was sent.
    static func run(_ all: [Self], on database: Database) throws -> [Void] {
        try database.settle(all.flatMap(\.settlements))
        return all.map { _ in }
    }
}

extension Database {
    /// Passes over deliveries that have ended.
    ///
    /// In their order, but those that were delivered and nothing more is said of, by far the most, together.
    func settle(_ settlements: [Settlement]) throws {
        var delivered: [Settlement] = []
        var rows: Set<Int64> = []
        for settlement in settlements {
            if settlement.isPlainlyDelivered, rows.insert(settlement.row).inserted {
                delivered.append(settlement)
                continue
            }
            try settleDelivered(delivered)
            (delivered, rows) = ([], [])
            try settle(settlement)
        }
        try settleDelivered(delivered)
    }

    private func settle(_ settlement: Settlement) throws {
        for truncation in settlement.truncations { try note(truncation, of: settlement) }
        if case .delivered = settlement.result {
            try settleDelivered([settlement])
        } else if let reason = settlement.reason {
            try settle(settlement, reason: reason)
        }
        if let forget = settlement.forget { try self.forget(forget, of: settlement.row, at: settlement.at) }
    }

    /// An attempt that was repeated at once, truncated.
    private func note(_ truncation: OutcomeReason, of settlement: Settlement) throws {
        let entry = AttemptTrace(at: settlement.at, outcome: .retry, reason: truncation)
        try run(
            """
            UPDATE delivery SET history = history_with(history, $1)
            WHERE row = $2 AND status < \(delivery: .delivered) AND attempts = coalesce($3, attempts)
            """,
            entry.historyText,
            settlement.row,
            settlement.attempt
        )
    }

    private func settleDelivered(_ settlements: [Settlement]) throws {
        guard !settlements.isEmpty else { return }
        try run(
            """
            WITH settled AS (
                UPDATE delivery d SET status = \(delivery: .delivered), due_at = NULL, attempted_at = NULL,
                    attempts = d.attempts + CASE WHEN s.was_attempted THEN 1 ELSE 0 END, receipt = s.receipt,
                    receipt_due_at = s.receipt_due_at, settled_at = s.at
                FROM unnest($1, $2, $3, $4, $5, $6) s (row, was_attempted, receipt, receipt_due_at, at, attempt)
                WHERE d.row = s.row AND d.status < \(delivery: .delivered) AND d.attempts = coalesce(s.attempt, d.attempts)
                RETURNING d.device
            )
            UPDATE device v SET is_reached = true
            WHERE v.id IN (SELECT device FROM settled WHERE device IS NOT NULL) AND v.usr IS NULL AND NOT v.is_reached
            """,
            settlements.map(\.row),
            settlements.map(\.wasAttempted),
            settlements.map(\.receipt?.rawValue),
            settlements.map { $0.receipt == nil ? nil : $0.receiptDueAt },
            settlements.map(\.at),
            settlements.map { $0.attempt.map(Int64.init) }
        )
    }

    private func settle(_ settlement: Settlement, reason: OutcomeReason) throws {
        let entry = AttemptTrace(at: settlement.at, outcome: settlement.result.outcome, reason: reason)
        try run(
            Self.updateSettled,
            settlement.state,
            settlement.nextAttempt,
            settlement.wasAttempted,
            settlement.isUncertain,
            settlement.state == .waiting ? nil : settlement.at,
            entry.historyText,
            settlement.row,
            settlement.plannedWait.milliseconds,
            settlement.attempt
        )
        if settlement.state == .waiting { try cancelPointless([settlement.row], at: settlement.at) }
        for fallback in settlement.fallbacks where try isFailed(settlement.row) {
            try fall(back: fallback, at: settlement.at)
        }
    }

    private static let updateSettled = """
        UPDATE delivery SET status = $1, due_at = $2, attempted_at = NULL, attempts = attempts + CASE WHEN $3 THEN 1 ELSE 0 END,
            is_uncertain = CASE WHEN $4 THEN true WHEN $3 THEN false ELSE is_uncertain END, settled_at = $5,
            history = history_with(history, $6),
            retry_window_start = CASE $8 WHEN 0 THEN retry_window_start ELSE $8 + coalesce(
                retry_window_start, (SELECT due_at FROM notification WHERE row = delivery.notification)
            ) END
        WHERE row = $7 AND status < \(delivery: .delivered) AND attempts = coalesce($9, attempts)
        """

    private func isFailed(_ row: Int64) throws -> Bool {
        try exists("SELECT 1 FROM delivery WHERE row = $1 AND status = \(delivery: .failed)", row)
    }

    /// Ends deliveries that wait for another attempt although their devices were taken away, or their events ended, while
    /// they were in flight.
    ///
    /// Those that are tried again go to where their devices can be reached now.
    func cancelPointless(_ rows: [Int64], at now: Instant) throws {
        let orphans: [Int64] = try values(
            """
            SELECT d.row FROM delivery d WHERE d.row = ANY($1) AND d.status = \(delivery: .waiting) AND d.device IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM device v WHERE v.id = d.device)
            """,
            rows
        )
        for row in orphans { try cancel(row, .unregistered, at: now) }
        let known = Set(orphans)
        for (row, ending) in try endings(ofDeliveries: rows) where !known.contains(row) {
            try cancel(row, ending.reason, at: now)
        }
        // A device may have another token by now.
        try run(
            """
            UPDATE delivery d SET address = v.token FROM device v
            WHERE d.row = ANY($1) AND d.status = \(delivery: .waiting) AND v.id = d.device AND d.address <> v.token
            """,
            rows
        )
    }

    /// Ends a delivery that waits, or that nobody has handed to the provider yet.
    func cancel(_ row: Int64, _ reason: OutcomeReason, at now: Instant) throws {
        try run(
            """
            UPDATE delivery SET status = \(delivery: .cancelled), due_at = NULL, settled_at = $1,
                history = history_with(history, $2)
            WHERE row = $3 AND status < \(delivery: .delivered) AND attempted_at IS NULL
            """,
            now,
            AttemptTrace(at: now, outcome: .cancelled, reason: reason).historyText,
            row
        )
    }

    /// Ends all that is pending for a device.
    func cancelDeliveries(to device: String, _ reason: OutcomeReason, at now: Instant) throws {
        let waiting: [Int64] = try values(
            """
            SELECT row FROM delivery
            WHERE status < \(delivery: .delivered) AND device = $1 AND attempted_at IS NULL
            """,
            device
        )
        for row in waiting { try cancel(row, reason, at: now) }
    }

    /// Takes the devices away that have this address, or notes that the recipient's mail address doesn't exist.
    ///
    /// - Parameter row: the delivery's.
    func forget(_ forgetting: Settlement.Forgetting, of row: Int64, at now: Instant) throws {
        let devices: [String] = try values(
            "SELECT id FROM device WHERE token = $1 AND plugin = $2 AND updated_at <= $3",
            forgetting.token,
            forgetting.plugin,
            forgetting.since
        )
        guard !devices.isEmpty else {
            return try run(
                """
                INSERT INTO suppressed (usr, address, since)
                SELECT u.row, u.email, $1::bigint FROM delivery d JOIN notification n ON n.row = d.notification
                    JOIN usr u ON u.row = n.usr
                WHERE d.row = $2 AND d.device IS NULL AND u.email = $3
                ON CONFLICT DO NOTHING
                """,
                now,
                row,
                forgetting.token
            )
        }
        for device in devices { try removeDevice(device, .gone, at: now) }
    }

    /// Removes a device with its subscriptions, and ends what is pending for it.
    func removeDevice(_ id: String, _ reason: OutcomeReason, at now: Instant) throws {
        try run("DELETE FROM holder WHERE device = (SELECT row FROM device WHERE id = $1)", id)
        try run("DELETE FROM device WHERE id = $1", id)
        try run("DELETE FROM subscription WHERE device = $1", id)
        try cancelDeliveries(to: id, reason, at: now)
    }
}

extension AttemptTrace {
    /// As an entry of `delivery.history`.
    ///
    /// Texts of providers may have anything in them; PostgreSQL's functions for JSON take all but NUL.
    var historyText: String {
        guard code.utf8.contains(0) || message.utf8.contains(0) else { return rowText }
        var clean = self
        clean.code = code.replacing("\0", with: "\u{FFFD}")
        clean.message = message.replacing("\0", with: "\u{FFFD}")
        return clean.rowText
    }
}

extension Settlement {
    fileprivate var receipt: ReceiptID? {
        if case .delivered(let receipt) = result { receipt } else { nil }
    }

    /// Delivered, and nothing more.
    fileprivate var isPlainlyDelivered: Bool {
        guard case .delivered = result else { return false }
        return truncations.isEmpty && forget == nil
    }

    fileprivate var reason: OutcomeReason? {
        switch result {
        case .delivered: nil
        case .failed(let reason), .retry(let reason, at: _), .uncertain(let reason, at: _), .held(let reason),
            .cancelled(let reason):
            reason
        case .collected(with: let row): .collected(with: row)
        }
    }

    fileprivate var state: DeliveryState {
        switch result {
        case .delivered, .collected: .delivered
        case .failed: .failed
        case .cancelled: .cancelled
        case .retry, .uncertain, .held: .waiting
        }
    }

    fileprivate var nextAttempt: Instant? {
        switch result {
        case .retry(_, at: let time), .uncertain(_, at: let time): time
        case .delivered, .failed, .held, .cancelled, .collected: nil
        }
    }

    fileprivate var isUncertain: Bool {
        if case .uncertain = result { true } else { false }
    }
}
