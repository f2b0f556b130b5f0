import CarillonModel
import CarillonPipeline
import GRDB

extension TenantDatabase: TracingStore {
    func trace(event id: String, _ page: TracePage) async throws(StoreFailure) -> EventTrace? {
        try await read { database in
            guard let row = try database.eventRow(id) else { return nil }
            let event = try database.first(
                """
                SELECT id, source, external_id, type, payload, revision, accepted_at, topic, decisions
                FROM event WHERE row = ?
                """,
                row
            ) { columns in
                EventTrace(
                    event: EventRecord(columns, from: 0),
                    topic: (columns[7] as String?).map(Topic.init(unchecked:)),
                    decisions: [Decision](rowText: columns[8]),
                    notifications: []
                )
            }
            guard var event else { return nil }
            (event.notifications, event.next) = try database.notifications(of: row, page)
            return event
        }
    }
}

extension Database {
    /// By the host's id, or by the sender's where only one event has it.
    fileprivate func eventRow(_ id: String) throws -> Int64? {
        if let row = try number("SELECT row FROM event WHERE id = ?", id) { return row }
        let rows = try rows(
            "SELECT row FROM event WHERE key = ? AND external_id = ? LIMIT 2",
            FowlerNollVo.hash64(id),
            id
        ) { $0[0] as Int64 }
        return rows.count == 1 ? rows[0] : nil
    }

    func notifications(of event: Int64, _ page: TracePage) throws -> ([NotificationTrace], next: Int64?) {
        var found = try rows(
            """
            SELECT n.row, n.id, u.id, n.priority, n.status, n.due_at, n.decisions, f.read_at, n.devices
            FROM notification n JOIN user u ON u.row = n.user LEFT JOIN shown s ON s.notification = n.row
                LEFT JOIN feed f ON f.user = s.user AND f.rank = s.rank
            WHERE n.event = ? AND n.row > ? ORDER BY n.row LIMIT ?
            """,
            event,
            page.after ?? 0,
            page.limit + 1
        ) { (row: $0[0] as Int64, trace: NotificationTrace($0)) }
        let hasMore = found.count > page.limit
        if hasMore { found.removeLast() }
        for index in found.indices { found[index].trace.deliveries = try deliveries(of: found[index].row) }
        return (found.map(\.trace), hasMore ? found.last?.row : nil)
    }

    private func deliveries(of notification: Int64) throws -> [DeliveryTrace] {
        try rows(
            """
            SELECT row, channel, device, status, due_at, attempted_at, attempts, receipt, settled_at, history, address
            FROM delivery WHERE notification = ? ORDER BY row
            """,
            notification
        ) { DeliveryTrace($0) }
    }
}

extension NotificationTrace {
    fileprivate init(_ columns: Columns) {
        self.init(
            id: columns[1],
            recipient: UserID(unchecked: columns[2]),
            devices: (columns[8] as String?).map { [String](rowText: $0) },
            priority: Priority(number: columns[3]),
            status: Status(NotificationState(rawValue: columns[4]) ?? .cancelled),
            dueAt: Instant(epochMilliseconds: columns[5]),
            readAt: (columns[7] as Int64?).map(Instant.init(epochMilliseconds:)),
            decisions: [Decision](rowText: columns[6]),
            deliveries: []
        )
    }
}

extension NotificationTrace.Status {
    fileprivate init(_ state: NotificationState) {
        self =
            switch state {
            case .scheduled: .scheduled
            case .routed: .routed
            case .cancelled: .cancelled
            }
    }
}

extension DeliveryTrace {
    fileprivate init(_ columns: Columns) {
        let attemptedAt = columns[5] as Int64?
        let status = DeliveryStatus(DeliveryState(rawValue: columns[3]) ?? .failed, isAttempted: attemptedAt != nil)
        let settledAt = (columns[8] as Int64?).map(Instant.init(epochMilliseconds:))
        var attempts = [AttemptTrace](rowText: columns[9])
        // The last attempt of a delivery that arrived isn't in the history: see `Schema`.
        let isInHistory =
            attempts.last?.outcome == .collected
            || attempts.contains { $0.outcome == .confirmed || $0.outcome == .unconfirmed }
        if status == .delivered, !isInHistory, let settledAt {
            attempts.append(AttemptTrace(at: settledAt, outcome: .delivered))
        }
        self.init(
            row: columns[0],
            channel: ChannelID(unchecked: columns[1]),
            device: columns[2],
            status: status,
            attempts: attempts,
            receipt: columns[7],
            // Of a leased one it is when the lease began.
            nextAttemptAt: status == .pending ? (columns[4] as Int64?).map(Instant.init(epochMilliseconds:)) : nil,
            settledAt: settledAt,
            address: columns[10]
        )
    }
}

extension DeliveryStatus {
    init(_ state: DeliveryState, isAttempted: Bool) {
        self =
            switch state {
            case .waiting: .pending
            case .leased: isAttempted ? .attempted : .leased
            case .delivered: .delivered
            case .failed: .failed
            case .cancelled: .cancelled
            }
    }
}
