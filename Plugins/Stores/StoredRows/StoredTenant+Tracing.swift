import CarillonModel
public import CarillonPipeline

/// The port's `TracingStore`.
extension StoredTenant {
    public func trace(event id: String, _ page: TracePage) async throws(StoreFailure) -> EventTrace? {
        try await read { database in
            guard let row = try database.eventRow(id) else { return nil }
            let event = try database.first(
                """
                SELECT \(EventRecord.columns), e.topic, e.decisions FROM event e WHERE e.row = ?
                """,
                row
            ) { columns in
                try EventTrace(
                    event: EventRecord(columns),
                    topic: columns["topic"],
                    decisions: [Decision](rowText: columns["decisions"]),
                    notifications: []
                )
            }
            guard var event else { return nil }
            (event.notifications, event.next) = try database.notifications(of: row, page)
            return event
        }
    }
}

extension StoreConnection {
    /// By the host's id, or by the sender's where only one event has it.
    fileprivate func eventRow(_ id: String) throws -> Int64? {
        if let row = try number("SELECT row FROM event WHERE id = ?", id) { return row }
        let rows = try events(sentAs: id)
        return rows.count == 1 ? rows[0] : nil
    }

    public func notifications(of event: Int64, _ page: TracePage) throws -> ([NotificationTrace], next: Int64?) {
        var found = try rows(
            """
            SELECT n.row, n.id, u.id AS recipient, n.devices, n.priority, n.status, n.due_at, f.read_at, n.decisions
            FROM notification n JOIN user u ON u.row = n.user LEFT JOIN feed_content s ON s.notification = n.row
                LEFT JOIN feed f ON f.user = s.user AND f.rank = s.rank
            WHERE n.event = ? AND n.row > ? ORDER BY n.row LIMIT ?
            """,
            event,
            page.after ?? 0,
            page.limit + 1
        ) { (row: try $0["row"] as Int64, trace: try NotificationTrace($0)) }
        let hasMore = found.count > page.limit
        if hasMore { found.removeLast() }
        for index in found.indices { found[index].trace.deliveries = try deliveries(of: found[index].row) }
        return (found.map(\.trace), hasMore ? found.last?.row : nil)
    }

    private func deliveries(of notification: Int64) throws -> [DeliveryTrace] {
        try rows(
            """
            SELECT status, attempted_at, settled_at, history, row, channel, device, receipt, due_at, address
            FROM delivery WHERE notification = ? ORDER BY row
            """,
            notification
        ) { try DeliveryTrace($0) }
    }
}

extension NotificationTrace {
    fileprivate init(_ columns: Columns<some PreparedStatement>) throws {
        try self.init(
            id: columns["id"],
            recipient: columns["recipient"],
            target: DeviceTarget(rowText: columns["devices"]),
            priority: columns["priority"],
            status: Status(columns["status"]),
            dueAt: columns["due_at"],
            readAt: columns["read_at"],
            decisions: [Decision](rowText: columns["decisions"]),
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
    fileprivate init(_ columns: Columns<some PreparedStatement>) throws {
        let status = try DeliveryStatus(
            columns["status"],
            isAttempted: columns["attempted_at"] as Instant? != nil
        )
        let settledAt = try columns["settled_at"] as Instant?
        var attempts = [AttemptTrace](rowText: try columns["history"])
        // The last attempt of a delivery that arrived isn't in the history: see `Schema`.
        let isInHistory =
            attempts.last?.outcome == .collected
            || attempts.contains { $0.outcome == .confirmed || $0.outcome == .unconfirmed }
        if status == .delivered, !isInHistory, let settledAt {
            attempts.append(AttemptTrace(at: settledAt, outcome: .delivered))
        }
        try self.init(
            row: columns["row"],
            channel: columns["channel"],
            device: columns["device"],
            status: status,
            attempts: attempts,
            receipt: columns["receipt"],
            // Of a leased one it is when the lease began.
            nextAttemptAt: status == .pending ? columns["due_at"] : nil,
            settledAt: settledAt,
            address: columns["address"]
        )
    }
}

extension DeliveryStatus {
    public init(_ state: DeliveryState, isAttempted: Bool) {
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
