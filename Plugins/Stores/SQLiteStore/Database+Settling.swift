public import CarillonModel
import CarillonPipeline
public import CarillonPluginKit
public import GRDB
import StoredRows

extension Database {
    /// Passes over a delivery that has ended.
    func settle(_ settlement: Settlement) throws {
        for truncation in settlement.truncations { try note(truncation, of: settlement) }
        if case .delivered(let receipt) = settlement.result {
            try settleDelivered(settlement, receipt: receipt)
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
            UPDATE delivery SET history = json_insert(coalesce(history, '[]'), '$[#]', json(?))
            WHERE row = ? AND status < \(delivery: .delivered) AND attempts = coalesce(?, attempts)
            """,
            entry.rowText,
            settlement.row,
            settlement.attempt
        )
    }

    /// By far the most frequent: touches as little as can be.
    private func settleDelivered(_ settlement: Settlement, receipt: ReceiptID?) throws {
        try run(
            Self.updateDelivered,
            settlement.wasAttempted,
            receipt?.rawValue,
            receipt.flatMap { _ in settlement.receiptDueAt?.epochMilliseconds },
            settlement.at,
            settlement.row,
            settlement.attempt
        )
        try run(
            """
            UPDATE device SET is_reached = 1
            WHERE id = (SELECT device FROM delivery WHERE row = ?) AND user IS NULL AND is_reached = 0
            """,
            settlement.row
        )
    }

    private static let updateDelivered = """
        UPDATE delivery SET status = \(delivery: .delivered), due_at = NULL, attempted_at = NULL, attempts = attempts + ?,
            receipt = ?, receipt_due_at = ?, settled_at = ?
        WHERE row = ? AND status < \(delivery: .delivered) AND attempts = coalesce(?, attempts)
        """

    private func settle(_ settlement: Settlement, reason: OutcomeReason) throws {
        let entry = AttemptTrace(at: settlement.at, outcome: settlement.result.outcome, reason: reason)
        try run(
            Self.updateSettled,
            settlement.state,
            settlement.nextAttempt,
            settlement.wasAttempted,
            settlement.isUncertain,
            settlement.state == .waiting ? nil : settlement.at,
            entry.rowText,
            settlement.row,
            settlement.plannedWait.milliseconds,
            settlement.attempt
        )
        if settlement.state == .waiting { try cancelPointless(settlement.row, at: settlement.at) }
        for fallback in settlement.fallbacks where try isFailed(settlement.row) {
            try fall(back: fallback, at: settlement.at)
        }
    }

    private static let updateSettled = """
        UPDATE delivery SET status = ?1, due_at = ?2, attempted_at = NULL, attempts = attempts + ?3,
            is_uncertain = CASE WHEN ?4 THEN 1 WHEN ?3 THEN 0 ELSE is_uncertain END, settled_at = ?5,
            history = json_insert(coalesce(history, '[]'), '$[#]', json(?6)),
            retry_window_start = CASE ?8 WHEN 0 THEN retry_window_start ELSE ?8 + coalesce(
                retry_window_start, (SELECT due_at FROM notification WHERE row = delivery.notification)
            ) END
        WHERE row = ?7 AND status < \(delivery: .delivered) AND attempts = coalesce(?9, attempts)
        """

    private func isFailed(_ row: Int64) throws -> Bool {
        try exists("SELECT 1 FROM delivery WHERE row = ? AND status = \(delivery: .failed)", row)
    }

    /// Ends a delivery that waits for another attempt although its device was taken away, or its event ended, while it
    /// was in flight.
    ///
    /// One that is tried again goes to where the device can be reached now.
    func cancelPointless(_ row: Int64, at now: Instant) throws {
        let isOrphan = try exists(
            """
            SELECT 1 FROM delivery d WHERE row = ? AND status = \(delivery: .waiting) AND device IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM device WHERE id = d.device)
            """,
            row
        )
        if isOrphan {
            try cancel(row, .unregistered, at: now)
        } else if let ending = try ending(ofDelivery: row) {
            try cancel(row, ending.reason, at: now)
        } else {
            // The device may have another token by now.
            try run(
                """
                UPDATE delivery SET address = (SELECT token FROM device WHERE id = delivery.device)
                WHERE row = ? AND status = \(delivery: .waiting) AND device IS NOT NULL
                """,
                row
            )
        }
    }

    /// Ends a delivery that waits, or that nobody has handed to the provider yet.
    func cancel(_ row: Int64, _ reason: OutcomeReason, at now: Instant) throws {
        try run(
            """
            UPDATE delivery SET status = \(delivery: .cancelled), due_at = NULL, settled_at = ?1,
                history = json_insert(
                    coalesce(history, '[]'), '$[#]', json_array(?1, 'cancelled', ?2, ?3)
                )
            WHERE row = ?4 AND status < \(delivery: .delivered) AND attempted_at IS NULL
            """,
            now,
            reason.code,
            reason.message,
            row
        )
    }

    /// Ends all that is pending for a device.
    func cancelDeliveries(to device: String, _ reason: OutcomeReason, at now: Instant) throws {
        let waiting: [Int64] = try values(
            """
            SELECT row FROM delivery
            WHERE status < \(delivery: .delivered) AND status IN (\(delivery: .waiting), \(delivery: .leased)) AND device = ?
                AND attempted_at IS NULL
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
            "SELECT id FROM device WHERE token = ? AND plugin = ? AND updated_at <= ?",
            forgetting.token,
            forgetting.plugin,
            forgetting.since
        )
        guard !devices.isEmpty else {
            return try run(
                """
                INSERT INTO suppressed (user, address, since)
                SELECT u.row, u.email, ?1 FROM delivery d JOIN notification n ON n.row = d.notification
                    JOIN user u ON u.row = n.user
                WHERE d.row = ?2 AND d.device IS NULL AND u.email = ?3
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
    public func removeDevice(_ id: String, _ reason: OutcomeReason, at now: Instant) throws {
        try run("DELETE FROM holder WHERE device = (SELECT row FROM device WHERE id = ?)", id)
        try run("DELETE FROM device WHERE id = ?", id)
        try run("DELETE FROM subscription WHERE device = ?", id)
        try cancelDeliveries(to: id, reason, at: now)
    }
}

extension Settlement {
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
