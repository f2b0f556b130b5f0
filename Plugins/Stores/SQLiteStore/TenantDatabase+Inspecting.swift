import CarillonModel
import CarillonPipeline
import GRDB

extension TenantDatabase: InspectingStore {
    func queue(at now: Instant) async throws(StoreFailure) -> QueueFigures {
        try await read { database in try database.queue(at: now) }
    }
}

extension Database {
    /// Each number comes from a partial index that holds nothing else.
    fileprivate func queue(at now: Instant) throws -> QueueFigures {
        let notifications = try waiting(
            "SELECT count(*), min(due_at) FROM notification WHERE status = 0 AND due_at <= ?",
            at: now
        )
        let deliveries = try waiting(
            "SELECT count(*), min(due_at) FROM delivery WHERE status = 0 AND due_at IS NOT NULL AND due_at <= ?",
            at: now
        )
        let later =
            try waiting("SELECT count(*), min(due_at) FROM notification WHERE status = 0 AND due_at > ?", at: now).count
            + waiting(
                "SELECT count(*), min(due_at) FROM delivery WHERE status = 0 AND due_at IS NOT NULL AND due_at > ?",
                at: now
            ).count
        let held = try rows(
            "SELECT channel, count(*) FROM delivery WHERE status = 0 AND due_at IS NULL GROUP BY channel"
        ) { (ChannelID(unchecked: $0[0]), $0[1] as Int) }
        return QueueFigures(
            due: notifications.count + deliveries.count,
            oldestDue: [notifications.first, deliveries.first].compactMap { $0 }.min()
                .map(Instant.init(epochMilliseconds:)),
            scheduled: later,
            sending: Int(try number("SELECT count(*) FROM delivery WHERE status < 2 AND status = 1") ?? 0),
            held: Dictionary(uniqueKeysWithValues: held),
            failed: Int(try number("SELECT count(*) FROM delivery WHERE status = 3") ?? 0)
        )
    }

    private func waiting(_ sql: String, at now: Instant) throws -> (count: Int, first: Int64?) {
        try first(sql, now.epochMilliseconds) { ($0[0] as Int, $0[1] as Int64?) } ?? (0, nil)
    }
}
