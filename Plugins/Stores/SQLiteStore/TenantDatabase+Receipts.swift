import CarillonModel
import CarillonPipeline
import CarillonPluginKit
import GRDB

extension TenantDatabase: ReceiptStore {
    func dueReceipts(at now: Instant, limit: Int) async throws(StoreFailure) -> [DueReceipt] {
        try await read { database in
            try database.rows(
                """
                SELECT row, receipt, channel, address, settled_at FROM delivery
                WHERE receipt_due_at IS NOT NULL AND receipt_due_at <= ? ORDER BY receipt_due_at, row LIMIT ?
                """,
                now.epochMilliseconds,
                limit
            ) { columns in
                DueReceipt(
                    row: columns[0],
                    receipt: ReceiptID(columns[1]),
                    channel: ChannelID(unchecked: columns[2]),
                    address: columns[3],
                    acceptedAt: Instant(epochMilliseconds: columns[4])
                )
            }
        }
    }

    func settleReceipts(_ settlements: [ReceiptSettlement]) async throws(StoreFailure) {
        try await write { database in
            for settlement in settlements { try database.settle(settlement) }
        }
    }

    func nextReceipt() async throws(StoreFailure) -> Instant? {
        try await read { database in
            try database.number("SELECT min(receipt_due_at) FROM delivery WHERE receipt_due_at IS NOT NULL")
                .map(Instant.init(epochMilliseconds:))
        }
    }
}

extension Database {
    fileprivate func settle(_ settlement: ReceiptSettlement) throws {
        switch settlement.result {
        case .confirmed, .expired: try ask(for: settlement.row, at: nil)
        case .later(let time): try ask(for: settlement.row, at: time)
        case .failed(let reason): try fail(settlement.row, reason, at: settlement.at)
        }
        if let forget = settlement.forget { try self.forget(forget, at: settlement.at) }
    }

    private func ask(for row: Int64, at time: Instant?) throws {
        try run(
            "UPDATE delivery SET receipt_due_at = ? WHERE row = ? AND receipt_due_at IS NOT NULL",
            time?.epochMilliseconds,
            row
        )
    }

    /// The attempt that seemed to arrive was not in the history, because the row said it all.
    private func fail(_ row: Int64, _ reason: OutcomeReason, at now: Instant) throws {
        try run(
            """
            UPDATE delivery SET status = 3, receipt_due_at = NULL, settled_at = ?1,
                history = json_insert(
                    json_insert(coalesce(history, '[]'), '$[#]', json_array(settled_at, 'delivered', '', '')),
                    '$[#]', json_array(?1, 'failed', ?2, ?3)
                )
            WHERE row = ?4 AND receipt_due_at IS NOT NULL
            """,
            now.epochMilliseconds,
            reason.code,
            reason.message,
            row
        )
    }
}
